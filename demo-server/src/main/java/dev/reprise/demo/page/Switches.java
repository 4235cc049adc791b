package dev.reprise.demo.page;

import dev.reprise.testkit.Fault;
import java.util.List;

/**
 * What can be switched on the page.
 *
 * @param client the client that calls
 * @param tls the TLS version that it offers
 * @param threads the callers at a time
 * @param fault the label of the fault that the server commits, in one call of {@value #FAULT_EVERY}
 * @param running whether calls are made at all
 */
record Switches(ClientKind client, String tls, int threads, String fault, boolean running) {

  static final List<String> TLS_VERSIONS = List.of("TLSv1.3", "TLSv1.2");
  static final int MOST_THREADS = 128;
  static final int FAULT_EVERY = 10;
  static final List<String> FAULTS =
      List.of(
          Fault.NONE.label(),
          Fault.FREEZE_AFTER_RESPONSE.label(),
          Fault.FREEZE_BEFORE_RESPONSE.label(),
          Fault.TRUNCATE_LENGTH.label(),
          Fault.CLOSE_WITHOUT_CLOSE_NOTIFY.label(),
          Fault.RESET_AFTER_RESPONSE.label());

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is of no use; the message begins with its name
   */
  Switches {
    check("client", String.valueOf(client), client != null);
    check("tls", tls, TLS_VERSIONS.contains(tls));
    check("threads", threads, threads > 0 && threads <= MOST_THREADS);
    check("fault", fault, FAULTS.contains(fault));
  }

  private static void check(String name, Object value, boolean good) {
    if (!good) {
      throw new IllegalArgumentException("%s: '%s' is not a valid value".formatted(name, value));
    }
  }

  boolean isFaulty(long call) {
    return !fault.equals(Fault.NONE.label()) && call % FAULT_EVERY == 0;
  }
}
