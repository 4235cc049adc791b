package dev.reprise.lab.faults.peer;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HeldCertificate;

/**
 * A CA and two server certificates of it, and one of a CA that nobody knows. RSA keys, for a JDK
 * without EC; valid long before and after today, for clocks that step.
 */
final class PeerCertificates {

  private static final char[] PASSWORD = "changeit".toCharArray();

  private final HeldCertificate ca = authority("Fault table CA");
  private final HeldCertificate[] servers = {server(ca), server(ca)};
  private final HeldCertificate stranger = server(authority("Unknown CA"));

  private static HeldCertificate.Builder builder(String name) {
    long now = System.currentTimeMillis();
    return new HeldCertificate.Builder()
        .commonName(name)
        .validityInterval(now - TimeUnit.DAYS.toMillis(30), now + TimeUnit.DAYS.toMillis(30))
        .rsa2048();
  }

  private static HeldCertificate authority(String name) {
    return builder(name).certificateAuthority(0).build();
  }

  private static HeldCertificate server(HeldCertificate issuer) {
    return builder("server").addSubjectAlternativeName("localhost").signedBy(issuer).build();
  }

  /** DER in Base64. */
  String authority() {
    try {
      return Base64.getEncoder().encodeToString(ca.certificate().getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A context that knows no session yet, with one of the two certificates. */
  SSLContext trusted(int which) {
    return context(servers[which]);
  }

  SSLContext untrusted() {
    return context(stranger);
  }

  private static SSLContext context(HeldCertificate certificate) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "key",
          certificate.keyPair().getPrivate(),
          PASSWORD,
          new X509Certificate[] {certificate.certificate()});
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
