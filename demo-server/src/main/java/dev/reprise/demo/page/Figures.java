package dev.reprise.demo.page;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;

/** What the callers count. Thread-safe; counting takes no lock. */
final class Figures {
  private static final long LONGEST_MICROS = Duration.ofMinutes(2).toNanos() / 1000;
  private static final int MOST_ERRORS = 3;
  private static final String OTHER_ERRORS = "others";

  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
  private final Recorder callTimes = new Recorder(LONGEST_MICROS, 2);

  void answered(long nanos) {
    answered.increment();
    callTimes.recordValue(Math.min(LONGEST_MICROS, nanos / 1000));
  }

  void failed(String error, long nanos) {
    failed.increment();
    callTimes.recordValue(Math.min(LONGEST_MICROS, nanos / 1000));
    boolean known = errors.containsKey(error) || errors.size() < MOST_ERRORS;
    errors.computeIfAbsent(known ? error : OTHER_ERRORS, text -> new LongAdder()).increment();
  }

  long answered() {
    return answered.sum();
  }

  long failed() {
    return failed.sum();
  }

  Map<String, Long> errors() {
    Map<String, Long> sums = new TreeMap<>();
    errors.forEach((name, adder) -> sums.put(name, adder.sum()));
    return sums;
  }

  /** For one thread. */
  Recorder callTimes() {
    return callTimes;
  }
}
