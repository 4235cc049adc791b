package dev.reprise.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.comparison.client.ClientKind;
import dev.reprise.comparison.client.Level;
import dev.reprise.comparison.client.RunnerSetup;
import dev.reprise.comparison.results.ServerView;
import dev.reprise.harness.ChildProcess;
import dev.reprise.harness.DemoServer;
import dev.reprise.harness.HarnessException;
import dev.reprise.harness.JavaRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The demo server, in a JVM of its own, perhaps behind a distance. It always runs on the driver's
 * Java. The clients that keep connections have one of their own.
 */
final class DemoEndpoint implements Endpoint {

  private final ObjectMapper json = new ObjectMapper();
  private final Installation installation;
  private final String keyType;
  private final Load load;
  private final DistantServer closing;
  private final DistantServer keeping;

  /**
   * Starts the server and does not wait for it.
   *
   * @param keepAlive whether there is one that keeps connections too
   */
  DemoEndpoint(
      Installation installation, String tls, String keyType, Load load, boolean keepAlive) {
    this.installation = installation;
    this.keyType = keyType;
    this.load = load;
    closing = new DistantServer(start(tls, false));
    keeping = keepAlive ? new DistantServer(start(tls, true)) : null;
  }

  private DemoServer start(String tls, boolean keepAlive) {
    return DemoServer.start(
        JavaRuntime.own().java(),
        installation.serverJar(),
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

  /** Counts as one full handshake and one connection each, which callers subtract. */
  @Override
  public Optional<ServerView> view(ClientKind client) {
    DemoServer server = of(client).server;
    try {
      HttpsURLConnection connection =
          (HttpsURLConnection) server.url().resolve("/stats").toURL().openConnection();
      connection.setSSLSocketFactory(newSslContext(server).getSocketFactory());
      connection.setConnectTimeout(5000);
      connection.setReadTimeout(10_000);
      try (InputStream in = connection.getInputStream()) {
        JsonNode stats = json.readTree(in);
        return Optional.of(
            new ServerView(
                stats.required("requests").asLong(),
                stats.required("fullHandshakes").asLong(),
                stats.required("resumedHandshakes").asLong(),
                stats.required("failedHandshakes").asLong()));
      }
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new HarnessException("the demo server does not tell its counts: " + e, e);
    }
  }

  private static SSLContext newSslContext(DemoServer server)
      throws GeneralSecurityException, IOException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(KeyStore.getInstance(server.trustStore().toFile(), server.password().toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
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
                    installation.distanceProxy().toString(),
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
