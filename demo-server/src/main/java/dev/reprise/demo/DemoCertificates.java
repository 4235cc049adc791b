package dev.reprise.demo;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** The demo server's own public key infrastructure: a CA, its server and its client certificate. */
final class DemoCertificates {
  private static final Duration VALIDITY = Duration.ofDays(30);
  private static final int SESSION_CACHE_SIZE = 4096;

  private final HeldCertificate authority;
  private final HeldCertificate server;
  private final Optional<HeldCertificate> client;

  private DemoCertificates(
      HeldCertificate authority, HeldCertificate server, Optional<HeldCertificate> client) {
    this.authority = authority;
    this.server = server;
    this.client = client;
  }

  static DemoCertificates make(DemoOptions options) {
    Instant yesterday = Instant.now().minus(Duration.ofDays(1));
    HeldCertificate authority =
        builder(options, "Reprise demo CA", yesterday.minus(VALIDITY), yesterday.plus(VALIDITY))
            .certificateAuthority(0)
            .build();
    boolean expired = options.certificate() == CertificateKind.EXPIRED;
    Instant notBefore = expired ? yesterday.minus(VALIDITY) : yesterday;
    HeldCertificate.Builder server =
        builder(options, "Reprise demo server", notBefore, notBefore.plus(VALIDITY))
            .signedBy(authority);
    if (options.certificate() == CertificateKind.WRONG_NAME) {
      server.addSubjectAlternativeName("wrong-name.invalid");
    } else {
      names(options).forEach(server::addSubjectAlternativeName);
    }
    Optional<HeldCertificate> client =
        options.clientCertificates()
            ? Optional.of(
                builder(options, "Reprise demo client", yesterday, yesterday.plus(VALIDITY))
                    .signedBy(authority)
                    .build())
            : Optional.empty();
    return new DemoCertificates(authority, server.build(), client);
  }

  HeldCertificate authority() {
    return authority;
  }

  Optional<HeldCertificate> client() {
    return client;
  }

  TrustManager[] clientTrustManagers() {
    return new TrustManager[] {clientSide().trustManager()};
  }

  KeyManager[] clientKeyManagers() {
    return client.isPresent() ? new KeyManager[] {clientSide().keyManager()} : new KeyManager[0];
  }

  SSLContext serverContext(ServerStatistics statistics) {
    HandshakeCertificates side = side(Optional.of(server));
    SSLContext context =
        newContext(
            new KeyManager[] {
              new WatchedKeyManager(side.keyManager(), statistics::certificatePresented)
            },
            new TrustManager[] {side.trustManager()});
    context.getServerSessionContext().setSessionCacheSize(SESSION_CACHE_SIZE);
    return context;
  }

  SSLContext newClientContext() {
    return newContext(clientKeyManagers(), clientTrustManagers());
  }

  private static Set<String> names(DemoOptions options) {
    Set<String> names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1"));
    names.add(options.address());
    names.addAll(options.serverNames());
    return names;
  }

  private HandshakeCertificates clientSide() {
    return side(client);
  }

  private HandshakeCertificates side(Optional<HeldCertificate> own) {
    HandshakeCertificates.Builder side =
        new HandshakeCertificates.Builder().addTrustedCertificate(authority.certificate());
    own.ifPresent(side::heldCertificate);
    return side.build();
  }

  private static SSLContext newContext(KeyManager[] keyManagers, TrustManager[] trustManagers) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers, trustManagers, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no usable TLS", e);
    }
  }

  private static HeldCertificate.Builder builder(
      DemoOptions options, String commonName, Instant notBefore, Instant notAfter) {
    HeldCertificate.Builder builder =
        new HeldCertificate.Builder()
            .commonName(commonName)
            .validityInterval(notBefore.toEpochMilli(), notAfter.toEpochMilli());
    return options.keyType() == KeyType.RSA ? builder.rsa2048() : builder.ecdsa256();
  }
}
