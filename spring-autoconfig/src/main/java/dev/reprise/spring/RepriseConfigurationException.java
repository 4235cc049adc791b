package dev.reprise.spring;

/**
 * A property that cannot be used as it stands. The message names the property, what is wrong, and
 * the mend; it never holds a password.
 */
public class RepriseConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String property;
  private final String problem;
  private final String mend;

  RepriseConfigurationException(String property, String problem, String mend) {
    this(property, problem, mend, null);
  }

  RepriseConfigurationException(String property, String problem, String mend, Throwable cause) {
    super(property + ": " + problem + ". " + mend + ".", cause);
    this.property = property;
    this.problem = problem;
    this.mend = mend;
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
