package dev.reprise.tls.internal.provider;

import dev.reprise.tls.IllegalSettingException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The JDK's default trust, whose store is read when the first certificate is to be checked, as
 * stock sockets do: reading it takes longer than all else that making settings does, and many
 * applications never need it. One that cannot be read fails the handshake. Thread-safe.
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
   * Managers of the JDK's default trust store. Another provider's are read at once: it may give
   * managers to which JSSE has to add checks of its own, and which are not to be wrapped.
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

  /** Whether a key manager or trust manager is the JDK's own, so that it serves engines too. */
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

  /** Threads that come at the same time may each ask for it; the JDK keeps what it has read. */
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
