package dev.reprise.probe.measure;

import dev.reprise.probe.wire.Handshake;
import dev.reprise.probe.wire.RecordingSocket;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One connection, recorded. For one thread. */
final class TlsConnection implements AutoCloseable {

  /** What a close may wait, where a stock client would wait for its read timeout. */
  private static final int LONGEST_CLOSE_MILLIS = 2000;

  private final RecordingSocket tcp;
  private final SSLSocket tls;
  private final InputStream in;
  private final int readTimeout;
  final double connectMillis;

  /** How long the handshake took. */
  double handshakeMillis;

  private TlsConnection(RecordingSocket tcp, SSLSocket tls, int readTimeout, double connectMillis)
      throws IOException {
    this.tcp = tcp;
    this.tls = tls;
    this.in = tls.getInputStream();
    this.readTimeout = readTimeout;
    this.connectMillis = connectMillis;
  }

  /** Connects, with no handshake yet. */
  static TlsConnection open(Target target, InetAddress address, SSLSocketFactory factory)
      throws IOException {
    RecordingSocket tcp = new RecordingSocket();
    try {
      tcp.setTcpNoDelay(true);
      long began = System.nanoTime();
      tcp.connect(new InetSocketAddress(address, target.port()), target.timeoutMillis());
      double connectMillis = millis(System.nanoTime() - began);
      tcp.setSoTimeout(target.timeoutMillis());
      SSLSocket tls = (SSLSocket) factory.createSocket(tcp, target.host(), target.port(), true);
      SSLParameters parameters = tls.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      tls.setSSLParameters(parameters);
      return new TlsConnection(tcp, tls, target.timeoutMillis(), connectMillis);
    } catch (IOException | RuntimeException e) {
      tcp.close();
      throw e;
    }
  }

  void handshake() throws IOException {
    long began = System.nanoTime();
    tls.startHandshake();
    handshakeMillis = millis(System.nanoTime() - began);
  }

  Response exchange(byte[] request) throws IOException {
    tls.getOutputStream().write(request);
    tls.getOutputStream().flush();
    return new Response(tls);
  }

  /**
   * Waits for what the server does by itself.
   *
   * @param limit how long at most
   */
  Ending awaitEnd(Duration limit) throws IOException {
    long began = System.nanoTime();
    Ending.How how = tlsEnd(began + limit.toNanos());
    if (how == Ending.How.NONE) {
      tcp.setSoTimeout(readTimeout);
      return new Ending(how, millis(System.nanoTime() - began));
    }
    if (tcp.isReadToEnd()) {
      how = tcp.isBroken() ? Ending.How.RESET : Ending.How.FIN;
    }
    // The end may have been read with the response.
    return new Ending(how, millis(Math.max(0, tcp.readAt() - began)));
  }

  /** How TLS ended, whatever became of TCP. */
  private Ending.How tlsEnd(long deadline) {
    try {
      for (long left = left(deadline); left > 0; left = left(deadline)) {
        // JSSE closes it after a close_notify of TLS 1.2, which a body without a length ends with.
        if (!tcp.isClosed()) {
          tcp.setSoTimeout((int) left);
        }
        if (in.read() < 0) {
          return Ending.How.CLOSE_NOTIFY;
        }
      }
      return Ending.How.NONE;
    } catch (SocketTimeoutException e) {
      return Ending.How.NONE;
    } catch (IOException e) {
      return Ending.How.ALERT;
    }
  }

  private static long left(long deadline) {
    return TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
  }

  Handshake seen() {
    return new Handshake(tcp);
  }

  boolean isResumed() {
    return seen().isResumed();
  }

  SSLSession session() {
    return tls.getSession();
  }

  void closeAsClient() throws IOException {
    close(LONGEST_CLOSE_MILLIS);
  }

  private void close(int timeout) throws IOException {
    if (!tcp.isClosed()) {
      tls.setSoTimeout(timeout);
    }
    tls.close();
  }

  /** Closes finally, in bounded time. */
  @Override
  public void close() throws IOException {
    try {
      close(1);
    } catch (IOException e) {
      // It has done its work.
    } finally {
      tcp.close();
    }
  }

  private static double millis(long nanos) {
    return Math.round(nanos / 1e3) / 1e3;
  }
}
