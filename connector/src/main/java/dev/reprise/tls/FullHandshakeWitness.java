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
 * <p>For providers whose sessions do not tell it themselves ({@link ProviderTraits}).
 */
final class FullHandshakeWitness {

  /** The sockets whose handshake is being done. */
  private final Map<Socket, Handshake> handshakes = new ConcurrentHashMap<>();

  /** A handshake begins; what is checked on the socket before this is not noted. */
  void begins(Socket socket) {
    handshakes.put(socket, new Handshake(Thread.currentThread()));
  }

  /**
   * Whether the socket's certificate was checked in the handshake that has ended; asked once, since
   * it is forgotten thereby, and what is checked later is not noted: a connection that is
   * negotiated again would stay here.
   */
  boolean tookFullHandshake(Socket socket) {
    Handshake handshake = handshakes.remove(socket);
    return handshake != null && handshake.checked;
  }

  /** One that is being done, by one thread. */
  private static final class Handshake {

    private final Thread thread;
    private volatile boolean checked;

    Handshake(Thread thread) {
      this.thread = thread;
    }
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
      Handshake handshake = handshakes.get(socket);
      if (handshake != null) {
        handshake.checked = true;
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      super.checkServerTrusted(chain, authType, engine);
      checkedByThisThread();
    }

    /** A provider may ask so, and name no socket. */
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      super.checkServerTrusted(chain, authType);
      checkedByThisThread();
    }

    private void checkedByThisThread() {
      Thread thread = Thread.currentThread();
      for (Handshake handshake : handshakes.values()) {
        if (handshake.thread == thread) {
          handshake.checked = true;
        }
      }
    }
  }
}
