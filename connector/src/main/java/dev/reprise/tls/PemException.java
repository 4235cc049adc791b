package dev.reprise.tls;

/** PEM text that cannot be used. It never holds a key or a password. */
public final class PemException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** What of a store is meant. */
  public enum Part {
    /** The certificates. */
    CERTIFICATE,
    /** The private key. */
    PRIVATE_KEY,
    /** The password of an encrypted private key. */
    KEY_PASSWORD
  }

  private final Part part;
  private final String problem;
  private final String action;

  PemException(Part part, String problem, String action, Throwable cause) {
    super(String.format(problem, "the PEM text") + ". " + action, cause);
    this.part = part;
    this.problem = problem;
    this.action = action;
  }

  /** Returns the part of the store that the text cannot be used for. Not null. */
  public Part part() {
    return part;
  }

  /** What is wrong, in words without a full stop; the text is called {@code source} there. */
  public String problem(String source) {
    return String.format(problem, source);
  }

  /** What to do about it, in words without a full stop. Not null. */
  public String action() {
    return action;
  }
}
