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
 * Stands before the user's trust manager in the lanes of a {@link ResumingSslContext}, whose
 * engines and sockets nobody wraps: a server's certificate is checked only in full handshakes. It
 * takes nothing that the trust manager refuses. As with {@link SocketTrustManager}, a plain
 * X509TrustManager is left as it is.
 */
public class HandshakeWatch {

  /** The certificate of a server was accepted: the handshake of this session is a full one. */
  protected void accepted(SSLSession session) {}

  protected void refused(SSLSession session, CertificateException why) {}

  /**
   * Whether this verifies the name, since nobody else does. It is null for some engines, and empty
   * where it is not known.
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
        // A socket has a host: the one given, that of its address, or one that matches nothing.
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

    /** So asked, nobody knows which host is called. */
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
     * What a socket or engine in server mode was given as a client has JSSE refuse any peer. What
     * its user has set stays.
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
