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
import dev.reprise.tls.SpareEnded;
import dev.reprise.tls.SpareOpened;
import dev.reprise.tls.TlsListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Times handshakes and closes of every client, and counts what fails. Thread-safe. It knows no
 * registry until it is bound to one, so that making a registry and making a client never wait for
 * each other.
 */
final class HandshakeMeters implements ClientListeners, MeterBinder {

  private static final String NONE = "none";

  private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
  private final int maxPeers;

  HandshakeMeters(int maxPeers) {
    String property = RepriseProperties.PREFIX + ".metrics.max-peers";
    this.maxPeers =
        RepriseConfigurationException.naming(
            () -> IllegalSettingException.requireWithin(property, maxPeers, 0, 1000));
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    registries.add(registry);
  }

  @Override
  public TlsListener of(String client) {
    return new Listener(client);
  }

  private final class Listener implements TlsListener {

    private final String client;
    private final Map<Peer, Tags> peers = new ConcurrentHashMap<>();

    Listener(String client) {
      this.client = client;
    }

    @Override
    public void handshakeCompleted(HandshakeCompleted event) {
      Handshake handshake = event.handshake();
      String outcome = handshake.resumed() ? "resumed" : "full";
      String cause = handshake.resumed() ? NONE : FailureCause.spelled(handshake.fullCause());
      handshake(event.peer(), handshake.protocol(), outcome, cause, handshake.duration());
    }

    @Override
    public void handshakeFailed(HandshakeFailed event) {
      handshake(event.peer(), NONE, "failed", FailureCause.of(event.cause()), event.duration());
    }

    private void handshake(
        Peer peer, String protocol, String outcome, String cause, Duration duration) {
      Timer.Builder timer =
          Timer.builder("reprise.tls.handshake")
              .description("TLS handshakes: resumed, full or failed, and why")
              .tags(tags(peer).and("protocol", protocol, "outcome", outcome, "cause", cause));
      registries.forEach(registry -> timer.register(registry).record(duration));
    }

    @Override
    public void connectFailed(ConnectFailed event) {
      count(
          Counter.builder("reprise.tls.connects.failed")
              .description("TCP connections that could not be made, and why")
              .tags(tags(event.peer()).and("cause", FailureCause.of(event.cause()))));
    }

    @Override
    public void offerRefused(OfferRefused event) {
      count(
          Counter.builder("reprise.tls.offers.refused")
              .description("Reduced TLS offers that were refused, each of which cost a connection")
              .tags(tags(event.peer())));
    }

    @Override
    public void spareOpened(SpareOpened event) {
      count(
          Counter.builder("reprise.tls.spares.opened")
              .description("Connections opened and handshaked ahead of need")
              .tags(tags(event.peer())));
    }

    @Override
    public void spareEnded(SpareEnded event) {
      count(
          Counter.builder("reprise.tls.spares.ended")
              .description("Spares that were used, expired, or ended or failed otherwise")
              .tags(tags(event.peer()).and("outcome", FailureCause.spelled(event.outcome()))));
    }

    private void count(Counter.Builder counter) {
      registries.forEach(registry -> counter.register(registry).increment());
    }

    @Override
    public void closed(ConnectionClosed event) {
      Timer.Builder timer =
          Timer.builder("reprise.tls.close")
              .description("Closes of TLS connections, and how they ended")
              .tags(tags(event.peer()).and("outcome", FailureCause.spelled(event.outcome())));
      registries.forEach(registry -> timer.register(registry).record(event.duration()));
    }

    /** The peers met first have a tag of their own, all others one in common. */
    private Tags tags(Peer peer) {
      Tags known = peers.get(peer);
      if (known != null) {
        return known;
      }
      synchronized (peers) {
        boolean own = peers.size() < maxPeers || peers.containsKey(peer);
        Tags tags = Tags.of("client", client, "peer", own ? peer.toString() : "other");
        if (own) {
          peers.put(peer, tags);
        }
        return tags;
      }
    }
  }
}
