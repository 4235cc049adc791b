package dev.reprise.lab.matrix;

import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.matrix.server.KeyType;
import dev.reprise.lab.matrix.server.ServerKind;
import dev.reprise.lab.matrix.server.TlsVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is to be run.
 *
 * @param parts the halves of the matrix
 * @param runtimes the JDKs of the first half
 * @param serverRuntimes the JDKs of the second half
 * @param servers the servers of the second half
 * @param jdkServer the server of the first half
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
    return runtime.name().matches("11\\.0\\.[59]") ? "4.4.13" : "4.4.16";
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
                threads,
                requests(server, threads)));
      }
    }
    return cells;
  }

  private int requests(ServerKind server, int threads) {
    return Cell.WARM_UP + (brief ? server.fewCalls(threads) : server.calls(threads));
  }
}
