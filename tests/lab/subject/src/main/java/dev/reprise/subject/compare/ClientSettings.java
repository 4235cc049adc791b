package dev.reprise.subject.compare;

import dev.reprise.subject.CountingTrustManager;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** What all clients have in common. Immutable and thread-safe. */
final class ClientSettings {

  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  private final URI uri;
  private final byte[] body;
  private final String contentType;
  private final Map<String, String> headers;
  private final int threads;
  private final CountingTrustManager trustManager;

  ClientSettings(RunnerSetup setup) throws GeneralSecurityException, IOException {
    uri = URI.create(setup.url);
    body = setup.body.clone();
    contentType = setup.contentType;
    headers = new LinkedHashMap<>(setup.headers);
    threads = setup.threads;
    trustManager = new CountingTrustManager(load(setup.trustStore, setup.trustStorePassword));
  }

  private static X509ExtendedTrustManager load(String path, String password)
      throws GeneralSecurityException, IOException {
    KeyStore store =
        path == null ? null : KeyStore.getInstance(new File(path), password.toCharArray());
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager) {
        return (X509ExtendedTrustManager) manager;
      }
    }
    throw new GeneralSecurityException("no X.509 trust manager for " + path);
  }

  URI uri() {
    return uri;
  }

  byte[] body() {
    return body.clone();
  }

  String contentType() {
    return contentType;
  }

  Map<String, String> headers() {
    return headers;
  }

  int threads() {
    return threads;
  }

  CountingTrustManager trustManager() {
    return trustManager;
  }

  /** A new context of the preferred provider, with a session cache of its own. */
  SSLContext newSslContext() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {trustManager}, null);
    return context;
  }
}
