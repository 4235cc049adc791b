package dev.reprise.spring.actuate;

import static java.util.Map.entry;

import dev.reprise.spring.ClientListeners;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Learned;
import dev.reprise.spring.core.Library;
import dev.reprise.tls.ConnectFailed;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectionEnded;
import dev.reprise.tls.PreconnectionOpened;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.ReducedClientHelloRefused;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsEvent;
import dev.reprise.tls.TlsListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.springframework.beans.factory.DisposableBean;

/**
 * Times handshakes and closes of every client, and counts failures. Publishes their lanes,
 * preconnected connections and pools. The meters of a pool have the names of Micrometer's own
 * binder for HttpClient. Reads what has been made, and makes nothing. Thread-safe.
 *
 * <p>It knows no registry until it is bound to one, so that making a registry and making a client
 * never wait for each other. Its meters are removed when the context closes, since a registry may
 * outlive it.
 */
public final class RepriseMeters implements ClientListeners, MeterBinder, DisposableBean {

  private static final String NONE = "none";
  private static final String CONNECT_FAILURES = "reprise.tls.connect.failures";
  private static final String REFUSALS = "reprise.tls.reduced.hello.refusals";
  private static final String OPENINGS = "reprise.tls.preconnection.openings";
  private static final String ENDS = "reprise.tls.preconnection.ends";
  private static final String LANES = "Lanes made or dropped since the client was made";
  private static final String POOL = "httpcomponents.httpclient.pool.";
  private static final Map<String, String> ABOUT =
      Map.ofEntries(
          entry("reprise.tls.handshakes", "TLS handshakes: resumed, full or failed, and why"),
          entry("reprise.tls.closes", "Closes of TLS connections, and how they ended"),
          entry(CONNECT_FAILURES, "TCP connections that could not be made, and why"),
          entry(
              REFUSALS, "Reduced ClientHellos that were refused, each of which cost a connection"),
          entry(OPENINGS, "Connections opened, with their handshake, before calls needed them"),
          entry(ENDS, "Preconnected connections that were used, expired, ended or failed"),
          entry("reprise.tls.lanes", "Lanes, each with the TLS session of its last connection"),
          entry("reprise.tls.lane.creations", LANES),
          entry("reprise.tls.lane.drops", LANES),
          entry("reprise.tls.preconnections", "Preconnected connections that wait to be used"),
          entry(
              "reprise.tls.preconnection.learned",
              "What came of requests that were likely to lead to a connection"),
          entry(POOL, "Connections of HttpClient's pool"));

  /** About how many peers of a client have a tag of their own; those met later share one. */
  private static final int MAX_PEERS = 100;

  private final Clients clients;
  private final Learned learned;
  private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
  private final List<Runnable> removals = new CopyOnWriteArrayList<>();

  public RepriseMeters(Clients clients, Learned learned) {
    this.clients = clients;
    this.learned = learned;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    registries.add(registry);
    clients.names().forEach(client -> new Figures(registry, client).register());
  }

  @Override
  public void destroy() {
    removals.forEach(Runnable::run);
  }

  private final class Figures {

    private final MeterRegistry registry;
    private final String client;

    Figures(MeterRegistry registry, String client) {
      this.registry = registry;
      this.client = client;
    }

    void register() {
      // At 0, so that a first failure is seen as a rise; of no peer, since none is known yet.
      Tags none = Tags.of("client", client, "peer", NONE);
      counter(registry, CONNECT_FAILURES, none.and("cause", NONE));
      counter(registry, REFUSALS, none);
      counter(registry, OPENINGS, none);
      counter(registry, ENDS, none.and("outcome", NONE));
      Tags all = Tags.of("client", client);
      gauge("reprise.tls.lanes", all.and("state", "leased"), made -> made.laneCounts().leased());
      gauge("reprise.tls.lanes", all.and("state", "free"), made -> made.laneCounts().free());
      gauge("reprise.tls.preconnections", all, made -> made.readyPreconnections());
      count("reprise.tls.lane.creations", all, made -> made.laneCounts().made());
      count("reprise.tls.lane.drops", all, made -> made.laneCounts().dropped());
      Stream.of(Preparation.values(), PreconnectionOutcome.values(), Learned.Skipped.values())
          .flatMap(Arrays::stream)
          .filter(outcome -> outcome != PreconnectionOutcome.FAILED)
          .filter(outcome -> outcome != Preparation.OPENED)
          .forEach(
              outcome ->
                  count(
                      "reprise.tls.preconnection.learned",
                      all.and("outcome", FailureCause.spelled(outcome)),
                      made -> learned.count(client, outcome)));
      if (clients.library() != Library.NONE) {
        Tags pool = Tags.of("httpclient", client);
        pool("total.max", pool, "max");
        pool("total.connections", pool.and("state", "available"), "available");
        pool("total.connections", pool.and("state", "leased"), "leased");
        pool("total.pending", pool, "pending");
        pool("route.max.default", pool, "maxPerRoute");
      }
    }

    private void pool(String name, Tags tags, String figure) {
      gauge(
          POOL + name,
          tags,
          made -> {
            Map<String, Integer> pool = clients.pool(client);
            return pool == null ? Double.NaN : pool.get(figure);
          });
    }

    private void gauge(String name, Tags tags, ToDoubleFunction<ResumingSslSocketFactory> figure) {
      bound(
          Gauge.builder(name, () -> read(figure, Double.NaN))
              .description(ABOUT.get(name.startsWith(POOL) ? POOL : name))
              .tags(tags)
              .register(registry));
    }

    private void count(String name, Tags tags, ToDoubleFunction<ResumingSslSocketFactory> figure) {
      bound(
          FunctionCounter.builder(name, this, self -> self.read(figure, 0))
              .description(ABOUT.get(name))
              .tags(tags)
              .register(registry));
    }

    private double read(ToDoubleFunction<ResumingSslSocketFactory> figure, double otherwise) {
      RepriseClient made = clients.made(client);
      return made == null ? otherwise : figure.applyAsDouble(made.socketFactory());
    }

    private void bound(Meter meter) {
      removals.add(() -> registry.remove(meter));
    }
  }

  private static Counter counter(MeterRegistry registry, String name, Tags tags) {
    return Counter.builder(name).description(ABOUT.get(name)).tags(tags).register(registry);
  }

  @Override
  public TlsListener of(String client) {
    return new TlsListener() {

      private final Set<Peer> peers = ConcurrentHashMap.newKeySet();

      @Override
      public void handshakeCompleted(Handshake handshake) {
        String outcome = handshake.resumed() ? "resumed" : "full";
        String cause = handshake.resumed() ? NONE : FailureCause.spelled(handshake.fullCause());
        handshake(handshake, handshake.protocol(), outcome, cause);
      }

      @Override
      public void handshakeFailed(HandshakeFailed event) {
        handshake(event, NONE, "failed", FailureCause.of(event.cause()));
      }

      private void handshake(TlsEvent event, String protocol, String outcome, String cause) {
        time(
            event,
            "reprise.tls.handshakes",
            tags(event).and("protocol", protocol, "outcome", outcome, "cause", cause));
      }

      @Override
      public void closed(ConnectionClosed event) {
        String outcome = FailureCause.spelled(event.outcome());
        time(event, "reprise.tls.closes", tags(event).and("outcome", outcome));
      }

      @Override
      public void connectFailed(ConnectFailed event) {
        count(CONNECT_FAILURES, tags(event).and("cause", FailureCause.of(event.cause())));
      }

      @Override
      public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
        count(REFUSALS, tags(event));
      }

      @Override
      public void preconnectionOpened(PreconnectionOpened event) {
        count(OPENINGS, tags(event));
      }

      @Override
      public void preconnectionEnded(PreconnectionEnded event) {
        count(ENDS, tags(event).and("outcome", FailureCause.spelled(event.outcome())));
      }

      /** The peers met first have a tag of their own, all others one in common. */
      private Tags tags(TlsEvent event) {
        Peer peer = event.peer();
        if (peers.size() < MAX_PEERS) {
          peers.add(peer);
        }
        String tag = peers.contains(peer) ? peer.toString() : "other";
        return Tags.of("client", client, "peer", tag);
      }
    };
  }

  private void time(TlsEvent event, String name, Tags tags) {
    Timer.Builder timer = Timer.builder(name).description(ABOUT.get(name)).tags(tags);
    registries.forEach(registry -> timer.register(registry).record(event.duration()));
  }

  private void count(String name, Tags tags) {
    registries.forEach(registry -> counter(registry, name, tags).increment());
  }
}
