package dev.reprise.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Options given there go before Boot properties, which may stand in the
 * environment ({@code DEMO_PORT}), in system properties and in {@code application.properties}.
 */
final class DemoCommand {
  static final int OK = 0;
  static final int CANNOT_START = 1;
  static final int BAD_USAGE = 2;

  private static final String HELP = "--help";
  private static final String READY_JSON = "--ready-json";
  private static final String EXIT_WITH_STDIN = "--exit-with-stdin";

  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "demo.port", "8443",
          "logging.level.root", "warn",
          "logging.level.org.springframework.boot", "off");

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  DemoCommand(InputStream in, PrintStream out, PrintStream err) {
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /** Runs a server until the thread is interrupted, or stdin ends if that was asked for. */
  int run(String... args) {
    CommandLine commandLine = new CommandLine(spec());
    ParseResult parsed;
    try {
      parsed = commandLine.parseArgs(args);
    } catch (UnmatchedArgumentException e) {
      String known = String.join(", ", commandLine.getCommandSpec().optionsMap().keySet());
      err.printf("Unknown option '%s'; known are %s%n", e.getUnmatched().get(0), known);
      return BAD_USAGE;
    } catch (ParameterException e) {
      err.println(e.getMessage());
      return BAD_USAGE;
    }
    if (parsed.hasMatchedOption(HELP)) {
      commandLine.usage(out);
      return OK;
    }
    try (DemoServer server = DemoServer.run(application(parsed))) {
      new Announcement(server, out).print(parsed.hasMatchedOption(READY_JSON));
      await(parsed.hasMatchedOption(EXIT_WITH_STDIN));
      return OK;
    } catch (InvalidOptionException e) {
      err.println(e.getMessage());
      return BAD_USAGE;
    } catch (DemoStartException e) {
      err.println(e.getMessage());
      return CANNOT_START;
    }
  }

  private void await(boolean untilEndOfInput) {
    try {
      if (untilEndOfInput) {
        in.transferTo(OutputStream.nullOutputStream());
      } else {
        new CountDownLatch(1).await();
      }
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static SpringApplication application(ParseResult parsed) {
    Map<String, Object> given = new HashMap<>();
    for (Setting setting : Setting.values()) {
      String option = "--" + setting.label();
      if (parsed.hasMatchedOption(option)) {
        given.put(
            OptionsBinder.PREFIX + "." + setting.label(), parsed.matchedOptionValue(option, ""));
      }
    }
    SpringApplication application =
        DemoServer.application(environment -> options(environment, given));
    application.setDefaultProperties(DEFAULTS);
    return application;
  }

  private static DemoOptions options(Environment environment, Map<String, Object> given) {
    ((ConfigurableEnvironment) environment)
        .getPropertySources()
        .addFirst(new MapPropertySource("demoCommandLine", given));
    return OptionsBinder.bind(environment);
  }

  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("demo-server");
    spec.usageMessage()
        .sortOptions(false)
        .description("A SOAP provider over TLS that imposes Connection: close.");
    for (Setting setting : Setting.values()) {
      spec.addOption(option(setting));
    }
    spec.addOption(flag(READY_JSON, "Print a line DEMO-SERVER-READY {...} for scripts"));
    spec.addOption(flag(EXIT_WITH_STDIN, "End when standard input ends"));
    spec.addOption(
        OptionSpec.builder("-h", HELP).usageHelp(true).description("Show this text").build());
    return spec;
  }

  private static OptionSpec option(Setting setting) {
    OptionSpec.Builder option =
        OptionSpec.builder("--" + setting.label())
            .type(String.class)
            .paramLabel(setting.placeholder())
            .description(setting.description());
    return setting.isSwitch()
        ? option.arity("0..1").fallbackValue("true").build()
        : option.arity("1").build();
  }

  private static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }
}
