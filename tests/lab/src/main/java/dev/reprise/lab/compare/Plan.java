package dev.reprise.lab.compare;

import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is to be run, checked.
 *
 * @param tlsVersions the versions, each a run of its own; empty to take what the user's endpoint
 *     negotiates
 * @param peers by how many names the server is called, in turn; each a cell
 * @param cellTime how long each cell may take
 * @param requests the requests of a turn; empty for as many as fit into the time
 * @param endpoint the user's own endpoint; empty for the demo server
 * @param keyType the key type of the demo server's certificate
 * @param load how and over what distance the clients call
 * @param profile where flame graphs go; empty if none are wanted
 * @param command the command that repeats the run
 */
record Plan(
    List<ClientKind> clients,
    List<Level> levels,
    List<String> tlsVersions,
    List<Integer> threads,
    List<Integer> peers,
    List<CryptoProvider> providers,
    Duration cellTime,
    OptionalInt requests,
    int rounds,
    boolean quick,
    JavaRuntime jdk,
    Optional<UserEndpoint> endpoint,
    String keyType,
    Load load,
    Optional<Path> profile,
    String command) {

  /** The conditions of one cell. */
  record Conditions(
      String tls,
      CryptoProvider provider,
      int threads,
      int peers,
      Level level,
      List<ClientKind> clients) {

    /** A short name for progress lines. */
    String label() {
      return "%s %s".formatted(tls, level.label());
    }
  }

  /**
   * The cells in groups, in the order of the run. The cells of a group differ in threads and peers
   * only, so that the same JVMs can run them one after the other. Cells that no client can take
   * part in are left out.
   *
   * @param versions the TLS versions
   */
  List<List<Conditions>> groups(List<String> versions) {
    List<List<Conditions>> groups = new ArrayList<>();
    for (CryptoProvider provider : providers) {
      for (Level level : levels) {
        List<ClientKind> able = clients.stream().filter(client -> client.supports(level)).toList();
        if (!able.isEmpty()) {
          versions.forEach(tls -> groups.add(cells(provider, level, tls, able)));
        }
      }
    }
    return groups;
  }

  private List<Conditions> cells(
      CryptoProvider provider, Level level, String tls, List<ClientKind> able) {
    return threads.stream()
        .flatMap(
            count ->
                peers.stream()
                    .map(names -> new Conditions(tls, provider, count, names, level, able)))
        .toList();
  }

  /** The most peers of a cell. */
  int mostPeers() {
    return Collections.max(peers);
  }

  /** The most threads of a cell. */
  int mostThreads() {
    return Collections.max(threads);
  }

  /** How many turns all cells have. */
  int turns(List<String> versions) {
    return groups(versions).stream()
        .flatMap(List::stream)
        .mapToInt(cell -> cell.clients().size() * (CellRun.WARM_UPS + rounds))
        .sum();
  }
}
