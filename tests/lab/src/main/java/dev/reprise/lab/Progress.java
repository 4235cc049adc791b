package dev.reprise.lab;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Tells how far a run is: on a terminal in one line that is written over, elsewhere in a line now
 * and then. Thread-safe.
 */
public final class Progress {

  /** Set by the commands, which know: Java cannot tell before 22. */
  private static final String COLUMNS = "reprise.terminal.columns";

  private static final long PLAIN_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintWriter err;
  private final LongSupplier nanoTime;
  private final int columns = Integer.getInteger(COLUMNS, 0);
  private final long start;
  private long steps;
  private long done;
  private double plannedSeconds;
  private double secondsBesides;
  private boolean lineOpen;
  private long lastPlainLine;

  /** Of a run that begins now and does not know yet how many steps it has. */
  public Progress(PrintWriter err) {
    this(err, System::nanoTime);
  }

  Progress(PrintWriter err, LongSupplier nanoTime) {
    this.err = err;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.lastPlainLine = start - PLAIN_INTERVAL_NANOS;
  }

  /** Of a run that begins now and has so many steps. */
  public Progress(PrintWriter err, long steps) {
    this(err);
    expect(steps, Duration.ZERO);
  }

  /**
   * Says what there will be.
   *
   * @param count all steps
   * @param planned the time planned for them, or zero if there is no plan
   */
  public synchronized void expect(long count, Duration planned) {
    steps = count;
    plannedSeconds = planned.toMillis() / 1e3;
  }

  /** Begins a stretch of the run: its line is never left out. */
  public synchronized void begin(String what) {
    show("%s  %s".formatted(percent(), what), false);
  }

  /** Says what is being done, or was done just now; a narrow terminal cuts off its end. */
  public synchronized void doing(String what) {
    show("%s%s  %s".formatted(percent(), timeLeft(), what), true);
  }

  /** Notes that so many more steps are done, or will not take place. */
  public synchronized void done(long more) {
    done += more;
  }

  /** Notes that so many of all the steps are done. */
  public synchronized void reached(long count) {
    done = count;
  }

  /** Notes that so much time went into what is no step, and is no measure for the steps. */
  public synchronized void besides(Duration took) {
    secondsBesides += took.toMillis() / 1e3;
  }

  /** A line that stays. */
  public synchronized void tell(String line) {
    clear();
    err.println(line);
  }

  /** Takes the line away; to be called at the end. */
  public synchronized void clear() {
    if (lineOpen) {
      err.print("\r\033[K");
      err.flush();
      lineOpen = false;
    }
  }

  private String percent() {
    return String.format(Locale.ROOT, "[%3d%%]", steps == 0 ? 0 : 100 * done / steps);
  }

  private String timeLeft() {
    boolean tooEarly = plannedSeconds == 0 && done * 20 < steps;
    if (done == 0 || done >= steps || tooEarly) {
      return "";
    }
    double elapsed = (nanoTime.getAsLong() - start) / 1e9 - secondsBesides;
    double seconds = elapsed * (steps - done) / done;
    if (plannedSeconds > 0) {
      // The first steps tell little of the rest, the last ones more than the plan.
      double told = (double) done / steps;
      seconds = told * seconds + (1 - told) * Math.max(plannedSeconds - elapsed, 0);
    }
    return " about " + describe(Math.round(seconds)) + " left";
  }

  private static String describe(long seconds) {
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
    long now = nanoTime.getAsLong();
    if (mayWait && now - lastPlainLine < PLAIN_INTERVAL_NANOS) {
      return;
    }
    err.println(line);
    lastPlainLine = now;
  }
}
