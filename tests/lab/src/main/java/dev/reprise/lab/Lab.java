package dev.reprise.lab;

import dev.reprise.lab.clients.Clients;
import dev.reprise.lab.faults.Faults;
import dev.reprise.lab.matrix.Matrix;
import dev.reprise.lab.soak.Soak;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

@Command(
    name = "tests/lab.sh",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "The experiments on Reprise. Each tells its options with --help.",
    subcommands = {Clients.class, Faults.class, Matrix.class, Soak.class},
    footer = {
      "",
      "Exit codes: 0 everything held, 1 something did not or it could not be done,"
          + " 2 the command line makes no sense, 3 a JDK could not be had."
    })
public final class Lab implements Runnable {

  @Spec private CommandSpec spec;

  private Lab() {}

  public static void main(String[] args) {
    System.exit(command(new Lab()).setOut(utf8(System.out)).setErr(utf8(System.err)).execute(args));
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** A command that tells in one line what makes no sense, or cannot be done. */
  public static CommandLine command(Object command) {
    return new CommandLine(command)
        .setParameterExceptionHandler(
            (e, arguments) ->
                Experiment.complain(
                    e.getCommandLine().getCommandSpec(), e.getMessage(), Experiment.USAGE))
        .setExecutionExceptionHandler(
            (e, commandLine, parsed) -> {
              CommandSpec failed = commandLine.getCommandSpec();
              if (e instanceof HarnessException told) {
                return Experiment.complain(failed, told.getMessage(), told.code);
              }
              throw e;
            });
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "page",
      description = "Writes the pages of all experiments, from the raw data in a folder.")
  int page(
      @Option(
              names = "--out",
              paramLabel = "DIR",
              defaultValue = "results",
              description = "Where the raw data are, and the pages go. Default ${DEFAULT-VALUE}.")
          Path out)
      throws IOException {
    List<String> unexplained = new ArrayList<>();
    for (CommandLine verb : spec.subcommands().values()) {
      if (verb.getCommand() instanceof Experiment experiment
          && Files.isDirectory(out.resolve(verb.getCommandName()))) {
        unexplained.addAll(experiment.writePage(out));
      }
    }
    unexplained.forEach(spec.commandLine().getErr()::println);
    return unexplained.isEmpty() ? 0 : Experiment.FAILURE;
  }
}
