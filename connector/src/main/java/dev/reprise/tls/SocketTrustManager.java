package dev.reprise.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Has a trust manager check the server of a socket by its method for sockets, as it is for a socket
 * of the provider: that for engines may be empty in code that was written for sockets.
 */
final class SocketTrustManager extends ForwardingTrustManager {

  private SocketTrustManager(X509ExtendedTrustManager manager) {
    super(manager);
  }

  /** The managers, with others in the place of those that may not do the same for both. */
  static TrustManager[] of(TrustManager[] managers) {
    return ForwardingTrustManager.before(
        managers,
        manager -> DefaultTrust.isOfJdk(manager) ? manager : new SocketTrustManager(manager));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    TlsChannel channel = HandshakeThreads.current();
    if (channel == null) {
      super.checkServerTrusted(chain, authType, engine);
    } else {
      super.checkServerTrusted(chain, authType, (Socket) channel.holder());
    }
  }
}
