package dev.reprise.tls.internal.provider;

import dev.reprise.tls.ResumingSslContext;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Wraps the user's trust manager where engines and sockets are the provider's own, as in a {@link
 * ResumingSslContext}. Only full handshakes check a server's certificate, so the watch sees them.
 * It accepts nothing that the trust manager refuses. As with {@link SocketTrustManager}, a plain
 * X509TrustManager is left as it is.
 */
public class HandshakeWatch {

  /** A server's certificate was accepted, so this session's handshake is a full one. */
  protected void accepted(SSLSession session) {}

  protected void refused(SSLSession session, CertificateException why) {}

  /**
   * Returns whether the watch verifies the name, because nobody else does. The name is null for
   * some engines, and empty if unknown.
   */
  protected boolean verifiesName(String host) {
    return true;
  }

  TrustManager[] over(TrustManager[] managers) {
    return ForwardingTrustManager.before(managers, Watched::new);
  }

  private interface Check {
    void run() throws CertificateException;
  }

  private final class Watched extends ForwardingTrustManager {

    Watched(X509ExtendedTrustManager manager) {
      super(manager);
    }

    private void watch(X509Certificate[] chain, SSLSession session, boolean ofSocket, Check check)
        throws CertificateException {
      if (session == null) {
        throw new CertificateException("A certificate is to be checked, but no handshake is known");
      }
      String host = session.getPeerHost();
      try {
        check.run();
        // A socket has a host: the given one, its address's, or an empty one that matches nothing.
        verifyName(host == null && ofSocket ? "" : host, chain[0]);
      } catch (CertificateException e) {
        refused(session, e);
        throw e;
      }
      accepted(session);
    }

    private void verifyName(String host, X509Certificate certificate) throws CertificateException {
      if (verifiesName(host)) {
        try {
          HostnameCheck.verify(host, certificate);
        } catch (SSLPeerUnverifiedException e) {
          throw new CertificateException(e.getMessage(), e);
        }
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      SSLSession session = ((SSLSocket) socket).getHandshakeSession();
      watch(chain, session, true, () -> super.checkServerTrusted(chain, authType, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      SSLSession session = engine.getHandshakeSession();
      watch(chain, session, false, () -> super.checkServerTrusted(chain, authType, engine));
    }

    /** Without a socket or engine, nobody knows which host is called. */
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      super.checkServerTrusted(chain, authType);
      if (verifiesName("")) {
        throw new CertificateException(
            "The TLS provider does not say which host it checks, so the name cannot be verified");
      }
    }

    /**
     * In server mode, removes the host check that Reprise set on a socket or engine for clients.
     * With it, JSSE would refuse every client. A check that the user set stays.
     */
    private void leaveOutHost(SSLParameters parameters, Consumer<SSLParameters> use) {
      if (HostnameCheck.isOurs(parameters.getEndpointIdentificationAlgorithm())) {
        parameters.setEndpointIdentificationAlgorithm("");
        use.accept(parameters);
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      if (socket instanceof SSLSocket) {
        SSLSocket tls = (SSLSocket) socket;
        leaveOutHost(tls.getSSLParameters(), tls::setSSLParameters);
      }
      super.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      if (engine != null) {
        leaveOutHost(engine.getSSLParameters(), engine::setSSLParameters);
      }
      super.checkClientTrusted(chain, authType, engine);
    }
  }
}
