package dev.reprise.bootmatrix.cases;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.json.JSONObject;

/** The demo server: where it is, what it has counted, and a request that it understands. */
final class Provider {

  static final String PASSWORD = "changeit";
  static final String REQUEST =
      "<QuoteRequest xmlns='https://reprise.dev/demo/quotes'>"
          + "<product>travel</product><customer>4711</customer><sumInsured>1000</sumInsured>"
          + "</QuoteRequest>";
  static final String ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
          + REQUEST
          + "</s:Body></s:Envelope>";

  private final String url;
  private final Path directory;

  /**
   * A provider.
   *
   * @param directory where it has written its certificates
   */
  Provider(String url, Path directory) {
    this.url = url;
    this.directory = directory;
  }

  String soapUrl() {
    return url + "/ws";
  }

  Path trustStore() {
    return directory.resolve("trust.p12");
  }

  /** Of a provider that wants client certificates. */
  Path clientKey() {
    return directory.resolve("client.p12");
  }

  Path authority() {
    return directory.resolve("ca.pem");
  }

  void resetCounts() throws IOException, GeneralSecurityException {
    exchange("POST", "/stats/reset");
  }

  /** What the server counted since, without the handshake of this very question. */
  Counts counts() throws IOException, GeneralSecurityException {
    JSONObject stats = new JSONObject(exchange("GET", "/stats"));
    return new Counts(
        stats.getLong("requests"),
        stats.getLong("fullHandshakes") - 1,
        stats.getLong("resumedHandshakes"));
  }

  /** With a context of its own, and thus always a full handshake. */
  private String exchange(String method, String path) throws IOException, GeneralSecurityException {
    HttpsURLConnection connection =
        (HttpsURLConnection) URI.create(url + path).toURL().openConnection();
    connection.setSSLSocketFactory(newContext().getSocketFactory());
    connection.setRequestMethod(method);
    connection.setConnectTimeout(10_000);
    connection.setReadTimeout(10_000);
    try (InputStream body = connection.getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private SSLContext newContext() throws IOException, GeneralSecurityException {
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store(trustStore()));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(Files.exists(clientKey()) ? store(clientKey()) : null, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), managers.getTrustManagers(), null);
    return context;
  }

  private static KeyStore store(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }
}
