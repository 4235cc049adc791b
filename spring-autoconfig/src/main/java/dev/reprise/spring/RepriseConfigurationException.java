package dev.reprise.spring;

import dev.reprise.tls.IllegalSettingException;
import java.util.function.Supplier;

/**
 * A property that cannot be used as it stands. The message names the property, what is wrong, and
 * the mend; it never holds a password.
 */
public class RepriseConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String property;
  private final String problem;
  private final String mend;

  /** A refusal in sentences without their full stops. */
  public RepriseConfigurationException(String property, String problem, String mend) {
    this(property, problem, mend, null);
  }

  /** A refusal with what caused it, which may be null. */
  public RepriseConfigurationException(
      String property, String problem, String mend, Throwable cause) {
    super(property + ": " + problem + ". " + mend + ".", cause);
    this.property = property;
    this.problem = problem;
    this.mend = mend;
  }

  /** A setting that was refused, under the name of the property that it came from. */
  public RepriseConfigurationException(String property, IllegalSettingException refused) {
    this(
        property,
        refused,
        "Give a value that is supported, or leave the property out for its default");
  }

  /** The same, with a mend of its own. */
  public RepriseConfigurationException(
      String property, IllegalSettingException refused, String mend) {
    this(
        property,
        refused.getCause() == null
            ? refused.problem()
            : refused.problem() + ": " + refused.getCause(),
        mend,
        refused);
  }

  /** Makes what is refused by {@link IllegalSettingException} under the full name of a property. */
  public static <T> T naming(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalSettingException e) {
      throw new RepriseConfigurationException(e.setting(), e);
    }
  }

  /** Full name of the property, such as {@code reprise.tls.trust-store.location}. */
  public String property() {
    return property;
  }

  /** What is wrong: a sentence without its full stop. */
  public String problem() {
    return problem;
  }

  /** What to do about it: a sentence without its full stop. */
  public String mend() {
    return mend;
  }
}
