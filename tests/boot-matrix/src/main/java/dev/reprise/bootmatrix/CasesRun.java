package dev.reprise.bootmatrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs a group of cases in a JVM of its own, and keeps what it logged. */
final class CasesRun {

  private static final String MARK = "CASE ";
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Layout layout;
  private final DemoServer provider;

  CasesRun(Layout layout, DemoServer provider) {
    this.layout = layout;
    this.provider = provider;
  }

  List<CaseResult> run(Cell cell, CaseGroup group) {
    List<String> arguments =
        new ArrayList<>(
            List.of(provider.url().toString(), provider.trustStore().getParent().toString()));
    arguments.addAll(group.classes(cell.generation()));
    try (ChildJvm jvm =
        ChildJvm.on(cell.java())
            .named("the JVM of %s, %s".formatted(group, cell))
            .options("-XX:TieredStopAtLevel=1")
            .options(group.isTrusting() ? trust() : new String[0])
            .classPath(group.classPath(layout.cases(cell.generation())))
            .main("dev.reprise.bootmatrix.cases.CasesMain")
            .arguments(arguments.toArray(new String[0]))
            .start()) {
      return results(cell, group, jvm.process());
    }
  }

  private String[] trust() {
    return new String[] {
      "-Djavax.net.ssl.trustStore=" + provider.trustStore(),
      "-Djavax.net.ssl.trustStorePassword=" + provider.password(),
      "-Djavax.net.ssl.trustStoreType=PKCS12"
    };
  }

  private List<CaseResult> results(Cell cell, CaseGroup group, ChildProcess process) {
    String failure = null;
    try {
      int exit = process.awaitExit(LIMIT);
      failure = exit == 0 ? null : "the JVM ended with exit code " + exit;
    } catch (HarnessException e) {
      failure = e.getMessage();
    }
    List<String> output = process.outputLines();
    Path log = log(cell, group, output, process.errorLines());
    List<CaseResult> results = new ArrayList<>();
    for (String line : output) {
      if (line.startsWith(MARK)) {
        results.add(parse(line.substring(MARK.length())));
      }
    }
    if (failure != null) {
      results.add(CaseResult.failed(group.toString(), failure + "; see " + log));
    }
    return results;
  }

  private static CaseResult parse(String line) {
    try {
      return JSON.readValue(line, CaseResult.class);
    } catch (JsonProcessingException e) {
      throw new HarnessException("a case's result is unreadable: " + e.getOriginalMessage(), e);
    }
  }

  private Path log(Cell cell, CaseGroup group, List<String> output, List<String> errors) {
    Path log =
        layout
            .cases(cell.generation())
            .resolve("java-%d-%s.log".formatted(cell.java().feature(), group));
    List<String> lines = new ArrayList<>(output);
    lines.addAll(errors);
    try {
      return Files.write(log, lines);
    } catch (IOException e) {
      throw new HarnessException("'%s' cannot be written: %s".formatted(log, e), e);
    }
  }
}
