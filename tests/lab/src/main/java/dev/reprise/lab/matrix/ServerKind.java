package dev.reprise.lab.matrix;

import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.matrix.ServerSite.TlsVersion;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A server program in one configuration.
 *
 * @param name on the command line and in JSON
 * @param title what it is, for a table
 * @param tls the TLS versions that the configuration makes sense for
 * @param missing what it lacks to run here, such as {@code nginx is not installed}
 * @param version of the program; to be asked only if nothing is missing
 * @param isFleet whether it takes some refused tickets to find out how members are chosen
 */
record ServerKind(
    String name,
    String title,
    Set<TlsVersion> tls,
    Supplier<Optional<String>> missing,
    Supplier<String> version,
    boolean isFleet,
    Starter starter) {

  private static final int MOST_CALLS = 640;

  interface Starter {
    RunningServer start(ServerSite site) throws IOException;
  }

  interface JavaStarter {
    RunningServer start(JavaRuntime java, ServerSite site, int port) throws IOException;
  }

  static ServerKind of(
      String name, String title, int feature, String version, JavaStarter starter) {
    Supplier<Optional<JavaRuntime>> java = () -> JavaRuntime.ofMachine(feature);
    return new ServerKind(
        name + "-" + feature,
        title.formatted(feature),
        Set.of(TlsVersion.values()),
        () ->
            java.get().isPresent()
                ? Optional.empty()
                : Optional.of("there is no JDK " + feature + "; set JAVA_HOME_" + feature),
        () -> version + " on " + java.get().orElseThrow().version(),
        false,
        site -> starter.start(java.get().orElseThrow(), site, ServerSite.freePort()));
  }

  ServerKind only(TlsVersion... versions) {
    return new ServerKind(name, title, Set.of(versions), missing, version, isFleet, starter);
  }

  /** How many calls it takes to tell how it does, for so many threads. */
  int calls(int threads, boolean brief) {
    // With fewer calls of a fleet, who has more full handshakes is chance.
    return isFleet
        ? Math.max(300, 40 * threads)
        : threads == 1 ? 20 : Math.min((brief ? 5 : 10) * threads, MOST_CALLS);
  }
}
