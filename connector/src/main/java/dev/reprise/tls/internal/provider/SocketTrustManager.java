package dev.reprise.tls.internal.provider;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Lets a trust manager check a socket's server by its method for sockets, as for a socket of the
 * provider. Its method for engines may be empty if it was written for sockets. Also notes on which
 * channels a certificate was checked, for providers whose sessions do not show it ({@link
 * ProviderTraits}). Those channels had a full handshake: a resumed one carries no certificate.
 */
public final class SocketTrustManager extends ForwardingTrustManager {

  private final boolean ofJdk;

  private SocketTrustManager(X509ExtendedTrustManager manager) {
    super(manager);
    HandshakeThreads.ask();
    ofJdk = DefaultTrust.isOfJdk(manager);
  }

  /** Wraps managers that may treat engines and sockets differently, or all if {@code notes}. */
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

  /** A provider may call this, and name no engine. */
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
