package dev.reprise.lab.matrix;

import dev.reprise.lab.Chance;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.matrix.server.KeyType;
import dev.reprise.lab.matrix.server.ServerKind;
import dev.reprise.lab.matrix.server.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is to be run.
 *
 * @param parts the parts of the matrix
 * @param runtimes the JDKs of the first part
 * @param serverRuntimes the JDKs of the other parts
 * @param servers the servers of the second part
 * @param jdkServer the server of the other parts
 * @param brief whether to run fewer cells, each with fewer calls
 * @param command the command line that repeats it
 */
record Plan(
    List<Part> parts,
    List<JavaRuntime> runtimes,
    List<JavaRuntime> serverRuntimes,
    List<ServerKind> servers,
    ServerKind jdkServer,
    boolean brief,
    String command) {

  /** The cells that one running server serves. */
  record Group(ServerKind server, TlsVersion tls, KeyType key, List<Cell> cells) {}

  /** How often each client runs in each cell. */
  int runs() {
    return brief ? Chance.FEW_RUNS : Chance.RUNS;
  }

  List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    if (parts.contains(Part.JDKS)) {
      for (KeyType key : KeyType.values()) {
        for (TlsVersion tls : TlsVersion.values()) {
          groups.add(new Group(jdkServer, tls, key, jdkCells(tls, key)));
        }
      }
    }
    if (parts.contains(Part.SERVERS)) {
      for (ServerKind server : servers) {
        Arrays.stream(TlsVersion.values())
            .filter(server.tlsVersions()::contains)
            .forEach(
                tls -> groups.add(new Group(server, tls, KeyType.EC, serverCells(server, tls))));
      }
    }
    if (parts.contains(Part.PROVIDERS)) {
      for (TlsVersion tls : brief ? List.of(TlsVersion.TLS13) : List.of(TlsVersion.values())) {
        groups.add(new Group(jdkServer, tls, KeyType.EC, providerCells(tls)));
      }
    }
    return groups;
  }

  private List<Cell> jdkCells(TlsVersion tls, KeyType key) {
    List<Cell> cells = new ArrayList<>();
    for (JavaRuntime runtime : runtimes) {
      for (String core : List.of("4.4.13", "4.4.16")) {
        for (int threads : brief ? List.of(16) : List.of(1, 16, 128)) {
          if (!brief || core.equals(briefCore(runtime))) {
            cells.add(
                new Cell(
                    Part.JDKS,
                    jdkServer.name(),
                    tls,
                    key,
                    runtime.name(),
                    core,
                    CryptoProvider.JSSE,
                    threads,
                    requests(jdkServer, threads)));
          }
        }
      }
    }
    return cells;
  }

  /** The old HttpCore is dangerous with old JDKs. */
  private static String briefCore(JavaRuntime runtime) {
    return runtime.name().equals("11.0.9") ? "4.4.13" : "4.4.16";
  }

  private List<Cell> serverCells(ServerKind server, TlsVersion tls) {
    List<Cell> cells = new ArrayList<>();
    for (JavaRuntime runtime : serverRuntimes) {
      for (int threads : brief ? List.of(16) : List.of(1, 16)) {
        cells.add(
            new Cell(
                Part.SERVERS,
                server.name(),
                tls,
                KeyType.EC,
                runtime.name(),
                "4.4.16",
                CryptoProvider.JSSE,
                threads,
                requests(server, threads)));
      }
    }
    return cells;
  }

  private List<Cell> providerCells(TlsVersion tls) {
    List<Cell> cells = new ArrayList<>();
    for (CryptoProvider provider : CryptoProvider.values()) {
      for (JavaRuntime runtime : serverRuntimes) {
        for (int threads : brief ? List.of(16) : List.of(1, 16)) {
          if (brief ? provider.bringsTls() : provider != CryptoProvider.JSSE) {
            cells.add(
                new Cell(
                    Part.PROVIDERS,
                    jdkServer.name(),
                    tls,
                    KeyType.EC,
                    runtime.name(),
                    "4.4.16",
                    provider,
                    threads,
                    requests(jdkServer, threads)));
          }
        }
      }
    }
    return cells;
  }

  private int requests(ServerKind server, int threads) {
    return Cell.WARM_UP + (brief ? server.fewCalls(threads) : server.calls(threads));
  }
}
