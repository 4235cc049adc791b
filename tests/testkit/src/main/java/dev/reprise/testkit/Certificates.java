package dev.reprise.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates for tests: a CA, and what it has signed. Keys are EC keys, or RSA keys of 2048 bits
 * for a JDK without the EC module.
 */
public final class Certificates {

  private static final char[] PASSWORD = "changeit".toCharArray();

  /** PKCS12 derives a key by 10,000 rounds of a hash each time that one is put in or read. */
  private static final String IN_MEMORY = "JKS";

  private final boolean rsa;
  private final HeldCertificate ca;

  /** With EC keys, or with RSA keys if {@code -Dtestkit.keys=RSA} is set. */
  public Certificates() {
    this("Test CA", "RSA".equals(System.getProperty("testkit.keys")));
  }

  private Certificates(String name, boolean rsa) {
    this.rsa = rsa;
    ca = builder(name).certificateAuthority(0).build();
  }

  /** Makes certificates of an authority with another name, with keys of the same kind. */
  public Certificates ofAnotherAuthority() {
    return new Certificates("Unknown CA", rsa);
  }

  /** A server certificate for localhost, 127.0.0.1 and cluster.test. */
  public HeldCertificate server() {
    return base().build();
  }

  /**
   * The same with an RSA key of 2048 bits. The whole JVM shares it, since making one takes long.
   */
  public HeldCertificate rsaServer() {
    return base().keyPair(SharedRsaKey.PAIR).build();
  }

  private static final class SharedRsaKey {
    private static final KeyPair PAIR = new HeldCertificate.Builder().rsa2048().build().keyPair();
  }

  private HeldCertificate.Builder builder(String name) {
    HeldCertificate.Builder builder = new HeldCertificate.Builder().commonName(name);
    return rsa ? builder.rsa2048() : builder;
  }

  private HeldCertificate.Builder base() {
    return builder("server")
        .addSubjectAlternativeName("localhost")
        .addSubjectAlternativeName("127.0.0.1")
        .addSubjectAlternativeName("cluster.test")
        .signedBy(ca);
  }

  public HeldCertificate serverOf(String host) {
    return serverNamed("other", host);
  }

  /** A server certificate with a common name and, unless null, one subjectAltName. */
  public HeldCertificate serverNamed(String commonName, String host) {
    HeldCertificate.Builder builder = builder(commonName).signedBy(ca);
    return (host == null ? builder : builder.addSubjectAlternativeName(host)).build();
  }

  public HeldCertificate expired() {
    long now = System.currentTimeMillis();
    return base()
        .validityInterval(now - TimeUnit.DAYS.toMillis(30), now - TimeUnit.DAYS.toMillis(1))
        .build();
  }

  public HeldCertificate client() {
    return builder("client").signedBy(ca).build();
  }

  public X509Certificate authority() {
    return ca.certificate();
  }

  public String authorityPem() {
    return ca.certificatePem();
  }

  /** Trust managers that trust only this CA. */
  public TrustManager[] trustManagers() {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trustStore(IN_MEMORY));
      return factory.getTrustManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Key managers that show the certificate given, with this CA behind it. */
  public KeyManager[] keyManagers(HeldCertificate certificate) {
    return keyManagers(certificate, null);
  }

  /** The same, of a provider, or of the JDK's if it is null. */
  public KeyManager[] keyManagers(HeldCertificate certificate, Provider provider) {
    try {
      KeyManagerFactory factory =
          provider == null
              ? KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
              : KeyManagerFactory.getInstance("PKIX", provider);
      factory.init(keyStore(IN_MEMORY, certificate), PASSWORD);
      return factory.getKeyManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A new context of the JDK that trusts this CA and shows the certificate given. */
  public SSLContext contextOf(HeldCertificate certificate) {
    return context(null, keyManagers(certificate), trustManagers());
  }

  /** Makes a context of a provider, or of the JDK's if it is null. */
  public static SSLContext context(Provider provider, KeyManager[] keys, TrustManager[] trust) {
    try {
      SSLContext context =
          provider == null
              ? SSLContext.getInstance("TLS")
              : SSLContext.getInstance("TLS", provider);
      context.init(keys, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes ca.pem, trust.p12 and client.p12 with that certificate; the password: changeit. */
  public void writeTo(Path folder, HeldCertificate client)
      throws IOException, GeneralSecurityException {
    Files.writeString(folder.resolve("ca.pem"), authorityPem());
    try (OutputStream trust = Files.newOutputStream(folder.resolve("trust.p12"));
        OutputStream key = Files.newOutputStream(folder.resolve("client.p12"))) {
      trustStore("PKCS12").store(trust, PASSWORD);
      keyStore("PKCS12", client).store(key, PASSWORD);
    }
  }

  private KeyStore trustStore(String type) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(type);
    store.load(null, null);
    store.setCertificateEntry("ca", ca.certificate());
    return store;
  }

  private KeyStore keyStore(String type, HeldCertificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(type);
    store.load(null, null);
    store.setKeyEntry(
        "key",
        certificate.keyPair().getPrivate(),
        PASSWORD,
        new X509Certificate[] {certificate.certificate(), ca.certificate()});
    return store;
  }
}
