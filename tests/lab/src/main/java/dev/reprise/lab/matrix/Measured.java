package dev.reprise.lab.matrix;

import dev.reprise.subject.LoadReply;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one client did in one cell; but for runs, figures are sums.
 *
 * @param completed requests that were answered
 * @param errors requests that were not
 * @param firstError the first error with its causes; null if there was none
 * @param runs how often the cell was run
 * @param most the most full handshakes of a run
 * @param full full handshakes, by the client's trust manager
 * @param toldFull the same by Reprise's own count
 * @param closes how Reprise's connections ended; empty for the stock client
 * @param protocols the TLS versions of Reprise's connections
 * @param threadsStarted threads started besides those that sent requests
 * @param view the server's own count; null if it tells none
 * @param refusesAnother whether a certificate for another host was refused; null if not asked
 * @param complaints what the server logged as an error meanwhile
 */
record Measured(
    long completed,
    long errors,
    String firstError,
    int runs,
    long most,
    long full,
    long toldFull,
    Map<String, Long> closes,
    Set<String> protocols,
    long threadsStarted,
    RunningServer.View view,
    Boolean refusesAnother,
    Map<String, Long> complaints) {

  static Measured of(LoadReply reply, RunningServer server) {
    return new Measured(
        reply.completed,
        reply.errors,
        reply.firstError,
        1,
        reply.full,
        reply.full,
        reply.toldFull,
        reply.closes,
        reply.protocols,
        reply.threadsStarted,
        server.view(reply.completed),
        reply.refusesAnother,
        server.complaints());
  }

  /** A client that gave no answer at all. */
  static Measured failed(int requests, String why) {
    return new Measured(0, requests, why, 1, 0, 0, 0, Map.of(), Set.of(), 0, null, null, Map.of());
  }

  /** All runs of one cell taken together. */
  static Measured sum(List<Measured> runs) {
    return runs.stream().reduce(Measured::plus).orElseThrow();
  }

  private Measured plus(Measured other) {
    Set<String> both = new TreeSet<>(protocols);
    both.addAll(other.protocols);
    return new Measured(
        completed + other.completed,
        errors + other.errors,
        firstError == null ? other.firstError : firstError,
        runs + other.runs,
        Math.max(most, other.most),
        full + other.full,
        toldFull + other.toldFull,
        sum(List.of(closes, other.closes)),
        both,
        threadsStarted + other.threadsStarted,
        view == null || other.view == null ? null : view.plus(other.view),
        refusesAnother == null ? null : refusesAnother && Boolean.TRUE.equals(other.refusesAnother),
        sum(List.of(complaints, other.complaints)));
  }

  static Map<String, Long> sum(Iterable<Map<String, Long>> counts) {
    Map<String, Long> all = new TreeMap<>();
    counts.forEach(some -> some.forEach((name, count) -> all.merge(name, count, Long::sum)));
    return Collections.unmodifiableMap(all);
  }

  /** Full handshakes; a call that failed may have spared it one. */
  long fullOrFailed() {
    return full + errors;
  }

  /** The handshakes that must be full ones where a session can be resumed: one for each thread. */
  long firsts(Cell cell) {
    return (long) runs * cell.threads();
  }

  boolean resumesNone() {
    return errors == 0 && full == completed;
  }
}
