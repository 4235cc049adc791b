package dev.reprise.spring;

import dev.reprise.tls.IllegalSettingException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A property that cannot be used as it stands. The message names the property, what is wrong, and
 * the mend; it never holds a password.
 */
public class RepriseConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}]+}");

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
    this(property, refused, "Give a value that is supported, or leave the property out");
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

  /**
   * Refuses a value that holds a placeholder, which Boot leaves as it is where there is nothing for
   * it.
   *
   * @param value which may be null
   */
  public static void requireResolved(String property, String value) {
    Matcher placeholder = PLACEHOLDER.matcher(value == null ? "" : value);
    if (placeholder.find()) {
      throw unresolved(
          property,
          "it holds the placeholder " + placeholder.group() + ", for which there is no value");
    }
  }

  /** The same for a secret, which may have such characters in it, and of which nothing is shown. */
  public static void requireResolvedSecret(String property, String value) {
    if (value != null && PLACEHOLDER.matcher(value).matches()) {
      throw unresolved(property, "it is a placeholder for which there is no value");
    }
  }

  private static RepriseConfigurationException unresolved(String property, String problem) {
    return new RepriseConfigurationException(
        property, problem, "Set the variable or property that it names, or correct the name");
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
