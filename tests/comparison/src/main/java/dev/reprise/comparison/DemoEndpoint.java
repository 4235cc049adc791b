package dev.reprise.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.comparison.client.Level;
import dev.reprise.comparison.client.RunnerSetup;
import dev.reprise.comparison.results.ServerView;
import dev.reprise.harness.ChildProcess;
import dev.reprise.harness.HarnessException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The demo server, in a JVM of its own. It always runs on the driver's Java. */
final class DemoEndpoint implements Endpoint {

  private static final String READY = "DEMO-SERVER-READY ";
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final ChildProcess process;
  private String baseUrl;
  private Path trustStore;
  private String password;
  private final ObjectMapper json = new ObjectMapper();

  /** Starts the server and does not wait for it. */
  DemoEndpoint(Path jar, String tls, String keyType) {
    process =
        ChildProcess.start(
            "the demo server",
            List.of(
                ClientJdk.current().java().toString(),
                "-Xmx512m",
                "-jar",
                jar.toString(),
                "--port=0",
                "--tls-versions=" + tls,
                "--key-type=" + keyType,
                "--ready-json",
                "--exit-with-stdin"));
  }

  /** Waits until the server is ready; to be called before anything else. */
  void awaitReady() {
    String line = process.receive(READY, START_LIMIT);
    try {
      JsonNode ready = json.readTree(line.substring(READY.length()));
      baseUrl = "https://localhost:" + ready.required("port").asInt();
      trustStore = Path.of(ready.required("trustStore").asText());
      password = ready.required("password").asText();
    } catch (IOException | IllegalArgumentException e) {
      throw new HarnessException("the demo server's ready line is unreadable", e);
    }
  }

  @Override
  public void describe(RunnerSetup setup, Level level) {
    setup.url = baseUrl + (level == Level.PLAIN ? "/plain" : "/soap-canned");
    setup.body = level == Level.PLAIN ? Payloads.envelope() : Payloads.payload();
    setup.contentType = Payloads.CONTENT_TYPE;
    setup.trustStore = trustStore.toString();
    setup.trustStorePassword = password;
  }

  /** Counts as one full handshake and one connection each, which callers subtract. */
  @Override
  public Optional<ServerView> view() {
    try {
      HttpsURLConnection connection =
          (HttpsURLConnection) URI.create(baseUrl + "/stats").toURL().openConnection();
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
    trust.init(KeyStore.getInstance(trustStore.toFile(), password.toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Override
  public void close() {
    process.close();
  }
}
