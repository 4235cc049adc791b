package dev.reprise.lab.matrix.server;

import dev.reprise.lab.Tool;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A server that is a program of the machine.
 *
 * @param tools the program, and what else it takes
 * @param versionPattern what its version is the first group of, in what it prints
 * @param versionOption what it is to be told to print that
 * @param starter starts it for a site
 */
record ProgramKind(
    String name,
    String title,
    List<Tool> tools,
    String versionPattern,
    String versionOption,
    Set<TlsVersion> tlsVersions,
    Starter starter)
    implements ServerKind {

  /** Starts the program and waits until it listens. */
  interface Starter {
    RunningServer start(ServerSite site) throws IOException;
  }

  /** One of each TLS version. */
  ProgramKind(
      String name,
      String title,
      List<Tool> tools,
      String versionPattern,
      String versionOption,
      Starter starter) {
    this(name, title, tools, versionPattern, versionOption, Set.of(TlsVersion.values()), starter);
  }

  @Override
  public String version() {
    return tools.get(0).version(versionPattern, versionOption);
  }

  @Override
  public Optional<String> missing() {
    return tools.stream().flatMap(tool -> tool.missing().stream()).findFirst();
  }

  @Override
  public RunningServer start(ServerSite site) throws IOException {
    return starter.start(site);
  }
}
