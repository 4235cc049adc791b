package dev.reprise.spring.actuate;

import dev.reprise.spring.ClientListeners;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.tls.ConnectFailed;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.OfferRefused;
import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Times handshakes and closes of every client, and counts refused offers. Thread-safe. It knows no
 * registry until it is bound to one, so that making a registry and making a client never wait for
 * each other.
 */
final class HandshakeMeters implements ClientListeners, MeterBinder {

  private static final String HANDSHAKE = "reprise.tls.handshake";
  private static final String REFUSED = "reprise.tls.offers.refused";
  private static final String UNCONNECTED = "reprise.tls.connects.failed";
  private static final String CLOSE = "reprise.tls.close";
  private static final String NONE = "none";

  private final List<Meters> registries = new CopyOnWriteArrayList<>();
  private final int maxPeers;

  HandshakeMeters(int maxPeers) {
    try {
      this.maxPeers =
          IllegalSettingException.requireWithin(
              RepriseProperties.PREFIX + ".metrics.max-peers", maxPeers, 0, 1000);
    } catch (IllegalSettingException e) {
      throw new RepriseConfigurationException(e.setting(), e);
    }
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    registries.add(new Meters(registry));
  }

  @Override
  public TlsListener of(String client) {
    return new Listener(client, new PeerTags(maxPeers));
  }

  private final class Listener implements TlsListener {

    private final String client;
    private final PeerTags peers;

    Listener(String client, PeerTags peers) {
      this.client = client;
      this.peers = peers;
    }

    @Override
    public void handshakeCompleted(HandshakeCompleted event) {
      Handshake handshake = event.handshake();
      handshake(
          event.peer(),
          handshake.protocol(),
          handshake.resumed() ? "resumed" : "full",
          handshake.resumed() ? NONE : FailureCause.spelled(handshake.fullCause()),
          handshake.duration());
    }

    @Override
    public void handshakeFailed(HandshakeFailed event) {
      handshake(event.peer(), NONE, "failed", FailureCause.of(event.cause()), event.duration());
    }

    private void handshake(
        Peer peer, String protocol, String outcome, String cause, Duration duration) {
      List<String> tags = List.of(client, peers.of(peer), protocol, outcome, cause);
      registries.forEach(registry -> registry.handshake(tags).record(duration));
    }

    @Override
    public void connectFailed(ConnectFailed event) {
      List<String> tags = List.of(client, peers.of(event.peer()), FailureCause.of(event.cause()));
      registries.forEach(registry -> registry.unconnected(tags).increment());
    }

    @Override
    public void offerRefused(OfferRefused event) {
      List<String> tags = List.of(client, peers.of(event.peer()));
      registries.forEach(registry -> registry.refusal(tags).increment());
    }

    @Override
    public void closed(ConnectionClosed event) {
      List<String> tags =
          List.of(client, peers.of(event.peer()), FailureCause.spelled(event.outcome()));
      registries.forEach(registry -> registry.close(tags).record(event.duration()));
    }
  }

  /** The meters of one registry, found by their tags without making tag objects each time. */
  private static final class Meters {

    private final MeterRegistry registry;
    private final Map<List<String>, Timer> handshakes = new ConcurrentHashMap<>();
    private final Map<List<String>, Counter> refusals = new ConcurrentHashMap<>();
    private final Map<List<String>, Counter> unconnected = new ConcurrentHashMap<>();
    private final Map<List<String>, Timer> closes = new ConcurrentHashMap<>();

    Meters(MeterRegistry registry) {
      this.registry = registry;
    }

    Timer handshake(List<String> tags) {
      Timer known = handshakes.get(tags);
      return known != null ? known : handshakes.computeIfAbsent(tags, this::newHandshake);
    }

    private Timer newHandshake(List<String> tags) {
      return Timer.builder(HANDSHAKE)
          .description("TLS handshakes: resumed, full or failed, and why")
          .tag("client", tags.get(0))
          .tag("peer", tags.get(1))
          .tag("protocol", tags.get(2))
          .tag("outcome", tags.get(3))
          .tag("cause", tags.get(4))
          .register(registry);
    }

    Counter refusal(List<String> tags) {
      Counter known = refusals.get(tags);
      return known != null ? known : refusals.computeIfAbsent(tags, this::newRefusal);
    }

    private Counter newRefusal(List<String> tags) {
      return Counter.builder(REFUSED)
          .description("Reduced TLS offers that were refused, each of which cost a connection")
          .tag("client", tags.get(0))
          .tag("peer", tags.get(1))
          .register(registry);
    }

    Counter unconnected(List<String> tags) {
      return unconnected.computeIfAbsent(
          tags,
          key ->
              Counter.builder(UNCONNECTED)
                  .description("TCP connections that could not be made, and why")
                  .tag("client", key.get(0))
                  .tag("peer", key.get(1))
                  .tag("cause", key.get(2))
                  .register(registry));
    }

    Timer close(List<String> tags) {
      Timer known = closes.get(tags);
      return known != null ? known : closes.computeIfAbsent(tags, this::newClose);
    }

    private Timer newClose(List<String> tags) {
      return Timer.builder(CLOSE)
          .description("Closes of TLS connections, and how they ended")
          .tag("client", tags.get(0))
          .tag("peer", tags.get(1))
          .tag("outcome", tags.get(2))
          .register(registry);
    }
  }

  /** Tag values of the peers met first, and one for all others. Thread-safe. */
  private static final class PeerTags {

    private static final String OTHER = "other";

    private final int limit;
    private final Map<Peer, String> tags = new ConcurrentHashMap<>();

    PeerTags(int limit) {
      this.limit = limit;
    }

    String of(Peer peer) {
      String known = tags.get(peer);
      return known != null ? known : add(peer);
    }

    private synchronized String add(Peer peer) {
      String known = tags.get(peer);
      if (known != null || tags.size() >= limit) {
        return known != null ? known : OTHER;
      }
      String tag = peer.toString();
      tags.put(peer, tag);
      return tag;
    }
  }
}
