package dev.reprise.lab.compare;

import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.UsageException;
import dev.reprise.subject.Authority;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.RunnerSetup;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;

/** An endpoint of the user's own, with what to send to it. Immutable. */
final class UserEndpoint implements Endpoint {

  private final URI url;
  private final byte[] body;
  private final String contentType;
  private final Map<String, String> headers;
  private final Path trustStore;
  private final String trustStorePassword;

  /**
   * Makes an endpoint.
   *
   * @param trustStore null for the JDK's own trust store
   * @param trustStorePassword null without a trust store
   */
  UserEndpoint(
      URI url,
      byte[] body,
      String contentType,
      Map<String, String> headers,
      Path trustStore,
      String trustStorePassword) {
    this.url = url;
    this.body = body.clone();
    this.contentType = contentType;
    this.headers = new LinkedHashMap<>(headers);
    this.trustStore = trustStore;
    this.trustStorePassword = trustStorePassword;
  }

  /**
   * What one request found out.
   *
   * @param tls the TLS version that was negotiated
   * @param closes whether the answer says that the connection ends with it
   */
  record Probe(String tls, boolean closes) {}

  /** Sends the body once. */
  Probe probe() {
    try {
      HttpsURLConnection connection = (HttpsURLConnection) url.toURL().openConnection();
      connection.setSSLSocketFactory(sslContext().getSocketFactory());
      connection.setConnectTimeout(5000);
      connection.setReadTimeout(30_000);
      connection.setInstanceFollowRedirects(false);
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", contentType);
      headers.forEach(connection::setRequestProperty);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
      int status = connection.getResponseCode();
      String tls = connection.getSSLSession().map(SSLSession::getProtocol).orElseThrow();
      if (status < 200 || status > 299) {
        throw new HarnessException(
            "--url: %s answers the body with status %d; a comparison needs 2xx"
                .formatted(url, status));
      }
      String closing = connection.getHeaderField("Connection");
      try (InputStream in = connection.getInputStream()) {
        in.readAllBytes();
      }
      return new Probe(tls, "close".equalsIgnoreCase(closing));
    } catch (IOException e) {
      throw new HarnessException("--url: %s cannot be called: %s".formatted(url, describe(e)), e);
    }
  }

  private static String describe(IOException e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.contains("PKIX") || message.contains("trustAnchors")
        ? message + "; give the CA with --trust-store"
        : e.getClass().getSimpleName() + ": " + message;
  }

  private SSLContext sslContext() {
    try {
      KeyStore trusted = trustStore == null ? null : load(trustStore, trustStorePassword);
      return Authority.newContext(Authority.trust(trusted));
    } catch (GeneralSecurityException e) {
      throw new HarnessException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** Opens a trust store, to use it or to find out early that it cannot be used. */
  static KeyStore load(Path path, String password) {
    try {
      return KeyStore.getInstance(new File(path.toString()), password.toCharArray());
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageException(
          "--trust-store: '%s' cannot be opened: %s".formatted(path, e.getMessage()));
    }
  }

  @Override
  public void describe(RunnerSetup setup, Level level) {
    setup.url = url.toString();
    setup.body = body.clone();
    setup.contentType = contentType;
    setup.headers.putAll(headers);
    setup.trustStore = trustStore == null ? null : trustStore.toString();
    setup.trustStorePassword = trustStorePassword;
  }

  @Override
  public Optional<DemoServer.Counts> counts(ClientKind client) {
    return Optional.empty();
  }

  @Override
  public void close() {}

  URI url() {
    return url;
  }
}
