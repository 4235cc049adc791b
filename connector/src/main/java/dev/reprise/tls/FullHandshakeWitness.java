package dev.reprise.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Notes on which sockets the server's certificate was checked: those had a full handshake, for a
 * resumed one carries no certificate. It stands before the user's own trust manager and changes
 * nothing of what that one decides.
 *
 * <p>For providers whose sessions do not tell it themselves ({@link ProviderTraits}).
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
    return ForwardingTrustManager.before(managers, Watched::new);
  }

  private final class Watched extends ForwardingTrustManager {

    private final X509ExtendedTrustManager manager;

    Watched(X509ExtendedTrustManager manager) {
      this.manager = manager;
    }

    @Override
    X509ExtendedTrustManager manager() {
      return manager;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      super.checkServerTrusted(chain, authType, socket);
      handshakes.replace(socket, true);
    }
  }
}
