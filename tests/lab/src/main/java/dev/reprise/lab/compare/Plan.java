package dev.reprise.lab.compare;

import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is to be run, checked.
 *
 * @param tlsVersions the versions, each a run of its own; empty to take what the user's endpoint
 *     negotiates
 * @param requests the requests of a turn; empty for as many as fit into the time
 * @param endpoint the user's own endpoint; empty for the demo server
 * @param keyType the key type of the demo server's certificate
 * @param load how and over what distance the clients call
 * @param command the command that repeats the run
 */
record Plan(
    List<ClientKind> clients,
    List<Level> levels,
    List<String> tlsVersions,
    List<Integer> threads,
    List<CryptoProvider> providers,
    OptionalInt requests,
    int rounds,
    boolean quick,
    JavaRuntime jdk,
    Optional<UserEndpoint> endpoint,
    String keyType,
    Load load,
    String command) {

  /** The conditions of one cell. */
  record Conditions(
      String tls, CryptoProvider provider, int threads, Level level, List<ClientKind> clients) {

    /** A short name for progress lines. */
    String label() {
      return "%s %s".formatted(tls, level.label());
    }
  }

  /**
   * The cells in groups, in the order of the run. The cells of a group differ in threads and TLS
   * version only, so that the same JVMs can run them one after the other. Cells that no client can
   * take part in are left out.
   *
   * @param versions the TLS versions
   */
  List<List<Conditions>> groups(List<String> versions) {
    List<List<Conditions>> groups = new ArrayList<>();
    for (CryptoProvider provider : providers) {
      for (Level level : levels) {
        List<ClientKind> able = clients.stream().filter(client -> client.supports(level)).toList();
        if (!able.isEmpty()) {
          groups.add(cells(provider, level, versions, able));
        }
      }
    }
    return groups;
  }

  private List<Conditions> cells(
      CryptoProvider provider, Level level, List<String> versions, List<ClientKind> able) {
    return versions.stream()
        .flatMap(
            tls -> threads.stream().map(count -> new Conditions(tls, provider, count, level, able)))
        .toList();
  }
}
