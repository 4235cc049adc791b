package dev.reprise.comparison;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells how far the run is: on a terminal in one line that is written over, elsewhere in a line now
 * and then.
 */
final class Progress {

  /** Set by compare.sh, which knows: Java cannot tell before 22. */
  private static final String COLUMNS = "comparison.terminal.columns";

  private static final long PLAIN_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintWriter err;
  private final int columns = Integer.getInteger(COLUMNS, 0);
  private final long start = System.nanoTime();
  private int turns;
  private int done;
  private double plannedSeconds;
  private boolean lineOpen;
  private long lastPlainLine = start - PLAIN_INTERVAL_NANOS;

  Progress(PrintWriter err) {
    this.err = err;
  }

  /**
   * Says what there will be.
   *
   * @param count all turns, warm-ups included
   * @param scheduled the time planned for them, or zero if there is no plan
   */
  void expect(int count, Duration scheduled) {
    turns = count;
    plannedSeconds = scheduled.toMillis() / 1e3;
  }

  /** Says what is being done, between turns. */
  void doing(String what) {
    show("%s  %s".formatted(percent(), what), false);
  }

  /** Notes that a turn is done. */
  void turnDone(String what, double throughput) {
    done++;
    String rate = String.format(Locale.ROOT, "%,.0f req/s", throughput);
    // A narrow terminal cuts off the end.
    show("%s%s  %s  %s".formatted(percent(), timeLeft(), what, rate), true);
  }

  /** Notes that turns will not take place. */
  void turnsSkipped(int count) {
    done += count;
  }

  /** Ends the line. */
  void finish() {
    if (lineOpen) {
      err.print("\r\033[K");
      err.flush();
      lineOpen = false;
    }
  }

  private String percent() {
    return String.format(Locale.ROOT, "[%3d%%]", turns == 0 ? 0 : 100 * done / turns);
  }

  private String timeLeft() {
    boolean tooEarly = plannedSeconds == 0 && done * 20 < turns;
    if (done == 0 || done >= turns || tooEarly) {
      return "";
    }
    double elapsed = (System.nanoTime() - start) / 1e9;
    double seconds = elapsed * (turns - done) / done;
    if (plannedSeconds > 0) {
      // The first turns tell little of the rest, the last ones more than the plan.
      double told = (double) done / turns;
      seconds = told * seconds + (1 - told) * Math.max(plannedSeconds - elapsed, 0);
    }
    return " about " + describe(Math.round(seconds)) + " left";
  }

  static String describe(long seconds) {
    if (seconds < 60) {
      return seconds + " s";
    }
    return "%d min %d s".formatted(seconds / 60, seconds % 60);
  }

  private void show(String line, boolean mayWait) {
    if (columns > 0) {
      String shown = line.length() < columns ? line : line.substring(0, columns - 1);
      err.print("\r\033[K" + shown);
      err.flush();
      lineOpen = true;
      return;
    }
    long now = System.nanoTime();
    if (mayWait && now - lastPlainLine < PLAIN_INTERVAL_NANOS) {
      return;
    }
    err.println(line);
    lastPlainLine = now;
  }
}
