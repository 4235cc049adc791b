package dev.reprise.lab.clients;

import java.util.List;

/**
 * What one client did.
 *
 * @param calls calls that had their answer
 * @param errors calls that failed
 * @param handshakes handshakes, as the server counts them
 * @param full the full ones of them
 * @param lanes lanes made; 0 of a client as it is
 * @param resets connections that the client reset
 * @param secondHalf handshakes in the second half of the calls of the many
 * @param threadsStarted threads started meanwhile; in the first half clients fill their pools
 * @param serverFirst of the last calls, those whose connection the server closed first
 * @param clientFirst those that the client closed first
 * @param failure why there was no run, or the first error; or null
 */
record Figures(
    long calls,
    long errors,
    long handshakes,
    long full,
    long lanes,
    long resets,
    long secondHalf,
    long threadsStarted,
    long serverFirst,
    long clientFirst,
    String failure) {

  static Figures failed(String why) {
    return new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, why);
  }

  /** All runs together. */
  static Figures sum(List<Figures> runs) {
    return runs.stream().reduce(Figures::plus).orElseThrow();
  }

  private Figures plus(Figures other) {
    return new Figures(
        calls + other.calls,
        errors + other.errors,
        handshakes + other.handshakes,
        full + other.full,
        lanes + other.lanes,
        resets + other.resets,
        secondHalf + other.secondHalf,
        threadsStarted + other.threadsStarted,
        serverFirst + other.serverFirst,
        clientFirst + other.clientFirst,
        failure != null ? failure : other.failure);
  }

  /** The share of handshakes that were full. */
  double fullShare() {
    return 1.0 * full / Math.max(1, handshakes);
  }

  /** Resumed handshakes of a hundred. */
  double resumedPercent() {
    return 100.0 * (handshakes - full) / Math.max(1, handshakes);
  }

  /** Resumed handshakes of a hundred that were not the first of a lane. */
  double resumedAfterFirstPercent() {
    long later = Math.max(1, handshakes - lanes);
    return 100.0 * (later - Math.max(0, full - lanes)) / later;
  }

  /** Threads started for a handshake. */
  double threadsPerHandshake() {
    return 1.0 * threadsStarted / Math.max(1, secondHalf);
  }
}
