package dev.reprise.tls.internal.provider;

import dev.reprise.tls.IllegalSettingException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The JDK's default trust. The store is read when the first certificate is checked, as with the
 * JDK's own sockets. Reading takes longer than all else in making settings, and many applications
 * never need it. A store that cannot be read fails the handshake. Thread-safe.
 */
public final class DefaultTrust extends ForwardingTrustManager {

  private static final String UNREADABLE =
      "the JDK's default trust store cannot be loaded; give trust managers"
          + " or correct javax.net.ssl.trustStore and javax.net.ssl.trustStorePassword";

  private volatile X509ExtendedTrustManager loaded;

  private DefaultTrust() {
    super(null);
  }

  /**
   * Returns managers for the JDK's default trust store. Those of another provider are read at once
   * and not wrapped, because JSSE may have to add its own checks to them.
   */
  public static TrustManager[] managers() {
    try {
      TrustManagerFactory factory = factory();
      return factory.getProvider().getClass().getModule() == Object.class.getModule()
          ? new TrustManager[] {new DefaultTrust()}
          : read(factory);
    } catch (GeneralSecurityException e) {
      throw new IllegalSettingException("trustManagers", UNREADABLE, e);
    }
  }

  /** Returns whether a key or trust manager is the JDK's own, and so serves engines too. */
  static boolean isOfJdk(Object manager) {
    return manager instanceof DefaultTrust
        || manager.getClass().getModule() == Object.class.getModule();
  }

  private static TrustManagerFactory factory() throws GeneralSecurityException {
    return TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
  }

  private static TrustManager[] read(TrustManagerFactory factory) throws GeneralSecurityException {
    factory.init((KeyStore) null);
    return factory.getTrustManagers();
  }

  /** Concurrent threads may each read the store. The JDK caches what it has read. */
  @Override
  X509ExtendedTrustManager manager() throws CertificateException {
    X509ExtendedTrustManager known = loaded;
    if (known == null) {
      try {
        known = (X509ExtendedTrustManager) read(factory())[0];
      } catch (GeneralSecurityException | ClassCastException e) {
        throw new CertificateException(UNREADABLE, e);
      }
      loaded = known;
    }
    return known;
  }
}
