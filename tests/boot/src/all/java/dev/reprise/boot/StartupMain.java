package dev.reprise.boot;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Starts one application, for {@code run.sh --startup}, without the libraries of tests. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class StartupMain {

  /** Prints how many milliseconds the start took, with properties as on its command line. */
  public static void main(String[] args) {
    long start = System.nanoTime();
    SpringApplicationBuilder application =
        new SpringApplicationBuilder(StartupMain.class)
            .web(WebApplicationType.NONE)
            .bannerMode(Banner.Mode.OFF)
            .logStartupInfo(false);
    try (ConfigurableApplicationContext context = application.run(args)) {
      System.out.println((System.nanoTime() - start) / 1_000_000);
    }
  }
}
