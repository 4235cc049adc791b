package dev.reprise.probe.measure;

/** How a server ended a connection, before the client did anything about it. Immutable. */
public final class Ending {

  /** What the server did first, and what followed. */
  public enum How {
    CLOSE_NOTIFY("close_notify"),
    FIN("FIN without close_notify"),
    RESET("a TCP reset"),
    ALERT("a fatal TLS alert"),
    NONE("it does not close");

    public final String words;

    How(String words) {
      this.words = words;
    }

    /** Whether the client can know that it got all that the server sent. */
    public boolean isOrderly() {
      return this == CLOSE_NOTIFY || this == NONE;
    }
  }

  public final How how;

  /** How long after the response's last byte it ended, or how long the probe waited. */
  public final double millis;

  Ending(How how, double millis) {
    this.how = how;
    this.millis = millis;
  }

  public boolean isByServer() {
    return how != How.NONE;
  }
}
