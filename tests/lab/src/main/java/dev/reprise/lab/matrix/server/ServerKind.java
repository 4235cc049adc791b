package dev.reprise.lab.matrix.server;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** A server program in one configuration. */
public interface ServerKind {

  /** Its name on the command line and in JSON. */
  String name();

  /** What it is, for a table. */
  String title();

  /** The TLS versions that the configuration makes sense for. */
  default Set<TlsVersion> tlsVersions() {
    return Set.of(TlsVersion.values());
  }

  /** How many calls it takes to tell how it does, for so many threads. */
  default int calls(int threads) {
    return threads == 1 ? 20 : 10 * threads;
  }

  /** How many calls will do where time is short. */
  default int fewCalls(int threads) {
    return 5 * threads;
  }

  /** The version of the program; to be asked only if nothing is missing. */
  String version();

  /** What it lacks to run here, such as {@code nginx is not installed}. */
  Optional<String> missing();

  /**
   * Starts it and waits until it listens.
   *
   * @throws dev.reprise.lab.HarnessException if it does not start
   * @throws IOException if its files cannot be written
   */
  RunningServer start(ServerSite site) throws IOException;
}
