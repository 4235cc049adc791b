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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Times handshakes and closes of every client, and counts what fails. Thread-safe. It knows no
 * registry until it is bound to one, so that making a registry and making a client never wait for
 * each other.
 */
final class HandshakeMeters implements ClientListeners, MeterBinder {

  private static final String NONE = "none";

  /** How many peers of a client have a tag of their own; those met later share one. */
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
          Timer.builder("reprise.tls.handshakes")
              .description("TLS handshakes: resumed, full or failed, and why")
              .tags(tags(peer).and("protocol", protocol, "outcome", outcome, "cause", cause));
      registries.forEach(registry -> timer.register(registry).record(duration));
    }

    @Override
    public void connectFailed(ConnectFailed event) {
      count(connectFailures(tags(event.peer()), FailureCause.of(event.cause())));
    }

    @Override
    public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
      count(reducedClientHelloRefusals(tags(event.peer())));
    }

    @Override
    public void preconnectionOpened(PreconnectionOpened event) {
      count(openings(tags(event.peer())));
    }

    @Override
    public void preconnectionEnded(PreconnectionEnded event) {
      count(ends(tags(event.peer()), FailureCause.spelled(event.outcome())));
    }

    private void count(Counter.Builder counter) {
      registries.forEach(registry -> counter.register(registry).increment());
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
      Tags known = peers.get(peer);
      if (known != null) {
        return known;
      }
      synchronized (peers) {
        boolean own = peers.size() < MAX_PEERS || peers.containsKey(peer);
        Tags tags = HandshakeMeters.tags(client, own ? peer.toString() : "other");
        if (own) {
          peers.put(peer, tags);
        }
        return tags;
      }
    }
  }

  /** At 0, so that a first failure is seen as a rise; of no peer, since none is known yet. */
  static void registerCounters(MeterRegistry registry, String client) {
    Tags tags = tags(client, NONE);
    Stream.of(
            connectFailures(tags, NONE),
            reducedClientHelloRefusals(tags),
            openings(tags),
            ends(tags, NONE))
        .forEach(counter -> counter.register(registry));
  }

  private static Tags tags(String client, String peer) {
    return Tags.of("client", client, "peer", peer);
  }

  private static Counter.Builder connectFailures(Tags tags, String cause) {
    return Counter.builder("reprise.tls.connect.failures")
        .description("TCP connections that could not be made, and why")
        .tags(tags.and("cause", cause));
  }

  private static Counter.Builder reducedClientHelloRefusals(Tags tags) {
    return Counter.builder("reprise.tls.reduced.hello.refusals")
        .description("Reduced ClientHellos that were refused, each of which cost a connection")
        .tags(tags);
  }

  private static Counter.Builder openings(Tags tags) {
    return Counter.builder("reprise.tls.preconnection.openings")
        .description("Connections opened and handshaked ahead of need")
        .tags(tags);
  }

  private static Counter.Builder ends(Tags tags, String outcome) {
    return Counter.builder("reprise.tls.preconnection.ends")
        .description("Preconnected connections that were used, expired, ended or failed")
        .tags(tags.and("outcome", outcome));
  }
}
