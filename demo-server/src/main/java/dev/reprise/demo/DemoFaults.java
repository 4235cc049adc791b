package dev.reprise.demo;

import dev.reprise.testkit.Fault;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which faults the demo server commits. Apart from the fault itself, the response is the one that
 * the path gives without it, and it always announces {@code Connection: close}. A stall, a freeze
 * and a connection that is held open end at a bound; then the response follows that is missing.
 */
public final class DemoFaults {

  /** What a single request can ask for. */
  public static final List<Fault> PER_REQUEST =
      List.of(
          Fault.NONE,
          Fault.CLOSE_WITHOUT_CLOSE_NOTIFY,
          Fault.RESET_AFTER_RESPONSE,
          Fault.HOLD_OPEN,
          Fault.STALL,
          Fault.FREEZE_BEFORE_RESPONSE,
          Fault.FREEZE_AFTER_RESPONSE,
          Fault.TRUNCATE_LENGTH,
          Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY,
          Fault.CLOSE_DELIMITED,
          Fault.DATA_AFTER_RESPONSE);

  private static final Set<Fault> FROZEN =
      EnumSet.of(Fault.FREEZE_BEFORE_RESPONSE, Fault.FREEZE_AFTER_RESPONSE);

  private static final Set<Fault> BEFORE_RESPONSE =
      EnumSet.of(Fault.STALL, Fault.FREEZE_BEFORE_RESPONSE);

  private DemoFaults() {}

  /** Whether it is one of these, or the one that takes a listener of its own. */
  static boolean isKnown(Fault fault) {
    return fault == Fault.GARBAGE || PER_REQUEST.contains(fault);
  }

  static boolean isFrozen(Fault fault) {
    return FROZEN.contains(fault);
  }

  static boolean isBeforeResponse(Fault fault) {
    return BEFORE_RESPONSE.contains(fault);
  }

  static String labels() {
    return Stream.concat(PER_REQUEST.stream(), Stream.of(Fault.GARBAGE))
        .map(Fault::label)
        .collect(Collectors.joining(", "));
  }
}
