package dev.reprise.lab.faults;

import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.Ending;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What Reprise promises, held against what was found. The stock client promises nothing. */
public final class Promises {

  /** The client that has connections opened ahead of need. */
  public static final String WITH_SPARES = "with spares";

  /** Connect and read timeout of each call. */
  public static final int TIMEOUT_MILLIS = 500;

  /** The default close wait. */
  public static final int CLOSE_WAIT_MILLIS = 20;

  /** For a single try: less than a timeout that is paid twice. */
  static final int WORST_MARGIN_MILLIS = 450;

  private static final int RESCUE_MILLIS = 4 * TIMEOUT_MILLIS;

  /** How much a figure may be past what it is made of. */
  public enum Margin {
    /** As the design asks for it, on a machine that does nothing else. */
    EXACT(5, 2, 50, 20),
    /** For the short form, on a machine that is busy with other things. */
    BUSY(300, 320, 300, 300);

    private final int close;
    private final int known;
    private final int other;
    private final int abort;

    Margin(int close, int known, int other, int abort) {
      this.close = close;
      this.known = known;
      this.other = other;
      this.abort = abort;
    }

    /** For how long a fault may hold a caller, in ms, by the median of its tries. */
    public double held(FaultCase fault) {
      return allowance(fault) + (fault.hold() == Hold.CLOSE_WAIT ? close : other);
    }

    /** The same by a peer that is known for it. */
    public double known() {
      return known;
    }

    /** For how long {@code abort()} may take, in ms. */
    public double abort() {
      return abort;
    }
  }

  private Promises() {}

  /** The promises that the cell breaks, in words. */
  static List<String> broken(Cell cell, Margin margin) {
    List<String> broken = new ArrayList<>();
    if (!cell.client.equals("stock")) {
      FaultCase fault = FaultCase.labelled(cell.fault);
      check(broken, cell, fault, margin);
    }
    return broken;
  }

  private static void check(List<String> broken, Cell cell, FaultCase fault, Margin margin) {
    boolean spares = cell.client.equals(WITH_SPARES);
    String where =
        "JDK %s %s %s%s: "
            .formatted(
                cell.jdk,
                cell.protocol.replace("v", " "),
                cell.fault,
                spares ? " with spares" : "");
    double bound = margin.held(fault);
    if (cell.heldMillis > bound) {
      broken.add(where + "held for %.1f ms, more than %.0f".formatted(cell.heldMillis, bound));
    }
    double worst = allowance(fault) + WORST_MARGIN_MILLIS;
    if (fault.hold() != Hold.NOTHING && cell.heldWorstMillis > worst) {
      broken.add(
          where + "once held for %.1f ms, more than %.0f".formatted(cell.heldWorstMillis, worst));
    }
    if (cell.knownMillis != null && cell.knownMillis > margin.known()) {
      broken.add(
          where
              + "held for %.1f ms by a server known for it, more than %.0f"
                  .formatted(cell.knownMillis, margin.known()));
    }
    if (cell.abortMillis != null && cell.abortMillis > margin.abort()) {
      broken.add(
          where
              + "abort() took %.1f ms, more than %.0f".formatted(cell.abortMillis, margin.abort()));
    }
    if (!cell.left.isEmpty()) {
      broken.add(where + "left over: " + cell.left);
    }
    Set<String> rescues = cell.rescued.keySet();
    if (!rescues.isEmpty()
        && !(fault.hold() == Hold.UNTIL_RESCUED && rescues.equals(Set.of("abort")))) {
      broken.add(where + "had to be rescued by " + rescues);
    }
    boolean responded = cell.endings.containsKey("response");
    boolean failed = cell.endings.size() > (responded ? 1 : 0);
    if (fault.ending() == Ending.RESPONSE && failed
        || fault.ending() == Ending.FAILURE && responded) {
      broken.add(where + "ended with " + cell.endings.keySet());
    }
    if (!fault.progress().containsAll(cell.progress.keySet())) {
      broken.add(where + "told of its request " + cell.progress.keySet());
    }
    // A spare may be the one that had the ticket.
    Set<String> next =
        (!spares && fault.session().mustResume(cell.protocol) && !SessionLoss.known(cell, fault))
            ? Set.of("resumed")
            : Set.of("resumed", "full");
    if (!next.containsAll(cell.next.keySet())) {
      broken.add(where + "next call " + cell.next);
    }
  }

  private static int allowance(FaultCase fault) {
    return switch (fault.hold()) {
      case NOTHING -> 0;
      case CLOSE_WAIT -> CLOSE_WAIT_MILLIS;
      case READ_TIMEOUT, CONNECT_TIMEOUT -> TIMEOUT_MILLIS;
      case UNTIL_RESCUED -> RESCUE_MILLIS;
    };
  }
}
