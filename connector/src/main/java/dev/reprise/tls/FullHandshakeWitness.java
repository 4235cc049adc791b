package dev.reprise.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Notes on which sockets the server's certificate was checked: those had a full handshake, for a
 * resumed one carries no certificate. It stands before the user's own trust manager and changes
 * nothing of what that one decides.
 *
 * <p>For providers whose sessions do not tell it themselves ({@link ProviderTraits}). Only an
 * X509ExtendedTrustManager is wrapped: a provider may add checks of its own to a plain
 * X509TrustManager, which a wrapper would take away.
 */
final class FullHandshakeWitness {

  /** The sockets whose handshake is being done, and whether the certificate was checked. */
  private final Map<Socket, Boolean> handshakes = new ConcurrentHashMap<>();

  /** A handshake begins; what is checked on the socket before this is not noted. */
  void begins(Socket socket) {
    handshakes.put(socket, false);
  }

  /**
   * Whether the socket's certificate was checked in the handshake that has ended; asked once, since
   * it is forgotten thereby, and what is checked later is not noted: a connection that is
   * negotiated anew would stay here.
   */
  boolean tookFullHandshake(Socket socket) {
    return Boolean.TRUE.equals(handshakes.remove(socket));
  }

  TrustManager[] over(TrustManager[] managers) {
    TrustManager[] wrapped = managers.clone();
    for (int i = 0; i < wrapped.length; i++) {
      if (wrapped[i] instanceof X509ExtendedTrustManager) {
        wrapped[i] = new Watched((X509ExtendedTrustManager) wrapped[i]);
      }
    }
    return wrapped;
  }

  /**
   * Conscrypt calls the key exchange of TLS 1.3, which the suite does not name, GENERIC; JSSE calls
   * it UNKNOWN, and its trust managers refuse names that they do not know.
   */
  static String jsseName(String authType) {
    return authType.equals("GENERIC") ? "UNKNOWN" : authType;
  }

  private final class Watched extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager manager;

    Watched(X509ExtendedTrustManager manager) {
      this.manager = manager;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      manager.checkServerTrusted(chain, jsseName(authType), socket);
      handshakes.replace(socket, true);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      manager.checkServerTrusted(chain, jsseName(authType), engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkServerTrusted(chain, jsseName(authType));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      manager.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      manager.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return manager.getAcceptedIssuers();
    }
  }
}
