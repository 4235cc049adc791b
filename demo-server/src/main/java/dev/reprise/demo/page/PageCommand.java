package dev.reprise.demo.page;

import dev.reprise.demo.DemoApplication;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Starts a demo server in a separate JVM, and a page that calls it. */
@Command(
    name = "dashboard.sh",
    description = "Starts a demo server, and a live page that calls it.")
public final class PageCommand {

  @Option(
      names = "--port",
      description = "Port of the page on 127.0.0.1, 0 for a free one. Default 8080")
  private int port = 8080;

  @Option(names = "--exit-with-stdin", description = "End when standard input ends")
  private boolean exitWithStdin;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text")
  boolean help;

  private PageCommand() {}

  /** Runs the command; returns its exit code. */
  public static int run(InputStream in, PrintStream out, PrintStream err, String... args) {
    PageCommand options = new PageCommand();
    CommandLine commandLine = new CommandLine(options);
    try {
      if (commandLine.parseArgs(args).isUsageHelpRequested()) {
        commandLine.usage(out);
        return 0;
      }
    } catch (ParameterException e) {
      err.println(e.getMessage());
      return DemoApplication.BAD_USAGE;
    }
    try (ServerProcess server = ServerProcess.start();
        ConfigurableApplicationContext page = page(options.port, server.target())) {
      int port = ((WebServerApplicationContext) page).getWebServer().getPort();
      out.println("Page   http://127.0.0.1:" + port + "/");
      out.flush();
      DemoApplication.await(options.exitWithStdin, in);
      return 0;
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof PortInUseException) {
          err.println(
              "--port: %d cannot be opened; stop what uses it, or choose another port, 0 for a free one"
                  .formatted(options.port));
          return DemoApplication.CANNOT_START;
        }
      }
      throw e;
    }
  }

  private static ConfigurableApplicationContext page(int port, Target target) {
    SpringApplication application = new SpringApplication(Page.class);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setDefaultProperties(Map.of("spring.config.name", "page", "server.port", port));
    application.addInitializers(
        context -> context.getBeanFactory().registerSingleton("target", target));
    return application.run();
  }
}
