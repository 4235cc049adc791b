package dev.reprise.spring;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.TrustManager;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** A small CA, a server and a client certificate of it, and stores that hold them. */
final class Stores {

  static final String PASSWORD = "store-s3cret";
  static final String KEY_PASSWORD = "key-s3cret";

  private static final HeldCertificate CA =
      new HeldCertificate.Builder().certificateAuthority(0).commonName("Test CA").build();
  private static final HeldCertificate SERVER =
      new HeldCertificate.Builder()
          .signedBy(CA)
          .commonName("Test server")
          .addSubjectAlternativeName("localhost")
          .addSubjectAlternativeName(InetAddress.getLoopbackAddress().getHostAddress())
          .build();
  private static final HeldCertificate CLIENT =
      new HeldCertificate.Builder().signedBy(CA).commonName("Test client").build();

  private final Path directory;

  Stores(Path directory) {
    this.directory = directory;
  }

  /** The CA's certificate as a trusted one. */
  Path trust(String name, String type) {
    return write(name, type, store -> store.setCertificateEntry("ca", CA.certificate()));
  }

  Path trust() {
    return trust("trust.p12", "PKCS12");
  }

  Path serverKey() {
    return key("server.p12", "PKCS12", SERVER, PASSWORD);
  }

  Path clientKey() {
    return key("client.p12", "PKCS12", CLIENT, PASSWORD);
  }

  /** The properties under a prefix that have a client show its certificate. */
  String[] key(String prefix) {
    return new String[] {
      prefix + ".ssl.key-store=" + clientKey(), prefix + ".ssl.key-store-password=" + PASSWORD
    };
  }

  /** The properties of a bundle of Boot's that trusts the CA. */
  String[] bundle() {
    return new String[] {
      "spring.ssl.bundle.jks.partner.truststore.location=file:" + trust(),
      "spring.ssl.bundle.jks.partner.truststore.password=" + PASSWORD
    };
  }

  /** A JKS store whose key has a password of its own, {@link #KEY_PASSWORD}. */
  Path clientKeyApart() {
    return key("client-apart.jks", "JKS", CLIENT, KEY_PASSWORD);
  }

  Path empty() {
    return write("empty.p12", "PKCS12", store -> {});
  }

  Path garbage() throws IOException {
    return Files.writeString(directory.resolve("garbage.p12"), "this is no store");
  }

  /** Trust in the CA alone. */
  TrustManager[] trustManagers() {
    return new TrustManager[] {
      new HandshakeCertificates.Builder()
          .addTrustedCertificate(CA.certificate())
          .build()
          .trustManager()
    };
  }

  static HeldCertificate ca() {
    return CA;
  }

  static HeldCertificate client() {
    return CLIENT;
  }

  private Path key(String name, String type, HeldCertificate held, String keyPassword) {
    return write(
        name,
        type,
        store ->
            store.setKeyEntry(
                "key",
                held.keyPair().getPrivate(),
                keyPassword.toCharArray(),
                new Certificate[] {held.certificate(), CA.certificate()}));
  }

  /** A bundle that trusts a certificate in PEM form. */
  static SslBundle bundle(String pem) {
    return SslBundle.of(new PemSslStoreBundle(null, PemSslStoreDetails.forCertificate(pem)));
  }

  private Path write(String name, String type, Filling filling) {
    Path file = directory.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance(type);
      store.load(null, null);
      filling.fill(store);
      store.store(out, PASSWORD.toCharArray());
      return file;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Filling {
    void fill(KeyStore store) throws GeneralSecurityException;
  }
}
