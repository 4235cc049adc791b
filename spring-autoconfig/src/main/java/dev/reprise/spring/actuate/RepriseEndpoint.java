package dev.reprise.spring.actuate;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.PeerStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** The actuator endpoint {@code reprise}: per client and peer, what is resumed and why not. */
@Endpoint(id = "reprise")
final class RepriseEndpoint {

  private final List<RepriseClient> clients;

  RepriseEndpoint(List<RepriseClient> clients) {
    this.clients = List.copyOf(clients);
  }

  /** Every client, by name. Not null. */
  @ReadOperation
  public Map<String, Object> clients() {
    Map<String, Object> all = new TreeMap<>();
    for (RepriseClient client : clients) {
      all.put(client.name(), describe(client));
    }
    return Map.of("clients", all);
  }

  /** One client, or null if there is none of the name. */
  @ReadOperation
  public Map<String, Object> client(@Selector String client) {
    return clients.stream()
        .filter(each -> each.name().equals(client))
        .findAny()
        .map(RepriseEndpoint::describe)
        .orElse(null);
  }

  private static Map<String, Object> describe(RepriseClient client) {
    Map<String, Object> peers = new LinkedHashMap<>();
    String prefix = ClientNames.prefix(client.name());
    client
        .statistics()
        .peers()
        .forEach((peer, counts) -> peers.put(peer.toString(), describe(counts, prefix)));
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("lanes", describe(client.laneCounts()));
    description.put("peers", peers);
    return description;
  }

  private static Map<String, Object> describe(LaneCounts lanes) {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("leased", lanes.leased());
    description.put("free", lanes.free());
    return description;
  }

  private static Map<String, Object> describe(PeerStatistics peer, String prefix) {
    Map<String, Object> handshakes = new LinkedHashMap<>();
    handshakes.put("resumed", peer.resumed());
    handshakes.put("full", peer.full());
    handshakes.put("failed", peer.failed());
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("handshakes", handshakes);
    description.put("fullBy", peer.fullBy());
    description.put("offersRefused", peer.offersRefused());
    description.put("closes", peer.closes());
    description.put("advice", PeerAdvice.of(peer, prefix));
    return description;
  }
}
