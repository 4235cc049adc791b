package dev.reprise.lab.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.compare.results.ServerView;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.RunnerSetup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The demo server, in a JVM of its own. It always runs on the driver's Java. */
final class DemoEndpoint implements Endpoint {

  private final ObjectMapper json = new ObjectMapper();
  private final DemoServer server;

  /** Starts the server and does not wait for it. */
  DemoEndpoint(Path jar, String tls, String keyType) {
    server =
        DemoServer.start(
            JavaRuntime.own().java(),
            jar,
            "512m",
            "--tls-versions=" + tls,
            "--key-type=" + keyType);
  }

  /** Waits until the server is ready; to be called before anything else. */
  void awaitReady() {
    server.awaitReady();
  }

  @Override
  public void describe(RunnerSetup setup, Level level) {
    setup.url = server.url() + (level == Level.PLAIN ? "/plain" : "/soap-canned");
    setup.body = level == Level.PLAIN ? Payloads.envelope() : Payloads.payload();
    setup.contentType = Payloads.CONTENT_TYPE;
    setup.trustStore = server.trustStore().toString();
    setup.trustStorePassword = server.password();
  }

  /** Counts as one full handshake and one connection each, which callers subtract. */
  @Override
  public Optional<ServerView> view() {
    try {
      HttpsURLConnection connection =
          (HttpsURLConnection) server.url().resolve("/stats").toURL().openConnection();
      connection.setSSLSocketFactory(newSslContext().getSocketFactory());
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

  private SSLContext newSslContext() throws GeneralSecurityException, IOException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(KeyStore.getInstance(server.trustStore().toFile(), server.password().toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Override
  public void close() {
    server.close();
  }
}
