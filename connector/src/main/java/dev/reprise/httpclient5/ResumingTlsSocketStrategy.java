package dev.reprise.httpclient5;

import dev.reprise.http.Exchange;
import dev.reprise.http.RequestProgress;
import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes TLS sockets from a {@link ResumingSslSocketFactory}, for a manager's builder that other
 * code makes. Also give that builder a {@link GracefulConnectionFactory}: HttpClient closes the TCP
 * socket beneath TLS, and only connections of that factory then also close TLS. {@link
 * ResumingConnectionManagerBuilder} sets both. Thread-safe.
 */
public final class ResumingTlsSocketStrategy implements TlsSocketStrategy {

  private static final HostnameVerifier STOCK = HttpsSupport.getDefaultHostnameVerifier();

  private final ResumingSslSocketFactory sockets;

  /** Makes a strategy that shares the sessions of {@code sockets}. */
  public ResumingTlsSocketStrategy(ResumingSslSocketFactory sockets) {
    this.sockets = Objects.requireNonNull(sockets, "sockets: null given");
  }

  @Override
  public SSLSocket upgrade(
      Socket socket, String target, int port, Object attachment, HttpContext context)
      throws IOException {
    RequestProgress unsent = GracefulConnection.unsent(context);
    SSLSocket tls =
        isConnectedForTls(socket)
            ? (SSLSocket) socket
            : Exchange.layered(sockets, socket, target, port, unsent);
    return Exchange.opening(
        tls,
        unsent,
        () -> {
          TlsConfig config =
              attachment instanceof TlsConfig ? (TlsConfig) attachment : TlsConfig.DEFAULT;
          configure(tls, config);
          handshake(tls, config.getHandshakeTimeout());
          Exchange.verify(sockets.settings(), STOCK, target, tls);
          return tls;
        });
  }

  /** Does the handshake within the timeout. HttpClient sets it itself only from 5.5 on. */
  private static void handshake(SSLSocket tls, Timeout timeout) throws IOException {
    int former = tls.getSoTimeout();
    if (timeout != null) {
      tls.setSoTimeout(timeout.toMillisecondsIntBound());
    }
    // HttpClient does not say what comes next, so the handshake is completed at once.
    tls.startHandshake();
    if (timeout != null) {
      tls.setSoTimeout(former);
    }
  }

  /** Sets what HttpClient's own strategies take from the configuration. */
  private static void configure(SSLSocket tls, TlsConfig config) {
    if (config.getSupportedProtocols() != null) {
      tls.setEnabledProtocols(config.getSupportedProtocols());
    }
    if (config.getSupportedCipherSuites() != null) {
      tls.setEnabledCipherSuites(config.getSupportedCipherSuites());
    }
  }

  /** Returns whether it is a socket of Reprise that has had no handshake yet. */
  private static boolean isConnectedForTls(Socket socket) {
    return socket instanceof ResumingSslSocket && ((ResumingSslSocket) socket).handshake() == null;
  }
}
