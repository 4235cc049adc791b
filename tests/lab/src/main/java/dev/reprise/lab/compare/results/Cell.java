package dev.reprise.lab.compare.results;

import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All clients under one set of conditions.
 *
 * @param tls the TLS version
 * @param provider the TLS and crypto provider of the clients
 * @param threads the threads of each client
 * @param level the height of the stack
 * @param peers by how many names the clients call the server, in turn
 * @param load how and over what distance they call, in words; empty for a closed loop without it
 * @param requestsPerTurn the requests of each turn after the warm-up
 * @param clients the clients, in the order of the table
 */
public record Cell(
    String tls,
    CryptoProvider provider,
    int threads,
    Level level,
    int peers,
    String load,
    int requestsPerTurn,
    List<ClientRuns> clients) {

  /** Results from before there was a load have none, and one peer. */
  public Cell {
    peers = Math.max(1, peers);
    load = load == null ? "" : load;
  }

  /** The cell with the summary of each client that has a round. */
  public Cell summarized() {
    Optional<ClientRuns> httpClient4 = runs(ClientKind.HTTPCLIENT_4_5_14);
    Optional<ClientRuns> floor = runs(ClientKind.FLOOR);
    return new Cell(
        tls,
        provider,
        threads,
        level,
        peers,
        load,
        requestsPerTurn,
        clients.stream()
            .map(
                runs ->
                    runs.rounds().isEmpty()
                        ? runs
                        : runs.withSummary(Summary.of(runs, httpClient4, floor)))
            .toList());
  }

  /** Those of one client, if it took part. */
  public Optional<ClientRuns> runs(ClientKind kind) {
    return clients.stream().filter(runs -> runs.client() == kind).findFirst();
  }

  /** Whether a client dropped out. */
  public boolean incomplete() {
    return clients.stream().anyMatch(runs -> runs.failure() != null);
  }

  /** How many rounds were measured. */
  public int roundCount() {
    return clients.stream().mapToInt(runs -> runs.rounds().size()).max().orElse(0);
  }

  /** One line that names the conditions. */
  public String title() {
    return "%s, %s, %d %s%s, %s%s"
        .formatted(
            tls,
            level == Level.PLAIN ? "plain HTTP POST" : "WebServiceTemplate",
            threads,
            threads == 1 ? "thread" : "threads",
            peers == 1 ? "" : ", %d peers".formatted(peers),
            provider.label(),
            load.isEmpty() ? "" : ", " + load);
  }

  /** One sentence for each client whose own count of full handshakes is not the server's. */
  public List<String> disagreements() {
    List<String> found = new ArrayList<>();
    for (ClientRuns runs : clients) {
      List<Round> seen = runs.rounds().stream().filter(r -> r.server() != null).toList();
      if (runs.client().isSidecar()) {
        continue;
      }
      long client =
          seen.stream()
              .map(Round::turn)
              .mapToLong(turn -> turn.fullHandshakes + turn.fullHandshakesOfLeadIn)
              .sum();
      long server = seen.stream().mapToLong(round -> round.server().fullHandshakes()).sum();
      if (client != server) {
        found.add(
            "%s, %s: the client counted %d full handshakes, the server %d"
                .formatted(title(), runs.client().label(), client, server));
      }
    }
    return found;
  }
}
