package dev.reprise.lab.soak.client;

import dev.reprise.testkit.Fault;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which faults requests ask the server for, and how a call may end under each. */
public final class FaultMix {

  /** In the order in which they have their turns. */
  public static final List<Fault> FAULTS =
      List.of(
          Fault.CLOSE_WITHOUT_CLOSE_NOTIFY,
          Fault.RESET_AFTER_RESPONSE,
          Fault.HOLD_OPEN,
          Fault.STALL,
          Fault.TRUNCATE_LENGTH,
          Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY,
          Fault.DATA_AFTER_RESPONSE);

  private static final int ONE_OF = 20;

  private static final Map<Fault, Set<Ending>> ENDINGS =
      Map.of(
          // The reset may overtake the end of the response.
          Fault.RESET_AFTER_RESPONSE, Set.of(Ending.RESPONSE, Ending.RESET),
          Fault.STALL, Set.of(Ending.READ_TIMEOUT),
          Fault.TRUNCATE_LENGTH, Set.of(Ending.TRUNCATED),
          Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY, Set.of(Ending.TRUNCATED));

  private FaultMix() {}

  /**
   * The fault of a request: one of 20 has one, each in its turn. With spares none stalls, for a
   * call that times out on a spare means none for a minute.
   */
  static Fault of(int request, boolean spares) {
    Fault fault = request % ONE_OF == 0 ? FAULTS.get(request / ONE_OF % FAULTS.size()) : Fault.NONE;
    return spares && fault == Fault.STALL ? Fault.NONE : fault;
  }

  static boolean accountsFor(Fault fault, Ending ending) {
    return ENDINGS.getOrDefault(fault, Set.of(Ending.RESPONSE)).contains(ending);
  }
}
