package dev.reprise.lab.faults;

import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.Ending;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What Reprise promises, held against what was found. The stock client promises nothing. */
final class Promises {

  /** Connect and read timeout of each call. */
  static final int TIMEOUT_MILLIS = 500;

  /** The default close wait. */
  static final int CLOSE_WAIT_MILLIS = 20;

  /** For a machine that is busy with other things: less than a timeout that is paid twice. */
  static final int MARGIN_MILLIS = 300;

  /** For a single try, which a busy machine may delay for longer. */
  static final int WORST_MARGIN_MILLIS = 450;

  /** Under libfaketime everything takes longer. */
  static final int CLOCK_MARGIN_MILLIS = 1200;

  private static final int RESCUE_MILLIS = 4 * TIMEOUT_MILLIS;

  private Promises() {}

  /** The promises that the cell breaks, in words. */
  static List<String> broken(Cell cell) {
    List<String> broken = new ArrayList<>();
    if (cell.client.equals("reprise")) {
      FaultCase fault = FaultCase.labelled(cell.fault);
      check(broken, cell, fault);
    }
    return broken;
  }

  private static void check(List<String> broken, Cell cell, FaultCase fault) {
    String where =
        "JDK %s %s %s: ".formatted(cell.jdk, cell.protocol.replace("v", " "), cell.fault);
    double bound = allowance(fault) + (fault.movesClock() ? CLOCK_MARGIN_MILLIS : MARGIN_MILLIS);
    if (cell.heldMillis > bound) {
      broken.add(where + "held for %.1f ms, more than %.0f".formatted(cell.heldMillis, bound));
    }
    double worst = allowance(fault) + WORST_MARGIN_MILLIS;
    if (fault.hold() != Hold.NOTHING && !fault.movesClock() && cell.heldWorstMillis > worst) {
      broken.add(
          where + "once held for %.1f ms, more than %.0f".formatted(cell.heldWorstMillis, worst));
    }
    if (cell.knownMillis != null && cell.knownMillis > bound) {
      broken.add(
          where
              + "held for %.1f ms by a server known for it, more than %.0f"
                  .formatted(cell.knownMillis, bound));
    }
    if (cell.abortMillis != null && cell.abortMillis > MARGIN_MILLIS) {
      broken.add(where + "abort() took %.1f ms".formatted(cell.abortMillis));
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
    Set<String> next =
        (fault.session().mustResume(cell.protocol) && !SessionLoss.known(cell, fault))
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
      case LONG_READ_TIMEOUT -> 4 * TIMEOUT_MILLIS;
      case UNTIL_RESCUED -> RESCUE_MILLIS;
    };
  }
}
