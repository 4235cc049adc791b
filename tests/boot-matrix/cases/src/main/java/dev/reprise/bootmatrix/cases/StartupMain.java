package dev.reprise.bootmatrix.cases;

import org.springframework.context.ConfigurableApplicationContext;

/** Starts one application and tells how long that took. */
public final class StartupMain {

  private StartupMain() {}

  /**
   * Prints a line with the milliseconds of the start.
   *
   * @param args properties of the application, as on its command line
   */
  public static void main(String[] args) {
    long start = System.nanoTime();
    try (ConfigurableApplicationContext context = Trial.quiet(Trial.Application.class).run(args)) {
      System.out.println("STARTED " + (System.nanoTime() - start) / 1_000_000);
    }
  }
}
