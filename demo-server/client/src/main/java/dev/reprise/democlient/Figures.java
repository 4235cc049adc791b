package dev.reprise.democlient;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;

/**
 * What is counted of one run: by the callers, and by whatever watches a client's connections.
 * Thread-safe; counting takes no lock.
 */
final class Figures {
  private static final long LONGEST_MICROS = Duration.ofMinutes(2).toNanos() / 1000;
  private static final int DIGITS = 2;
  private static final int MOST_ERRORS = 12;
  private static final String OTHER_ERRORS = "others";

  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder handshakes = new LongAdder();
  private final LongAdder fullHandshakes = new LongAdder();
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> closes = new ConcurrentHashMap<>();
  private final Recorder callTimes = new Recorder(LONGEST_MICROS, DIGITS);
  private final Recorder closeTimes = new Recorder(LONGEST_MICROS, DIGITS);

  void answered(long nanos) {
    answered.increment();
    callTimes.recordValue(micros(nanos));
  }

  void failed(String error, long nanos) {
    failed.increment();
    callTimes.recordValue(micros(nanos));
    boolean known = errors.containsKey(error) || errors.size() < MOST_ERRORS;
    errors.computeIfAbsent(known ? error : OTHER_ERRORS, text -> new LongAdder()).increment();
  }

  /** A handshake completed, full or resumed. */
  void handshake() {
    handshakes.increment();
  }

  /** A handshake was a full one: the server's certificate was checked. */
  void fullHandshake() {
    fullHandshakes.increment();
  }

  void closed(long nanos) {
    closeTimes.recordValue(micros(nanos));
  }

  void closed(String outcome, long nanos) {
    closed(nanos);
    closes.computeIfAbsent(outcome, name -> new LongAdder()).increment();
  }

  /** The counts so far. A full handshake that is under way is not one yet. */
  Counts counts() {
    long full = fullHandshakes.sum();
    long all = handshakes.sum();
    return new Counts(answered.sum(), failed.sum(), Math.min(full, all), Math.max(0, all - full));
  }

  Map<String, Long> errors() {
    return sums(errors);
  }

  Map<String, Long> closes() {
    return sums(closes);
  }

  Recorder callTimes() {
    return callTimes;
  }

  Recorder closeTimes() {
    return closeTimes;
  }

  private static long micros(long nanos) {
    return Math.min(LONGEST_MICROS, nanos / 1000);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> adders) {
    Map<String, Long> sums = new TreeMap<>();
    adders.forEach((name, adder) -> sums.put(name, adder.sum()));
    return sums;
  }

  record Counts(long answered, long failed, long full, long resumed) {
    Counts minus(Counts earlier) {
      return new Counts(
          answered - earlier.answered,
          failed - earlier.failed,
          full - earlier.full,
          resumed - earlier.resumed);
    }

    long calls() {
      return answered + failed;
    }
  }
}
