package dev.reprise.bootmatrix;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Applications with Maven what the matrix runs. */
final class Applications {

  private static final Duration LIMIT = Duration.ofMinutes(20);

  private final Layout layout;
  private final PrintWriter err;

  Applications(Layout layout, PrintWriter err) {
    this.layout = layout;
    this.err = err;
  }

  void build(Collection<Generation> generations) {
    err.println(
        "building the applications for Boot "
            + generations.stream().map(Generation::version).collect(Collectors.joining(", "))
            + " (the first time takes a few minutes) …");
    String projects =
        generations.stream()
            .map(
                each ->
                    (each.isBetween() ? "" : "sample/" + each.folder() + ",")
                        + "cases/"
                        + each.folder())
            .collect(Collectors.joining(","));
    // Boot's plugin leaves a jar alone that it has packaged already, however old the jars inside.
    List<String> command =
        List.of(
            "mvn",
            "-B",
            "-q",
            "-f",
            layout.module().resolve("applications.xml").toString(),
            "--projects=" + projects,
            "clean",
            "package");
    try (ChildProcess maven = ChildProcess.start("Maven (mvn)", command)) {
      if (maven.awaitExit(LIMIT) != 0) {
        maven.outputLines().forEach(err::println);
        maven.errorLines().forEach(err::println);
        throw new HarnessException("the applications cannot be built; Maven's messages are above");
      }
    }
  }
}
