package dev.reprise.benchmarks;

import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;

/**
 * Shows what is going on and how much time is left: that of the steps to come, by their plan, and
 * what steps have taken on top of theirs so far.
 */
final class Progress implements AutoCloseable {

  private final PrintStream out;
  private final boolean terminal;
  private final Timer timer = new Timer("progress", true);
  private double secondsToCome;
  private int stepsToCome;
  private int stepsDone;
  private double overheads;
  private String step = "";
  private double planned;
  private long begunAt;

  /**
   * Makes one.
   *
   * @param terminal whether a line may be written over; otherwise each step has one
   * @param steps how many there will be
   * @param seconds what they take in all, by plan
   */
  Progress(PrintStream out, boolean terminal, int steps, double seconds) {
    this.out = out;
    this.terminal = terminal;
    stepsToCome = steps;
    secondsToCome = seconds;
    if (terminal) {
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              show();
            }
          },
          1000,
          1000);
    }
  }

  /** A step begins, which takes so long by plan. */
  synchronized void begin(String name, double seconds) {
    step = name;
    planned = seconds;
    begunAt = System.nanoTime();
    secondsToCome -= seconds;
    stepsToCome--;
    show();
  }

  /** It has ended. */
  synchronized void end() {
    overheads += (System.nanoTime() - begunAt) / 1e9 - planned;
    stepsDone++;
  }

  /** The seconds that are left. */
  synchronized double left() {
    double overhead = stepsDone == 0 ? 2 : overheads / stepsDone;
    double ofThis = planned + overhead - (System.nanoTime() - begunAt) / 1e9;
    return Math.max(0, ofThis) + secondsToCome + stepsToCome * overhead;
  }

  private synchronized void show() {
    long left = Math.round(left());
    String line = String.format("%d:%02d left  %s", left / 60, left % 60, step);
    if (terminal) {
      out.print("\r\u001b[K" + line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  @Override
  public synchronized void close() {
    timer.cancel();
    if (terminal) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }
}
