package dev.reprise.boot;

import org.springframework.context.ConfigurableApplicationContext;

/** Starts one application, for {@code run.sh --startup}. */
public final class StartupMain {

  private StartupMain() {}

  /** Prints how many milliseconds the start took, with properties as on its command line. */
  public static void main(String[] args) {
    long start = System.nanoTime();
    try (ConfigurableApplicationContext context =
        Applications.builder(Applications.Plain.class).run(args)) {
      System.out.println((System.nanoTime() - start) / 1_000_000);
    }
  }
}
