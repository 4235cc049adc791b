package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;

/**
 * Tickets of TLS 1.2 whose lifetime the server leaves open by a hint of 0 (RFC 5077 section 3.3),
 * as Go does. JSSE discards them, so that nothing is resumed.
 */
final class Timeless {

  private Timeless() {}

  static boolean isTls12(Facts facts) {
    return facts.sessions12.tickets != null
        && !facts.sessions12.tickets.isEmpty()
        && facts.sessions12.tickets.stream().allMatch(ticket -> ticket.lifetimeSeconds() == 0);
  }
}
