package dev.reprise.benchmarks;

import java.io.PrintStream;

/**
 * Shows what is going on and how much time is left: that of the steps to come, by their plan, and
 * what steps have taken on top of theirs so far.
 */
final class Progress implements AutoCloseable {

  private final PrintStream out;
  private final boolean terminal;
  private double secondsToCome;
  private int stepsToCome;
  private int stepsDone;
  private double overheads;
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
  }

  /** A step begins, which takes so long by plan. */
  void begin(String name, double seconds) {
    double overhead = stepsDone == 0 ? 2 : overheads / stepsDone;
    long left = Math.round(secondsToCome + stepsToCome * overhead);
    String line = String.format("%d:%02d left  %s", left / 60, left % 60, name);
    if (terminal) {
      out.print("\r\u001b[K" + line);
      out.flush();
    } else {
      out.println(line);
    }
    planned = seconds;
    begunAt = System.nanoTime();
    secondsToCome -= seconds;
    stepsToCome--;
  }

  /** It has ended. */
  void end() {
    overheads += (System.nanoTime() - begunAt) / 1e9 - planned;
    stepsDone++;
  }

  @Override
  public void close() {
    if (terminal) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }
}
