package dev.reprise.democlient;

import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;

/** The running page. */
final class Dashboard implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  private Dashboard(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts the page on a port of this machine alone, and the callers. */
  static Dashboard start(int port, Target target, Switches switches) {
    SpringApplication application = new SpringApplication(DashboardConfiguration.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setDefaultProperties(
        Map.of("spring.config.name", "dashboard", "server.port", port));
    application.addInitializers(
        context -> {
          context.getBeanFactory().registerSingleton("target", target);
          context.getBeanFactory().registerSingleton("switches", switches);
        });
    try {
      return new Dashboard(application.run());
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof PortInUseException) {
          throw new DashboardException(
              "--port: %d cannot be listened on; stop what uses it, or choose another port, 0 for a free one"
                  .formatted(port),
              e);
        }
      }
      throw e;
    }
  }

  String url() {
    return "http://127.0.0.1:"
        + ((WebServerApplicationContext) context).getWebServer().getPort()
        + "/";
  }

  @Override
  public void close() {
    context.close();
  }
}
