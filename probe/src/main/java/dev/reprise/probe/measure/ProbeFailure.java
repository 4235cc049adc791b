package dev.reprise.probe.measure;

/** The probe cannot go on, and its message says why and what to do, in one line. */
public final class ProbeFailure extends Exception {

  private static final long serialVersionUID = 1;

  /** What has failed. */
  public enum Kind {
    /** The host is unknown, or does not take connections. */
    UNREACHABLE(3),
    /** The handshake failed, for lack of trust or otherwise. */
    TLS(4),
    /** The answer is an error, or no HTTP. */
    HTTP(5);

    /** What the command exits with. */
    public final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  private final Kind kind;

  ProbeFailure(Kind kind, String line, Throwable cause) {
    super(line, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
