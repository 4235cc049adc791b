package dev.reprise.lab.compare;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.DemoServer;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.Peers;
import dev.reprise.subject.compare.RunnerSetup;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The demo server, in a JVM of its own, perhaps behind a distance. It always runs on the driver's
 * Java. The clients that keep connections have one of their own, and the sidecars are started here.
 */
final class DemoEndpoint implements Endpoint {

  /** What the demo server has if it is told nothing. */
  private static final int USUAL_THREADS = 200;

  private final String tls;
  private final Plan plan;
  private final DistantServer closing;
  private final DistantServer keeping;
  private final Map<ClientKind, Sidecar> sidecars = new EnumMap<>(ClientKind.class);

  /** Starts the server of a plan and does not wait for it. */
  DemoEndpoint(String tls, Plan plan) {
    this.tls = tls;
    this.plan = plan;
    closing = new DistantServer(start(false));
    keeping =
        plan.clients().contains(ClientKind.KEEP_ALIVE) ? new DistantServer(start(true)) : null;
  }

  private DemoServer start(boolean keepAlive) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--tls-versions=" + tls,
                "--key-type=" + plan.keyType(),
                "--service-time=" + plan.load().serviceTime().toNanos() / 1000 + "us",
                "--keep-alive=" + keepAlive));
    if (plan.mostThreads() > USUAL_THREADS / 2) {
      options.add("--threads=" + (USUAL_THREADS + plan.mostThreads()));
    }
    if (plan.mostPeers() > 1) {
      options.add("--server-names=" + Peers.WILDCARD);
    }
    return DemoServer.start(
        JavaRuntime.own().java(),
        Installation.demoServer(),
        "512m",
        options.toArray(String[]::new));
  }

  /** Waits until the server is ready; to be called before anything else. */
  void awaitReady() {
    closing.awaitReady();
    if (keeping != null) {
      keeping.awaitReady();
    }
    plan.clients().stream()
        .filter(ClientKind::isSidecar)
        .forEach(
            kind ->
                sidecars.put(
                    kind, Sidecar.start(kind, closing.url(), closing.server.authority(), tls)));
  }

  private DistantServer of(ClientKind client) {
    return client == ClientKind.KEEP_ALIVE ? keeping : closing;
  }

  @Override
  public void describe(RunnerSetup setup, Level level) {
    DistantServer distant = of(setup.client);
    DemoServer server = distant.server;
    Sidecar sidecar = sidecars.get(setup.client);
    setup.sidecar = sidecar == null ? 0 : sidecar.pid();
    setup.url =
        (sidecar == null ? distant.url().toString() : sidecar.url())
            + (level == Level.PLAIN ? "/plain" : "/soap-canned");
    setup.body = level == Level.PLAIN ? Payloads.envelope() : Payloads.payload();
    setup.contentType = Payloads.CONTENT_TYPE;
    setup.trustStore = server.trustStore().toString();
    setup.trustStorePassword = server.password();
  }

  @Override
  public Optional<DemoServer.Counts> counts(ClientKind client) {
    return Optional.of(of(client).server.counts());
  }

  @Override
  public void close() {
    sidecars.values().forEach(Sidecar::close);
    closing.close();
    if (keeping != null) {
      keeping.close();
    }
  }

  /** A server, and the proxy before it if there is a distance. */
  private final class DistantServer {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final DemoServer server;
    private ChildProcess proxy;
    private URI url;

    DistantServer(DemoServer server) {
      this.server = server;
    }

    void awaitReady() {
      server.awaitReady();
      url = server.url();
      if (plan.load().isDistant()) {
        proxy =
            ChildProcess.start(
                "the distance",
                List.of(
                    JavaRuntime.own().java().toString(),
                    Installation.distanceProxy().toString(),
                    "target=" + url.getPort(),
                    "rtt=" + plan.load().roundTrip().toNanos() / 1e6));
        int port = Integer.parseInt(proxy.receive("", START_LIMIT));
        url = URI.create("https://localhost:" + port);
      }
    }

    URI url() {
      return url;
    }

    void close() {
      if (proxy != null) {
        proxy.close();
      }
      server.close();
    }
  }
}
