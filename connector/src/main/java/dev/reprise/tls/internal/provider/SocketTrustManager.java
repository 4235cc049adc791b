package dev.reprise.tls.internal.provider;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Has a trust manager check the server of a socket by its method for sockets, as it is for a socket
 * of the provider: that for engines may be empty in code that was written for sockets. And notes on
 * which channels the server's certificate was checked, for providers whose sessions do not tell it
 * ({@link ProviderTraits}): those had a full handshake, for a resumed one carries no certificate.
 */
public final class SocketTrustManager extends ForwardingTrustManager {

  private final boolean ofJdk;

  private SocketTrustManager(X509ExtendedTrustManager manager) {
    super(manager);
    HandshakeThreads.ask();
    ofJdk = DefaultTrust.isOfJdk(manager);
  }

  /** Replaces those that may not do the same for both, or all if it is noted who was asked. */
  static TrustManager[] of(TrustManager[] managers, boolean notes) {
    return ForwardingTrustManager.before(
        managers,
        manager ->
            !notes && DefaultTrust.isOfJdk(manager) ? manager : new SocketTrustManager(manager));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    HandshakeThreads.Handshaking channel = HandshakeThreads.current();
    if (channel == null || ofJdk) {
      super.checkServerTrusted(chain, authType, engine);
    } else {
      super.checkServerTrusted(chain, authType, (Socket) channel.holder());
    }
    noteChecked();
  }

  /** A provider may ask so, and name no engine. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    super.checkServerTrusted(chain, authType);
    noteChecked();
  }

  private static void noteChecked() {
    HandshakeThreads.Handshaking channel = HandshakeThreads.current();
    if (channel != null) {
      channel.certificateChecked();
    }
  }
}
