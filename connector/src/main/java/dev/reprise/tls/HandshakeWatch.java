package dev.reprise.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Stands before the user's trust manager in the lanes of a {@link ResumingSslContext}, whose
 * engines and sockets nobody wraps: a server's certificate is checked in full handshakes alone. It
 * takes nothing that the trust manager refuses. As with {@link FullHandshakeWitness}, a plain
 * X509TrustManager is left as it is.
 */
abstract class HandshakeWatch {

  /** The certificate of a server was accepted: the handshake of this session is a full one. */
  abstract void accepted(SSLSession session);

  /** The certificate of a server was refused. */
  abstract void refused(SSLSession session, CertificateException why);

  /** Verifies the name of the server, if nobody else is known to do it. */
  abstract void verifyName(String host, X509Certificate certificate) throws CertificateException;

  TrustManager[] over(TrustManager[] managers) {
    TrustManager[] watched = managers.clone();
    for (int i = 0; i < watched.length; i++) {
      if (watched[i] instanceof X509ExtendedTrustManager) {
        watched[i] = new Watched((X509ExtendedTrustManager) watched[i]);
      }
    }
    return watched;
  }

  private interface Check {
    void run(String authType) throws CertificateException;
  }

  private final class Watched extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager manager;

    Watched(X509ExtendedTrustManager manager) {
      this.manager = manager;
    }

    private void check(X509Certificate[] chain, String authType, SSLSession session, Check check)
        throws CertificateException {
      try {
        check.run(FullHandshakeWitness.jsseName(authType));
        verifyName(session.getPeerHost(), chain[0]);
      } catch (CertificateException e) {
        refused(session, e);
        throw e;
      }
      accepted(session);
    }

    private <T> SSLSession handshaking(T connection, Function<T, SSLSession> session)
        throws CertificateException {
      SSLSession negotiated = session.apply(connection);
      if (negotiated == null) {
        throw new CertificateException("A certificate to check, and no handshake");
      }
      return negotiated;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      check(
          chain,
          authType,
          handshaking((SSLSocket) socket, SSLSocket::getHandshakeSession),
          type -> manager.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      check(
          chain,
          authType,
          handshaking(engine, SSLEngine::getHandshakeSession),
          type -> manager.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkServerTrusted(chain, FullHandshakeWitness.jsseName(authType));
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
