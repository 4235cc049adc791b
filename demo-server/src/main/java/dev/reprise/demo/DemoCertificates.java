package dev.reprise.demo;

import dev.reprise.testkit.HeldCertificate;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;

/** The demo server's own public key infrastructure: a CA, its server and its client certificate. */
final class DemoCertificates {
  private static final Duration VALIDITY = Duration.ofDays(30);
  private static final int SESSION_CACHE_SIZE = 4096;
  private static final char[] PASSWORD = "in memory".toCharArray();

  private final boolean rsa;
  private final HeldCertificate authority;
  private final HeldCertificate server;
  private final Optional<HeldCertificate> client;

  DemoCertificates(DemoOptions options) {
    rsa = options.keyType.equals("rsa");
    authority = builder("Reprise demo CA").certificateAuthority(0).build();
    server =
        builder("Reprise demo server")
            .addSubjectAlternativeName("localhost")
            .addSubjectAlternativeName("127.0.0.1")
            .signedBy(authority)
            .build();
    client =
        options.clientCertificates
            ? Optional.of(builder("Reprise demo client").signedBy(authority).build())
            : Optional.empty();
  }

  private HeldCertificate.Builder builder(String commonName) {
    Instant yesterday = Instant.now().minus(Duration.ofDays(1));
    HeldCertificate.Builder builder =
        new HeldCertificate.Builder()
            .commonName(commonName)
            .validityInterval(yesterday.toEpochMilli(), yesterday.plus(VALIDITY).toEpochMilli());
    return rsa ? builder.rsa2048() : builder;
  }

  HeldCertificate authority() {
    return authority;
  }

  Optional<HeldCertificate> client() {
    return client;
  }

  SSLContext serverContext(ServerStatistics statistics) {
    X509KeyManager keys = (X509KeyManager) serverKeyManagers()[0];
    SSLContext context = newContext(new WatchedKeyManager(keys, statistics::certificatePresented));
    context.getServerSessionContext().setSessionCacheSize(SESSION_CACHE_SIZE);
    return context;
  }

  SSLContext newClientContext() {
    return newContext(client.map(own -> keyManagers(own)[0]).orElse(null));
  }

  private SSLContext newContext(KeyManager keys) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys == null ? null : new KeyManager[] {keys}, trustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no usable TLS", e);
    }
  }

  TrustManager[] trustManagers() {
    try {
      KeyStore store = store();
      store.setCertificateEntry("ca", authority.certificate());
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  KeyManager[] serverKeyManagers() {
    return keyManagers(server);
  }

  private KeyManager[] keyManagers(HeldCertificate own) {
    try {
      KeyStore store = store();
      store.setKeyEntry(
          "key",
          own.keyPair().getPrivate(),
          PASSWORD,
          new Certificate[] {own.certificate(), authority.certificate()});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, PASSWORD);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore store() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      return store;
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
