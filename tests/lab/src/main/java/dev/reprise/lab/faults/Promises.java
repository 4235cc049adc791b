package dev.reprise.lab.faults;

import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.FaultCase.Ending;
import dev.reprise.subject.faults.FaultCase.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What Reprise promises, held against what was found. The stock client promises nothing. */
final class Promises {

  static final String STOCK = "stock";
  static final String REPRISE = "reprise";

  /** The client that has connections opened ahead of need. */
  static final String WITH_PRECONNECTIONS = "with preconnect";

  /** Connect and read timeout of each call. */
  static final int TIMEOUT_MILLIS = 500;

  static final int CLOSE_WAIT_MILLIS = 20;

  private Promises() {}

  /** How much a figure may be past what it is made of, in ms. */
  enum Margin {
    /** As the design asks for it, on a machine that does nothing else. */
    EXACT(5, 2, 50, 20, 450),
    /** For the short form: a single try may fall into anything that a busy machine does. */
    BUSY(450, 450, 450, 450, 10_000);

    private final int close;
    private final int other;

    /** For how long a server may hold a caller that is known for it. */
    final int known;

    final int abort;

    /** For a single try: less than a timeout that is paid twice. */
    private final int worst;

    Margin(int close, int known, int other, int abort, int worst) {
      this.close = close;
      this.known = known;
      this.other = other;
      this.abort = abort;
      this.worst = worst;
    }

    /** For how long a fault may hold a caller, by the median of its tries. */
    int held(FaultCase fault) {
      return allowance(fault) + (fault.hold == Hold.CLOSE_WAIT ? close : other);
    }
  }

  static List<String> broken(Cell cell, Margin margin) {
    List<String> broken = new ArrayList<>();
    if (cell.client.equals(STOCK)) {
      return broken;
    }
    FaultCase fault = FaultCase.labelled(cell.fault);
    boolean preconnections = cell.client.equals(WITH_PRECONNECTIONS);
    atMost(broken, "held", cell.heldMillis, margin.held(fault));
    if (fault.hold != Hold.NOTHING) {
      atMost(broken, "once held", cell.heldWorstMillis, allowance(fault) + margin.worst);
    }
    atMost(broken, "held by a server known for it", cell.knownMillis, margin.known);
    atMost(broken, "abort() took", cell.abortMillis, margin.abort);
    if (!cell.left.isEmpty()) {
      broken.add("left over: " + cell.left);
    }
    Set<String> rescues = cell.rescued.keySet();
    if (!rescues.isEmpty()
        && !(fault.hold == Hold.UNTIL_RESCUED && rescues.equals(Set.of("abort")))) {
      broken.add("had to be rescued by " + rescues);
    }
    boolean responded = cell.endings.containsKey("response");
    boolean failed = cell.endings.size() > (responded ? 1 : 0);
    if (fault.ending == Ending.RESPONSE && failed || fault.ending == Ending.FAILURE && responded) {
      broken.add("ended with " + cell.endings.keySet());
    }
    if (!fault.progress.containsAll(cell.progress.keySet())) {
      broken.add("told of its request " + cell.progress.keySet());
    }
    // A preconnected connection may be the one that had the ticket.
    boolean mustResume = !preconnections && fault.mustResume(cell.protocol, cell.jdk);
    if (!(mustResume ? Set.of("resumed") : Set.of("resumed", "full"))
        .containsAll(cell.next.keySet())) {
      broken.add("next call " + cell.next);
    }
    String where =
        "JDK %s %s %s%s: "
            .formatted(
                cell.jdk, cell.protocol, cell.fault, preconnections ? " with preconnect" : "");
    return broken.stream().map(where::concat).toList();
  }

  private static void atMost(List<String> broken, String what, Double millis, int bound) {
    if (millis != null && millis > bound) {
      broken.add("%s for %.1f ms, more than %d".formatted(what, millis, bound));
    }
  }

  private static int allowance(FaultCase fault) {
    return switch (fault.hold) {
      case NOTHING -> 0;
      case CLOSE_WAIT -> CLOSE_WAIT_MILLIS;
      case READ_TIMEOUT, CONNECT_TIMEOUT -> TIMEOUT_MILLIS;
      case UNTIL_RESCUED -> 4 * TIMEOUT_MILLIS;
    };
  }
}
