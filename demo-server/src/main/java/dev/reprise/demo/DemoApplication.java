package dev.reprise.demo;

/** Starts the demo server from the command line. */
public final class DemoApplication {
  private DemoApplication() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(new DemoCommand(System.in, System.out, System.err).run(args));
  }
}
