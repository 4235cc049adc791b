package dev.reprise.demo.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The demo server that is called.
 *
 * @param url its URL without a slash at the end
 * @param faultUrl that of its server of faults
 * @param trustStore the PKCS12 store with its CA
 * @param password the store's password
 * @param asked how often it was asked, each time over a full handshake
 */
record Target(String url, String faultUrl, Path trustStore, String password, AtomicLong asked) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of the line by which a server says that it is ready. */
  static Target of(String ready) throws IOException {
    JsonNode json = JSON.readTree(ready);
    return new Target(
        json.required("url").asText(),
        json.required("faultUrl").asText(),
        Path.of(json.required("trustStore").asText()),
        json.required("password").asText(),
        new AtomicLong());
  }

  /** The service, which commits the chosen fault or none. */
  String service(boolean faulty) {
    return (faulty ? faultUrl : url) + "/soap-canned";
  }

  /** A new context without sessions. */
  SSLContext newContext(String protocol) throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(KeyStore.getInstance(trustStore.toFile(), password.toCharArray()));
    SSLContext context = SSLContext.getInstance(protocol);
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }

  /** The handshakes that the server has seen, without those of questions. */
  Handshakes handshakes() {
    try (InputStream in = ask("GET", "/stats").getInputStream()) {
      JsonNode stats = JSON.readTree(in);
      return new Handshakes(
          stats.required("fullHandshakes").asLong() - asked.get(),
          stats.required("resumedHandshakes").asLong());
    } catch (IOException e) {
      throw new IllegalStateException("The demo server does not answer: " + e, e);
    }
  }

  void commit(String fault) {
    try {
      ask("POST", "/fault/" + fault).getResponseCode();
    } catch (IOException e) {
      throw new IllegalStateException("The demo server does not answer: " + e, e);
    }
  }

  private HttpsURLConnection ask(String method, String path) throws IOException {
    HttpsURLConnection connection =
        (HttpsURLConnection) URI.create(url + path).toURL().openConnection();
    try {
      connection.setSSLSocketFactory(newContext("TLS").getSocketFactory());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    asked.incrementAndGet();
    connection.setRequestMethod(method);
    connection.setConnectTimeout(20_000);
    connection.setReadTimeout(20_000);
    return connection;
  }

  record Handshakes(long full, long resumed) {}
}
