package dev.reprise.tls;

/** Thrown for PEM text that cannot be used. It never holds a key or a password. */
public final class PemException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** The part of a store that an exception is about. */
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

  /** Returns the part of the store that the text cannot be used for. */
  public Part part() {
    return part;
  }

  /** Returns what is wrong, without a full stop. It calls the PEM text {@code source}. */
  public String problem(String source) {
    return String.format(problem, source);
  }

  /** Returns what to do about it, without a full stop. */
  public String action() {
    return action;
  }
}
