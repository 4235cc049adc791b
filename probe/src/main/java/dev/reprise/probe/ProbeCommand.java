package dev.reprise.probe;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.ProbeFailure;
import dev.reprise.probe.measure.Survey;
import dev.reprise.probe.recording.Calls;
import dev.reprise.probe.recording.FlightRecording;
import dev.reprise.probe.recording.Verdict;
import dev.reprise.probe.report.JsonDocument;
import dev.reprise.probe.report.Report;
import dev.reprise.probe.report.TextPage;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command, from its arguments to its exit code. */
public final class ProbeCommand {

  /** The server resumes sessions. */
  static final int RESUMES = 0;

  /** The server does not resume sessions, or not always. */
  static final int DOES_NOT_RESUME = 1;

  static final int BROKEN_OFF = 6;

  /** The recording has too little to say anything. */
  static final int NOT_TOLD = 7;

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;

  ProbeCommand(PrintStream out, PrintStream err, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.environment = environment;
  }

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(new ProbeCommand(out, err, System.getenv()).run(args));
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
      options.check();
      return probe(options);
    } catch (ParameterException e) {
      err.println(line(e));
      return ProbeFailure.USAGE;
    } catch (ProbeFailure e) {
      err.println(e.getMessage());
      return e.exitCode;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      err.println("Broken off");
      return BROKEN_OFF;
    } catch (RuntimeException e) {
      err.println("Stopped by a defect of the probe; please report this:");
      e.printStackTrace(err);
      return BROKEN_OFF;
    }
  }

  private int probe(ProbeOptions options) throws InterruptedException {
    if (options.recording == null) {
      return report(survey(options), options);
    }
    FlightRecording recording = options.recorded();
    Facts facts = null;
    String server =
        options.isUrlGiven() ? options.target().host() + ":" + options.target().port() : null;
    if (server != null) {
      try {
        facts = survey(options);
      } catch (ProbeFailure e) {
        if (e.exitCode == ProbeFailure.USAGE) {
          throw e;
        }
        err.println(e.getMessage());
      }
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (Calls calls : recording.servers()) {
      verdicts.add(new Verdict(recording, calls, calls.server.equals(server) ? facts : null));
    }
    out.print(
        options.json ? JsonDocument.of(recording, verdicts) : TextPage.of(recording, verdicts));
    Set<Verdict.Outcome> outcomes = EnumSet.noneOf(Verdict.Outcome.class);
    verdicts.forEach(each -> outcomes.add(each.outcome()));
    if (server != null && verdicts.stream().noneMatch(each -> each.calls.server.equals(server))) {
      err.println("The recording has no call to " + server);
    }
    return outcomes.contains(Verdict.Outcome.BAD)
        ? DOES_NOT_RESUME
        : outcomes.equals(EnumSet.of(Verdict.Outcome.GOOD)) ? RESUMES : NOT_TOLD;
  }

  private Facts survey(ProbeOptions options) throws InterruptedException {
    Survey survey =
        new Survey(
            options.target(),
            CredentialFiles.load(options, environment),
            Duration.ofMillis(options.pause),
            options.requests,
            what -> err.println("... " + what));
    return survey.run(options.anyStatus);
  }

  private int report(Facts facts, ProbeOptions options) {
    Report report = new Report(facts, options.rate, options.trust != null, options.cert != null);
    out.print(options.json ? JsonDocument.of(report) : TextPage.of(report));
    return facts.resumes() ? RESUMES : DOES_NOT_RESUME;
  }

  /** What is wrong, without values: one may be a password that does not belong there. */
  private static String line(ParameterException e) {
    if (e instanceof UnmatchedArgumentException) {
      String argument = ((UnmatchedArgumentException) e).getUnmatched().get(0);
      String name = argument.split("=", 2)[0];
      if (name.matches("--?(cert|trust|key)?-?pass.*")) {
        return "Passwords are not taken from the command line, where others can read them: use"
            + " --cert-password-env or --trust-password-env";
      }
      return argument.startsWith("-")
          ? "Unknown option '" + name + "' (--help lists the options)"
          : "Give one URL and nothing after it (--help)";
    }
    return e.getArgSpec() != null && e.getArgSpec().isOption() && e.getValue() != null
        ? ((picocli.CommandLine.Model.OptionSpec) e.getArgSpec()).longestName()
            + ": '"
            + e.getValue()
            + "' is not a valid value (--help)"
        : e.getMessage();
  }
}
