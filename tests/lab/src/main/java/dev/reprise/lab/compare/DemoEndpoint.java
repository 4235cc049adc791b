package dev.reprise.lab.compare;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.DemoServer;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.RunnerSetup;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The demo server, in a JVM of its own, perhaps behind a distance. It always runs on the driver's
 * Java. The clients that keep connections have one of their own.
 */
final class DemoEndpoint implements Endpoint {

  private final String keyType;
  private final Load load;
  private final DistantServer closing;
  private final DistantServer keeping;

  /**
   * Starts the server and does not wait for it.
   *
   * @param keepAlive whether there is one that keeps connections too
   */
  DemoEndpoint(String tls, String keyType, Load load, boolean keepAlive) {
    this.keyType = keyType;
    this.load = load;
    closing = new DistantServer(start(tls, false));
    keeping = keepAlive ? new DistantServer(start(tls, true)) : null;
  }

  private DemoServer start(String tls, boolean keepAlive) {
    return DemoServer.start(
        JavaRuntime.own().java(),
        Installation.demoServer(),
        "512m",
        "--tls-versions=" + tls,
        "--key-type=" + keyType,
        "--service-time=" + load.serviceTime().toNanos() / 1000 + "us",
        "--keep-alive=" + keepAlive);
  }

  /** Waits until the server is ready; to be called before anything else. */
  void awaitReady() {
    closing.awaitReady();
    if (keeping != null) {
      keeping.awaitReady();
    }
  }

  private DistantServer of(ClientKind client) {
    return client == ClientKind.KEEP_ALIVE ? keeping : closing;
  }

  @Override
  public void describe(RunnerSetup setup, Level level) {
    DistantServer distant = of(setup.client);
    DemoServer server = distant.server;
    setup.url = distant.url() + (level == Level.PLAIN ? "/plain" : "/soap-canned");
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
      if (load.isDistant()) {
        proxy =
            ChildProcess.start(
                "the distance",
                List.of(
                    JavaRuntime.own().java().toString(),
                    Installation.distanceProxy().toString(),
                    "target=" + url.getPort(),
                    "rtt=" + load.roundTrip().toNanos() / 1e6));
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
