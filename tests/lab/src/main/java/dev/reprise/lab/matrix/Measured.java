package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.reprise.lab.matrix.server.ServerView;
import dev.reprise.subject.matrix.ProbeReply;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one client did in one cell.
 *
 * @param completed requests that were answered
 * @param errors requests that were not
 * @param firstError the first error with its causes; null if there was none
 * @param runs how often the cell was run; all other figures are sums
 * @param full full handshakes, by the client's trust manager
 * @param own handshakes by Reprise's own count; empty for the stock client
 * @param closes how Reprise's connections ended; empty for the stock client
 * @param protocols the TLS versions of the connections
 * @param threadsStarted threads started besides those that sent requests
 * @param serverView the server's own count; null if it tells none
 * @param refusesAnother whether a certificate for another host was refused; null if not asked
 * @param serverErrors what the server logged as an error meanwhile
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record Measured(
    long completed,
    long errors,
    String firstError,
    int runs,
    long full,
    Map<String, Long> own,
    Map<String, Long> closes,
    Set<String> protocols,
    long threadsStarted,
    long millis,
    ServerView serverView,
    Boolean refusesAnother,
    Map<String, Long> serverErrors) {

  /** What is empty is not written, and is empty when it is read. */
  Measured {
    own = own == null ? Map.of() : own;
    closes = closes == null ? Map.of() : closes;
    protocols = protocols == null ? Set.of() : protocols;
    serverErrors = serverErrors == null ? Map.of() : serverErrors;
  }

  static Measured of(ProbeReply reply, ServerView view, Map<String, Long> serverErrors) {
    return new Measured(
        reply.completed,
        reply.errors,
        reply.failure == null ? reply.firstError : reply.failure,
        1,
        reply.full,
        reply.own,
        reply.closes,
        reply.protocols,
        reply.threadsStarted,
        reply.millis,
        view,
        reply.refusesAnother,
        serverErrors);
  }

  /** A client that gave no answer at all. */
  static Measured failed(int requests, String why) {
    return new Measured(
        0, requests, why, 1, 0, Map.of(), Map.of(), Set.of(), 0, 0, null, null, Map.of());
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
        full + other.full,
        sum(own, other.own),
        sum(closes, other.closes),
        both,
        threadsStarted + other.threadsStarted,
        millis + other.millis,
        serverView == null || other.serverView == null ? null : serverView.plus(other.serverView),
        refusesAnother == null ? null : refusesAnother && Boolean.TRUE.equals(other.refusesAnother),
        sum(serverErrors, other.serverErrors));
  }

  private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    Map<String, Long> all = new TreeMap<>(one);
    other.forEach((name, count) -> all.merge(name, count, Long::sum));
    return all;
  }

  /** Full handshakes; a call that failed may have spared it one. */
  long fullOrFailed() {
    return full + errors;
  }

  /** The handshakes that must be full ones where a session can be resumed: one for each thread. */
  long firsts(Cell cell) {
    return (long) runs * cell.threads();
  }
}
