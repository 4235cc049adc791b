package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Learned;
import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsFailure;
import dev.reprise.tls.TlsSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.core.NestedExceptionUtils;

/** The actuator endpoint {@code reprise}: per client and peer, what is resumed and why not. */
@Endpoint(id = "reprise")
public final class RepriseEndpoint {

  private final Clients clients;
  private final Learned learned;

  public RepriseEndpoint(Clients clients, Learned learned) {
    this.clients = clients;
    this.learned = learned;
  }

  /** Every client, by name. Not null. */
  @ReadOperation
  public Map<String, Object> clients() {
    Map<String, Object> all = new TreeMap<>();
    clients.names().forEach(name -> all.put(name, describe(clients.get(name))));
    return Map.of("clients", all);
  }

  /** One client, or null if there is none of that name. */
  @ReadOperation
  public Map<String, Object> client(@Selector String client) {
    return clients.names().contains(client) ? describe(clients.get(client)) : null;
  }

  private Map<String, Object> describe(RepriseClient client) {
    String prefix = ClientConfiguration.prefix(client.name());
    TlsSettings settings = client.socketFactory().settings();
    Map<String, Object> peers = new LinkedHashMap<>();
    client
        .statistics()
        .peers()
        .forEach(
            (peer, counts) -> {
              Map<String, Object> described = describe(counts, prefix);
              if (settings.maxPreconnectionsPerPeer() > 0) {
                described.put(
                    "preconnected",
                    preconnections(counts, client.socketFactory().readyPreconnections(peer)));
              }
              peers.put(peer.toString(), described);
            });
    LaneCounts lanes = client.socketFactory().laneCounts();
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("lanes", new TreeMap<>(Map.of("leased", lanes.leased(), "free", lanes.free())));
    description.put("httpClient", FailureCause.spelled(clients.library()));
    description.put("trust", client.trustOrigin());
    description.put("key", client.keyOrigin());
    Map<String, Integer> pool = clients.pool(client.name());
    if (pool != null) {
      description.put("pool", new TreeMap<>(pool));
    }
    settings
        .clientCertificateExpiry()
        .ifPresent(expiry -> description.put("clientCertificateExpires", expiry.toString()));
    List<String> advice = advice(client, settings);
    if (!advice.isEmpty()) {
      description.put("advice", advice);
    }
    List<String> sentences = learned.sentences(client.name());
    if (!sentences.isEmpty()) {
      description.put("learned", sentences);
    }
    description.put("peers", peers);
    return description;
  }

  private List<String> advice(RepriseClient client, TlsSettings settings) {
    List<String> advice = new ArrayList<>();
    if (settings.stockSockets()) {
      String property = clients.configuration(client.name()).named("resumption-enabled");
      advice.add(
          "Reprise resumes no sessions: connections are made without Reprise, and are not counted"
              + " here. "
              + (client.properties().getResumptionEnabled()
                  ? "A bean of the application sets stockSockets."
                  : "Remove " + property + "=false."));
    }
    if ("BCJSSE".equalsIgnoreCase(client.properties().getSsl().getProvider())) {
      advice.add(
          "The provider BCJSSE never resumes TLS 1.3. Offer only TLSv1.2, or use another provider.");
    }
    ClientConfiguration.expiryAdvice(client.name(), settings).ifPresent(advice::add);
    return advice;
  }

  private static Map<String, Object> describe(PeerStatistics peer, String prefix) {
    Map<String, Object> handshakes = new LinkedHashMap<>();
    handshakes.put("resumed", peer.resumed());
    handshakes.put("full", peer.full());
    handshakes.put("failed", peer.failed());
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("handshakes", handshakes);
    description.put("fullBy", keyed(peer.fullBy()));
    description.put("connectsFailed", peer.connectsFailed());
    description.put("reducedClientHellosRefused", peer.reducedClientHellosRefused());
    description.put("reuses", peer.reuses());
    description.put("closes", keyed(peer.closes()));
    description.put("advice", PeerAdvice.of(peer, prefix));
    peer.lastHandshake()
        .ifPresent(
            last -> {
              description.put("protocol", last.protocol());
              description.put("cipherSuite", last.cipherSuite());
            });
    peer.lastFailure().ifPresent(last -> description.put("lastFailure", describe(last)));
    return description;
  }

  /** A miss is a connection that found no preconnected one. */
  private static Map<String, Object> preconnections(PeerStatistics peer, int ready) {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("ready", ready);
    description.put("opened", peer.preconnectionsOpened());
    description.put(
        "missed", Math.max(0, peer.resumed() + peer.full() - peer.preconnectionsOpened()));
    description.putAll(keyed(peer.preconnections()));
    return description;
  }

  private static Map<String, Object> describe(TlsFailure failure) {
    return new TreeMap<>(
        Map.of(
            "at", failure.at().toString(),
            "cause", FailureCause.of(failure.cause()),
            "text", text(failure.cause())));
  }

  /**
   * Shows a failure with its root cause. The length is bounded, since a peer may write part of it.
   */
  private static String text(Throwable failure) {
    Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
    boolean told = failure.toString().contains(String.valueOf(root.getMessage()));
    String whole = told ? failure.toString() : failure + ", caused by " + root;
    return whole.length() > 500 ? whole.substring(0, 500) + "…" : whole;
  }

  private static Map<String, Long> keyed(Map<? extends Enum<?>, Long> counts) {
    Map<String, Long> spelled = new LinkedHashMap<>();
    counts.forEach((what, count) -> spelled.put(FailureCause.key(what), count));
    return spelled;
  }
}
