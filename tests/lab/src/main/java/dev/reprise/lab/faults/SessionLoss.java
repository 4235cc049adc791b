package dev.reprise.lab.faults;

import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.util.EnumSet;
import java.util.Set;

/**
 * JDKs on which a fault costs the session that newer ones keep; docs/measured/faults.md tells the
 * causes.
 */
final class SessionLoss {

  private static final Runtime.Version RESET_HARMLESS = Runtime.Version.parse("17");

  /** A reset, or a close by another thread, is met in a read. */
  private static final Set<FaultCase> BROKEN_IO =
      EnumSet.of(
          FaultCase.RESET_BEFORE_RESPONSE,
          FaultCase.RESET_AMID_BODY,
          FaultCase.ABORT_RESPONSE,
          FaultCase.ABORT_BODY);

  private SessionLoss() {}

  /** Whether the next call after this cell's fault may need a full handshake. */
  static boolean known(Cell cell, FaultCase fault) {
    Runtime.Version jdk = Runtime.Version.parse(cell.jdk);
    return BROKEN_IO.contains(fault) && jdk.compareTo(RESET_HARMLESS) < 0;
  }
}
