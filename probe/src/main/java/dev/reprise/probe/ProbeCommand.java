package dev.reprise.probe;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.ProbeFailure;
import dev.reprise.probe.measure.Survey;
import dev.reprise.probe.report.JsonDocument;
import dev.reprise.probe.report.Report;
import dev.reprise.probe.report.TextPage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command, from its arguments to its exit code. */
final class ProbeCommand {

  /** The server resumes sessions. */
  static final int RESUMES = 0;

  /** The server does not resume sessions, or not always. */
  static final int DOES_NOT_RESUME = 1;

  static final int BAD_USAGE = 2;
  static final int UNREACHABLE = ProbeFailure.Kind.UNREACHABLE.exitCode;
  static final int TLS_FAILED = ProbeFailure.Kind.TLS.exitCode;
  static final int HTTP_ERROR = ProbeFailure.Kind.HTTP.exitCode;
  static final int BROKEN_OFF = 6;

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;
  private final Function<String, char[]> prompt;

  /**
   * With the world around it.
   *
   * @param prompt asks at the terminal for a password; gives null if there is none
   */
  ProbeCommand(
      PrintStream out,
      PrintStream err,
      Map<String, String> environment,
      Function<String, char[]> prompt) {
    this.out = out;
    this.err = err;
    this.environment = environment;
    this.prompt = prompt;
  }

  int run(String... args) {
    ProbeOptions options = new ProbeOptions();
    CommandLine commandLine = new CommandLine(options);
    commandLine.setUsageHelpAutoWidth(true);
    try {
      if (commandLine.parseArgs(args).isUsageHelpRequested()) {
        commandLine.usage(out);
        return RESUMES;
      }
      options.settle();
      return probe(options);
    } catch (ParameterException e) {
      err.println(line(e));
      return BAD_USAGE;
    } catch (UsageException e) {
      err.println(e.getMessage());
      return BAD_USAGE;
    } catch (ProbeFailure e) {
      err.println(e.getMessage());
      return e.kind().exitCode;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      err.println("Broken off");
      return BROKEN_OFF;
    } catch (RuntimeException e) {
      err.println(defect(e));
      return BROKEN_OFF;
    }
  }

  /** What nobody has thought of, with the place, for a report. */
  private static String defect(RuntimeException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    StackTraceElement[] frames = cause.getStackTrace();
    return ("Stopped by a defect of the probe; please report this line: "
            + cause
            + (frames.length == 0 ? "" : " at " + frames[0]))
        .replaceAll("\\s*\\R\\s*", " ");
  }

  private int probe(ProbeOptions options) throws ProbeFailure, InterruptedException {
    Consumer<String> progress = options.quiet ? what -> {} : what -> err.println("... " + what);
    Survey survey =
        new Survey(
            options.target(),
            options.credentials(environment, prompt),
            Duration.ofMillis(options.pause),
            options.requests,
            progress);
    Facts facts = survey.run(options.anyStatus, options.firstRequestWait);
    Report report = new Report(facts, options.rate, options.trust != null, options.cert != null);
    if ("-".equals(options.json)) {
      out.println(JsonDocument.of(report));
    } else {
      out.print(TextPage.of(report));
      if (options.json != null) {
        write(options.json, JsonDocument.of(report));
      }
    }
    return facts.resumes() ? RESUMES : DOES_NOT_RESUME;
  }

  private void write(String file, String text) {
    try {
      Files.writeString(Path.of(file), text);
      err.println("Written: " + file);
    } catch (IOException e) {
      throw new UsageException("--json: '" + file + "' cannot be written: " + GivenFile.reason(e));
    }
  }

  /** What is wrong, without values: one may be a password that does not belong there. */
  private static String line(ParameterException e) {
    if (e instanceof UnmatchedArgumentException) {
      String argument = ((UnmatchedArgumentException) e).getUnmatched().get(0);
      String name = argument.split("=", 2)[0];
      if (name.matches("--?(cert|trust|key)?-?pass.*")) {
        return "Passwords are not taken from the command line, where others can read them: use"
            + " --cert-password-env or --cert-password-file, and the same with --trust";
      }
      return argument.startsWith("-")
          ? "Unknown option '" + name + "' (--help lists the options)"
          : "Give one URL and nothing after it (--help)";
    }
    if (e instanceof MissingParameterException) {
      return e.getMessage();
    }
    return e.getArgSpec() != null && e.getArgSpec().isOption()
        ? ((picocli.CommandLine.Model.OptionSpec) e.getArgSpec()).longestName()
            + ": '"
            + e.getValue()
            + "' is not a valid value (--help)"
        : e.getMessage();
  }
}
