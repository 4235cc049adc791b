package dev.reprise.demo;

/** Starts the demo server from the command line. */
public final class DemoApplication {
  private DemoApplication() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    // Stores for clients on any JDK: before 11.0.12 they cannot read what newer ones write by
    // default.
    System.setProperty("keystore.pkcs12.legacy", "true");
    System.exit(new DemoCommand(System.in, System.out, System.err).run(args));
  }
}
