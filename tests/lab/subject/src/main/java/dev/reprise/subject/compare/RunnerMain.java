package dev.reprise.subject.compare;

import java.io.PrintStream;

/** The main class of a client's JVM, which lives until its standard input ends. */
public final class RunnerMain {

  private RunnerMain() {}

  /** Takes no arguments; see {@link RunnerRequest} for the lines it reads. */
  public static void main(String[] args) throws InterruptedException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    new Runner(System.in, replies, () -> Runtime.getRuntime().halt(0)).run();
    System.exit(1);
  }
}
