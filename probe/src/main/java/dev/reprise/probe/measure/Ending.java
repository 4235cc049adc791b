package dev.reprise.probe.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How a server ended a connection, before the client did anything about it. Immutable. */
public final class Ending {

  /** What it did first, and what followed. */
  public enum How {
    CLOSE_NOTIFY_AND_FIN("close_notify, then FIN"),
    CLOSE_NOTIFY_ONLY("close_notify, then it waits for the client to close TCP"),
    CLOSE_NOTIFY_AND_RESET("close_notify, then a TCP reset"),
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
      return this == CLOSE_NOTIFY_AND_FIN || this == CLOSE_NOTIFY_ONLY || this == NONE;
    }
  }

  public final How how;

  /** How long after the response's last byte it ended, or how long the probe waited. */
  public final double millis;

  Ending(How how, double millis) {
    this.how = how;
    this.millis = millis;
  }

  /** The one with the median time, among those like the first. */
  static Ending usual(List<Ending> endings) {
    Ending first = endings.get(0);
    List<Ending> alike = new ArrayList<>(endings);
    alike.removeIf(each -> each.how != first.how);
    alike.sort(Comparator.comparingDouble(each -> each.millis));
    return first.isByServer() ? alike.get((alike.size() - 1) / 2) : first;
  }

  /** Whether the server was the one to end it. */
  public boolean isByServer() {
    return how != How.NONE;
  }
}
