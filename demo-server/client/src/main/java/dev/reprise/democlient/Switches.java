package dev.reprise.democlient;

import dev.reprise.demo.DemoFaults;
import dev.reprise.testkit.Fault;
import java.util.List;

/**
 * What can be switched on the page.
 *
 * @param client the client that calls
 * @param tls the TLS version that it offers
 * @param threads the callers at a time
 * @param fault the label of the fault that the server commits
 * @param faultEvery 1 for a fault in each call, n for one in n calls of a thread
 * @param running whether calls are made at all
 */
record Switches(
    ClientKind client, String tls, int threads, String fault, int faultEvery, boolean running) {

  static final List<String> TLS_VERSIONS = List.of("TLSv1.3", "TLSv1.2");
  static final int MOST_THREADS = 128;
  static final int LONGEST_INTERVAL = 1000;
  static final List<Fault> FAULTS = DemoFaults.PER_REQUEST;

  private static final String NO_FAULT = Fault.NONE.label();

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is of no use; the message begins with its name
   */
  Switches {
    if (client == null) {
      throw new IllegalArgumentException(
          "client: missing; known are %s".formatted(ClientKind.labels()));
    }
    checkKnown("tls", tls, TLS_VERSIONS);
    checkRange("threads", threads, MOST_THREADS);
    checkKnown("fault", fault, FAULTS.stream().map(Fault::label).toList());
    checkRange("faultEvery", faultEvery, LONGEST_INTERVAL);
  }

  private static void checkKnown(String name, String value, List<String> known) {
    if (!known.contains(value)) {
      throw new IllegalArgumentException(
          "%s: unknown '%s'; known are %s".formatted(name, value, String.join(", ", known)));
    }
  }

  private static void checkRange(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException("%s: %d is outside 1 to %d".formatted(name, value, most));
    }
  }

  /** The fault of a thread's n-th call. */
  String faultOf(long call) {
    return call % faultEvery == 0 ? fault : NO_FAULT;
  }
}
