package dev.reprise.subject;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trust in one authority, read from its certificate: no key store format is asked of an old JDK.
 */
public final class Authority {

  private Authority() {}

  /** Trust in what the file has. */
  public static X509ExtendedTrustManager trust(String pem)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(Path.of(pem))) {
      return trust(in);
    }
  }

  /** Trust in a certificate, in PEM or DER. */
  public static X509ExtendedTrustManager trust(InputStream certificate)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "authority", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
    return trust(store);
  }

  /** Trust in what a store has, or if it is null the JDK's own. */
  public static X509ExtendedTrustManager trust(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager) {
        return (X509ExtendedTrustManager) manager;
      }
    }
    throw new GeneralSecurityException("no X.509 trust manager");
  }

  /** A new context of the preferred provider, with a session cache of its own. */
  public static SSLContext newContext(TrustManager trust) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {trust}, null);
    return context;
  }
}
