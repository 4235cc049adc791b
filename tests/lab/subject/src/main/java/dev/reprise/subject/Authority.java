package dev.reprise.subject;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trust in one authority: no key store format is asked of an old JDK. */
public final class Authority {

  private Authority() {}

  /** Trust in a certificate, in PEM or DER; in the JDK's own authorities if it is null. */
  public static X509ExtendedTrustManager trust(byte[] certificate)
      throws GeneralSecurityException, IOException {
    KeyStore store = null;
    if (certificate != null) {
      store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "authority",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(certificate)));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return (X509ExtendedTrustManager)
        Arrays.stream(factory.getTrustManagers())
            .filter(X509ExtendedTrustManager.class::isInstance)
            .findFirst()
            .orElseThrow(() -> new GeneralSecurityException("no X.509 trust manager"));
  }

  /** A new context of the preferred provider, with a session cache of its own. */
  public static SSLContext newContext(TrustManager trust) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {trust}, null);
    return context;
  }
}
