package dev.reprise.spring.actuate;

import dev.reprise.spring.ClientListeners;
import dev.reprise.tls.ConnectFailed;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectionEnded;
import dev.reprise.tls.PreconnectionOpened;
import dev.reprise.tls.ReducedClientHelloRefused;
import dev.reprise.tls.TlsListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Times handshakes and closes of every client, and counts what fails. Thread-safe. It knows no
 * registry until it is bound to one, so that making a registry and making a client never wait for
 * each other.
 */
public final class HandshakeMeters implements ClientListeners, MeterBinder {

  private static final String NONE = "none";
  private static final String CONNECT_FAILURES = "reprise.tls.connect.failures";
  private static final String REFUSALS = "reprise.tls.reduced.hello.refusals";
  private static final String OPENINGS = "reprise.tls.preconnection.openings";
  private static final String ENDS = "reprise.tls.preconnection.ends";
  private static final Map<String, String> COUNTERS =
      Map.of(
          CONNECT_FAILURES, "TCP connections that could not be made, and why",
          REFUSALS, "Reduced ClientHellos that were refused, each of which cost a connection",
          OPENINGS, "Connections opened and handshaked ahead of need",
          ENDS, "Preconnected connections that were used, expired, ended or failed");

  /** About how many peers of a client have a tag of their own; those met later share one. */
  private static final int MAX_PEERS = 100;

  private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

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
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();

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
          Timer.builder("reprise.tls.handshakes")
              .description("TLS handshakes: resumed, full or failed, and why")
              .tags(tags(peer).and("protocol", protocol, "outcome", outcome, "cause", cause));
      registries.forEach(registry -> timer.register(registry).record(duration));
    }

    @Override
    public void connectFailed(ConnectFailed event) {
      count(CONNECT_FAILURES, tags(event.peer()).and("cause", FailureCause.of(event.cause())));
    }

    @Override
    public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
      count(REFUSALS, tags(event.peer()));
    }

    @Override
    public void preconnectionOpened(PreconnectionOpened event) {
      count(OPENINGS, tags(event.peer()));
    }

    @Override
    public void preconnectionEnded(PreconnectionEnded event) {
      count(ENDS, tags(event.peer()).and("outcome", FailureCause.spelled(event.outcome())));
    }

    private void count(String name, Tags tags) {
      registries.forEach(registry -> counter(registry, name, tags).increment());
    }

    @Override
    public void closed(ConnectionClosed event) {
      Timer.Builder timer =
          Timer.builder("reprise.tls.closes")
              .description("Closes of TLS connections, and how they ended")
              .tags(tags(event.peer()).and("outcome", FailureCause.spelled(event.outcome())));
      registries.forEach(registry -> timer.register(registry).record(event.duration()));
    }

    /** The peers met first have a tag of their own, all others one in common. */
    private Tags tags(Peer peer) {
      if (peers.size() < MAX_PEERS) {
        peers.add(peer);
      }
      return HandshakeMeters.tags(client, peers.contains(peer) ? peer.toString() : "other");
    }
  }

  /** At 0, so that a first failure is seen as a rise; of no peer, since none is known yet. */
  static void registerCounters(MeterRegistry registry, String client) {
    Tags tags = tags(client, NONE);
    counter(registry, CONNECT_FAILURES, tags.and("cause", NONE));
    counter(registry, REFUSALS, tags);
    counter(registry, OPENINGS, tags);
    counter(registry, ENDS, tags.and("outcome", NONE));
  }

  private static Counter counter(MeterRegistry registry, String name, Tags tags) {
    return Counter.builder(name).description(COUNTERS.get(name)).tags(tags).register(registry);
  }

  private static Tags tags(String client, String peer) {
    return Tags.of("client", client, "peer", peer);
  }
}
