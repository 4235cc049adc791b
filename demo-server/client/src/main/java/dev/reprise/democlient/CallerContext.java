package dev.reprise.democlient;

import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts the application that calls: a Spring Boot application of its own for each position of the
 * switches, configured by properties as a user's would be.
 */
final class CallerContext {
  private CallerContext() {}

  static ConfigurableApplicationContext start(Target target, Switches switches, Figures figures) {
    SpringApplication application =
        new SpringApplication(CallerConfiguration.class, switches.client().configuration());
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setRegisterShutdownHook(false);
    application.setListeners(
        application.getListeners().stream()
            .filter(listener -> !(listener instanceof LoggingApplicationListener))
            .toList());
    application.setDefaultProperties(
        Map.of(
            "spring.config.name",
            "caller",
            "caller.tls-version",
            switches.tls(),
            "caller.trust-store",
            target.trustStore().toUri().toString(),
            "caller.trust-store-password",
            target.password(),
            "caller.most-threads",
            Switches.MOST_THREADS,
            "caller.connect-timeout",
            Timeouts.CONNECT,
            "caller.read-timeout",
            Timeouts.READ,
            "reprise.enabled",
            switches.client() == ClientKind.REPRISE));
    application.addInitializers(
        context -> {
          context.getBeanFactory().registerSingleton("target", target);
          context.getBeanFactory().registerSingleton("switches", switches);
          context.getBeanFactory().registerSingleton("figures", figures);
        });
    return application.run();
  }
}
