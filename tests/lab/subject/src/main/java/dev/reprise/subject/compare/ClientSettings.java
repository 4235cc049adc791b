package dev.reprise.subject.compare;

import dev.reprise.subject.Authority;
import dev.reprise.subject.CountingTrustManager;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/** What all clients have in common. Immutable and thread-safe. */
final class ClientSettings {

  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  private final List<URI> uris;
  private final AtomicInteger next = new AtomicInteger();
  private final String tls;
  private final byte[] body;
  private final String contentType;
  private final Map<String, String> headers;
  private final int threads;
  private final CountingTrustManager trustManager;

  ClientSettings(RunnerSetup setup) throws GeneralSecurityException, IOException {
    uris = uris(URI.create(setup.url), setup.peers);
    tls = setup.tls;
    body = setup.body.clone();
    contentType = setup.contentType;
    headers = new LinkedHashMap<>(setup.headers);
    threads = setup.threads;
    KeyStore trusted =
        setup.trustStore == null
            ? null
            : KeyStore.getInstance(
                new File(setup.trustStore), setup.trustStorePassword.toCharArray());
    trustManager = new CountingTrustManager(Authority.trust(trusted));
  }

  private static List<URI> uris(URI uri, int peers) {
    if (peers == 1) {
      return List.of(uri);
    }
    List<URI> uris = new ArrayList<>();
    for (int i = 1; i <= peers; i++) {
      uris.add(URI.create("https://" + Peers.name(i) + ":" + uri.getPort() + uri.getRawPath()));
    }
    return uris;
  }

  /** What to call; with several peers the next one's. */
  URI uri() {
    return uris.size() == 1
        ? uris.get(0)
        : uris.get(Math.floorMod(next.getAndIncrement(), uris.size()));
  }

  /** The TLS version of the server. */
  String tls() {
    return tls;
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
    return Authority.newContext(trustManager);
  }
}
