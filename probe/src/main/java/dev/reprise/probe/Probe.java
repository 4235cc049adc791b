package dev.reprise.probe;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The main class. */
public final class Probe {

  private Probe() {}

  /** Runs the command, and exits with its code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(new ProbeCommand(out, err, System.getenv()).run(args));
  }
}
