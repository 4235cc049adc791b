package dev.reprise.tls.internal.provider;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Forwards every call to another trust manager. Subclasses add to that. */
public abstract class ForwardingTrustManager extends X509ExtendedTrustManager {

  private final X509ExtendedTrustManager manager;

  /** Forwards to {@code manager}, which is null if {@link #manager()} is overridden. */
  public ForwardingTrustManager(X509ExtendedTrustManager manager) {
    this.manager = manager;
  }

  X509ExtendedTrustManager manager() throws CertificateException {
    return manager;
  }

  /**
   * Returns the managers, with each X509ExtendedTrustManager wrapped. A plain X509TrustManager is
   * not, because a provider may add its own checks to it, which a wrapper would take away.
   */
  static TrustManager[] before(
      TrustManager[] managers, UnaryOperator<X509ExtendedTrustManager> wrapper) {
    TrustManager[] wrapped = managers.clone();
    for (int i = 0; i < wrapped.length; i++) {
      if (wrapped[i] instanceof X509ExtendedTrustManager) {
        wrapped[i] = wrapper.apply((X509ExtendedTrustManager) wrapped[i]);
      }
    }
    return wrapped;
  }

  /**
   * Translates Conscrypt's GENERIC, for a TLS 1.3 key exchange, which the suite does not name. JSSE
   * calls it UNKNOWN, and its trust managers refuse names that they do not know.
   */
  private static String jsseName(String authType) {
    return authType.equals("GENERIC") ? "UNKNOWN" : authType;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    manager().checkServerTrusted(chain, jsseName(authType), socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    manager().checkServerTrusted(chain, jsseName(authType), engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    manager().checkServerTrusted(chain, jsseName(authType));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    manager().checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    manager().checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    manager().checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    try {
      return manager().getAcceptedIssuers();
    } catch (CertificateException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
