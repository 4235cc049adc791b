package dev.reprise.democlient;

/** Starts the dashboard from the command line. */
public final class DashboardApplication {
  private DashboardApplication() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(DashboardCommand.run(System.in, System.out, System.err, args));
  }
}
