package dev.reprise.spring;

import dev.reprise.tls.IllegalSettingException;

/**
 * A property that cannot be used as it stands. The message names the property, what is wrong, and
 * what to do; it never holds a password.
 */
public class RepriseConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String property;
  private final String problem;
  private final String action;

  /** A refusal in sentences without their full stops. */
  public RepriseConfigurationException(String property, String problem, String action) {
    this(property, problem, action, null);
  }

  /** A refusal with what caused it, which may be null. */
  public RepriseConfigurationException(
      String property, String problem, String action, Throwable cause) {
    super(property + ": " + problem + ". " + action + ".", cause);
    this.property = property;
    this.problem = problem;
    this.action = action;
  }

  /** A setting that was refused, under the name of the property that it came from. */
  public RepriseConfigurationException(
      String property, IllegalSettingException refused, String action) {
    this(
        property,
        refused.getCause() == null
            ? refused.problem()
            : refused.problem() + ": " + refused.getCause(),
        action,
        refused);
  }

  /** Full name of the property, such as {@code reprise.ssl.trust-store}. */
  public String property() {
    return property;
  }

  /** What is wrong: a sentence without its full stop. */
  public String problem() {
    return problem;
  }

  /** What to do about it: a sentence without its full stop. */
  public String action() {
    return action;
  }
}
