package dev.reprise.probe.measure;

/** Thrown if the probe cannot go on. The message says in one line why, and what to do. */
public final class ProbeFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** An option, or a file that it names, cannot be used. */
  public static final int USAGE = 2;

  /** The host is unknown, or does not take connections. */
  public static final int UNREACHABLE = 3;

  /** The handshake failed, for lack of trust or otherwise. */
  public static final int TLS = 4;

  /** The answer is an error, or is not HTTP. */
  public static final int HTTP = 5;

  public final int exitCode;

  ProbeFailure(int exitCode, String line, Throwable cause) {
    super(line, cause);
    this.exitCode = exitCode;
  }

  public static ProbeFailure usage(String line) {
    return new ProbeFailure(USAGE, line, null);
  }
}
