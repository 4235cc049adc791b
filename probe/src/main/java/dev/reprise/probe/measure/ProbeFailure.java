package dev.reprise.probe.measure;

/** Thrown if the probe cannot go on. The message says in one line why, and what to do. */
public final class ProbeFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** What has failed. */
  public enum Kind {
    /** An option makes no sense, or a file that one names. */
    USAGE(2),
    /** The host is unknown, or does not take connections. */
    UNREACHABLE(3),
    /** The handshake failed, for lack of trust or otherwise. */
    TLS(4),
    /** The answer is an error, or is not HTTP. */
    HTTP(5);

    /** The command's exit code. */
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

  /** Makes one for an option, or a file that one names. */
  public static ProbeFailure usage(String line) {
    return new ProbeFailure(Kind.USAGE, line, null);
  }

  public Kind kind() {
    return kind;
  }
}
