package dev.reprise.lab.matrix;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.JavaRuntimes;
import dev.reprise.lab.matrix.server.ServerKind;
import dev.reprise.lab.matrix.server.Servers;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options on the command line, and the plan that they make. */
final class MatrixOptions {

  /** The JDKs that every server meets, unless others are asked for. */
  private static final List<String> SERVER_JDKS = List.of("11.0.13", "machine-17", "25.0.2");

  private static final List<String> SHORT_SERVER_JDKS = List.of("machine-17");

  @Option(names = "--short", description = "Fewer cells, with fewer calls, in some minutes.")
  private boolean brief;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description =
          "jdks (every JDK, with nginx), servers (every server, with some JDKs), providers"
              + " (native TLS and cryptography, with some JDKs and nginx). Default all.")
  private List<String> parts;

  @Option(
      names = "--jdks",
      split = ",",
      paramLabel = "JDK",
      description =
          "Of ${COMPLETION-CANDIDATES}. Default all; with servers 11.0.13, machine-17 and 25.0.2, if"
              + " short machine-17 alone.",
      completionCandidates = JavaRuntimes.Names.class)
  private List<String> jdks;

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "SERVER",
      description = "Servers of the part servers, by the names in the table. Default all.")
  private List<String> servers;

  /**
   * Checks the options.
   *
   * @param command the command line, for the record
   * @param notes takes what is left out, and why
   * @throws UsageException if an option makes no sense
   */
  Plan plan(String command, List<String> notes) {
    List<Part> chosenParts =
        parts == null
            ? List.of(Part.values())
            : Experiment.choose("--parts", "part", parts, List.of(Part.values()), Part::label);
    List<String> names =
        jdks == null
            ? JavaRuntimes.NAMES
            : Experiment.choose("--jdks", "JDK", jdks, JavaRuntimes.NAMES, name -> name);
    List<JavaRuntime> runtimes =
        JavaRuntimes.find(
            Installation.jdksScript(), needed(names, chosenParts), line -> note(notes, line));
    List<ServerKind> known =
        Servers.all(
            feature -> serverRuntime(feature, runtimes),
            Probes.tomcatClassPath(),
            Probes.demoServer());
    List<ServerKind> chosen =
        servers == null
            ? known
            : Experiment.choose("--servers", "server", servers, known, ServerKind::name);
    return new Plan(
        chosenParts,
        runtimes,
        serverRuntimes(runtimes),
        chosen,
        jdkServer(known, notes),
        brief,
        command);
  }

  /** Runtimes that no cell needs are not fetched. */
  private List<String> needed(List<String> names, List<Part> chosenParts) {
    return jdks == null && !chosenParts.contains(Part.JDKS)
        ? names.stream().filter(serverJdks()::contains).toList()
        : names;
  }

  private List<String> serverJdks() {
    return brief ? SHORT_SERVER_JDKS : SERVER_JDKS;
  }

  private List<JavaRuntime> serverRuntimes(List<JavaRuntime> runtimes) {
    if (jdks != null) {
      return runtimes;
    }
    List<JavaRuntime> usual =
        runtimes.stream().filter(runtime -> serverJdks().contains(runtime.name())).toList();
    return usual.isEmpty() ? runtimes.subList(runtimes.size() - 1, runtimes.size()) : usual;
  }

  private static Optional<JavaRuntime> serverRuntime(int feature, List<JavaRuntime> runtimes) {
    return JavaRuntimes.ofMachine(feature)
        .or(() -> runtimes.stream().filter(runtime -> runtime.feature() == feature).findFirst());
  }

  private static ServerKind jdkServer(List<ServerKind> known, List<String> notes) {
    ServerKind nginx = byName(known, "nginx");
    if (nginx.missing().isEmpty()) {
      return nginx;
    }
    note(notes, "the JDKs meet the demo server: " + nginx.missing().get());
    return byName(known, "jetty-17");
  }

  private static ServerKind byName(List<ServerKind> known, String name) {
    return known.stream().filter(kind -> kind.name().equals(name)).findFirst().orElseThrow();
  }

  private static void note(List<String> notes, String line) {
    if (!notes.contains(line)) {
      notes.add(line);
    }
  }
}
