package dev.reprise.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The JDK's default trust, whose store is read when the first certificate is to be checked, as
 * stock sockets do: reading it takes longer than all else that making settings does, and many
 * applications never need it. One that cannot be read fails the handshake. Thread-safe.
 */
final class DefaultTrust extends X509ExtendedTrustManager {

  /** No monitor, since a store is read: that would pin virtual threads. */
  private final Lock lock = new ReentrantLock();

  private X509ExtendedTrustManager loaded;

  private DefaultTrust() {}

  /**
   * Managers of the JDK's default trust store. Another provider's are read at once: it may give
   * managers to which JSSE has to add checks of its own, and which are not to be wrapped.
   *
   * @throws GeneralSecurityException if they cannot be read
   */
  static TrustManager[] managers() throws GeneralSecurityException {
    TrustManagerFactory factory = factory();
    if (factory.getProvider().getClass().getModule() == Object.class.getModule()) {
      return new TrustManager[] {new DefaultTrust()};
    }
    factory.init((KeyStore) null);
    return factory.getTrustManagers();
  }

  private static TrustManagerFactory factory() throws GeneralSecurityException {
    return TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
  }

  private X509ExtendedTrustManager loaded() throws CertificateException {
    lock.lock();
    try {
      if (loaded == null) {
        loaded = load();
      }
      return loaded;
    } finally {
      lock.unlock();
    }
  }

  private static X509ExtendedTrustManager load() throws CertificateException {
    try {
      TrustManagerFactory factory = factory();
      factory.init((KeyStore) null);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509ExtendedTrustManager) {
          return (X509ExtendedTrustManager) manager;
        }
      }
    } catch (GeneralSecurityException e) {
      throw new CertificateException(
          "the JDK's default trust store cannot be loaded; give trust managers"
              + " or mend javax.net.ssl.trustStore",
          e);
    }
    throw new CertificateException("the JDK has no X509ExtendedTrustManager by default");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    loaded().checkServerTrusted(chain, authType, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    loaded().checkServerTrusted(chain, authType, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    loaded().checkServerTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    loaded().checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    loaded().checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    loaded().checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    try {
      return loaded().getAcceptedIssuers();
    } catch (CertificateException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
