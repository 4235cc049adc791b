package dev.reprise.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Notes on which channels the server's certificate was checked: those had a full handshake, for a
 * resumed one carries no certificate. It stands before the user's own trust manager and changes
 * nothing of what that one decides.
 *
 * <p>For providers whose sessions do not tell it themselves ({@link ProviderTraits}).
 */
final class FullHandshakeWitness extends ForwardingTrustManager {

  private FullHandshakeWitness(X509ExtendedTrustManager manager) {
    super(manager);
  }

  static TrustManager[] over(TrustManager[] managers) {
    return ForwardingTrustManager.before(managers, FullHandshakeWitness::new);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    super.checkServerTrusted(chain, authType, engine);
    checked();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    super.checkServerTrusted(chain, authType, socket);
    checked();
  }

  /** A provider may ask so, and name no engine. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    super.checkServerTrusted(chain, authType);
    checked();
  }

  private static void checked() {
    TlsChannel channel = HandshakeThreads.current();
    if (channel != null) {
      channel.certificateChecked = true;
    }
  }
}
