package dev.reprise.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.reprise.matrix.probe.ProbeReply;
import dev.reprise.matrix.server.ServerView;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What one client did in one cell.
 *
 * @param completed requests that were answered
 * @param errors requests that were not
 * @param firstError the first error with its causes; null if there was none
 * @param full full handshakes, by the client's trust manager
 * @param own handshakes by Reprise's own count; empty for the stock client
 * @param closes how Reprise's connections ended; empty for the stock client
 * @param protocols the TLS versions of the connections
 * @param threadsStarted threads started besides those that sent requests
 * @param serverView the server's own count; null if it tells none
 * @param serverErrors what the server logged as an error meanwhile
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record Measured(
    long completed,
    long errors,
    String firstError,
    long full,
    Map<String, Long> own,
    Map<String, Long> closes,
    Set<String> protocols,
    long threadsStarted,
    long millis,
    ServerView serverView,
    Map<String, Long> serverErrors) {

  static Measured of(ProbeReply reply, ServerView view, Map<String, Long> serverErrors) {
    return new Measured(
        reply.completed,
        reply.errors,
        reply.failure == null ? reply.firstError : reply.failure,
        reply.full,
        reply.own,
        reply.closes,
        reply.protocols,
        reply.threadsStarted,
        reply.millis,
        view,
        serverErrors);
  }

  /** A client that gave no answer at all. */
  static Measured failed(int requests, String why) {
    return new Measured(0, requests, why, 0, Map.of(), Map.of(), Set.of(), 0, 0, null, Map.of());
  }

  /**
   * The part of the handshakes, in percent, that were resumed of those that could be: one handshake
   * for each thread must be a full one. Empty if none was answered beyond those.
   */
  OptionalDouble resumedPercent(int threads) {
    long possible = completed - threads;
    if (possible <= 0) {
      return OptionalDouble.empty();
    }
    long missed = Math.min(possible, Math.max(0, full - threads));
    return OptionalDouble.of(100.0 * (possible - missed) / possible);
  }
}
