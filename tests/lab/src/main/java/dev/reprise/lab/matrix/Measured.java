package dev.reprise.lab.matrix;

import dev.reprise.subject.LoadReply;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one client did in one cell; but for runs, figures are sums.
 *
 * @param did as it says itself
 * @param runs how often the cell was run
 * @param most the most full handshakes of a run
 * @param view the server's own count; null if it tells none
 * @param complaints what the server logged as an error meanwhile
 */
record Measured(
    LoadReply did, int runs, long most, RunningServer.View view, Map<String, Long> complaints) {
  static Measured of(LoadReply reply, RunningServer server) throws IOException {
    return new Measured(reply, 1, reply.full, server.view(reply.completed), server.complaints());
  }

  static Measured failed(int requests, String why) {
    return new Measured(LoadReply.failed(requests, why), 1, 0, null, Map.of());
  }

  static Measured sum(List<Measured> runs) {
    return runs.stream().reduce(Measured::plus).orElseThrow();
  }

  private Measured plus(Measured other) {
    return new Measured(
        did.plus(other.did),
        runs + other.runs,
        Math.max(most, other.most),
        view == null || other.view == null ? null : view.plus(other.view),
        sum(List.of(complaints, other.complaints)));
  }

  static Map<String, Long> sum(Iterable<Map<String, Long>> counts) {
    Map<String, Long> all = new TreeMap<>();
    counts.forEach(some -> some.forEach((name, count) -> all.merge(name, count, Long::sum)));
    return Collections.unmodifiableMap(all);
  }

  /** Full handshakes; a call that failed may have spared it one. */
  long fullOrFailed() {
    return did.full + did.errors;
  }

  /** The handshakes that must be full ones where a session can be resumed: one for each thread. */
  long firsts(Cell cell) {
    return (long) runs * cell.threads();
  }

  boolean resumesNone() {
    return did.errors == 0 && did.full == did.completed;
  }
}
