package dev.reprise.spring;

/**
 * Thrown for a property that cannot be used with its value. The message names the property, what is
 * wrong, and what to do. It never holds a password.
 */
public class RepriseConfigurationException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final String property;
  private final String problem;
  private final String action;

  /** Makes an exception from sentences without their full stops. */
  public RepriseConfigurationException(String property, String problem, String action) {
    this(property, problem, action, null);
  }

  /** Makes an exception with a cause, which may be null. */
  public RepriseConfigurationException(
      String property, String problem, String action, Throwable cause) {
    super(property + ": " + problem + ". " + action + ".", cause);
    this.property = property;
    this.problem = problem;
    this.action = action;
  }

  /** Returns the full name of the property, such as {@code reprise.ssl.trust-store}. */
  public String property() {
    return property;
  }

  /** Returns what is wrong, a sentence without its full stop. */
  public String problem() {
    return problem;
  }

  /** Returns what to do about it, a sentence without its full stop. */
  public String action() {
    return action;
  }
}
