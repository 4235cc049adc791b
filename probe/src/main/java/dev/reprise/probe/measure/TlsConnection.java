package dev.reprise.probe.measure;

import dev.reprise.probe.wire.Handshake;
import dev.reprise.probe.wire.Recording;
import dev.reprise.probe.wire.RecordingSocket;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One connection, recorded. For one thread. */
final class TlsConnection implements AutoCloseable {

  /** What a close may wait, where a stock client would wait for its read timeout. */
  static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

  private static final long ALERT_WAIT_MILLIS = 500;

  /** Alerts that tell what to do, by the names that JSSE has for them (RFC 8446 section 6). */
  private static final Map<Integer, String> ALERTS =
      Map.of(
          40, "handshake_failure",
          42, "bad_certificate",
          46, "certificate_unknown",
          48, "unknown_ca",
          116, "certificate_required");

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
    this.in = new BufferedInputStream(tls.getInputStream());
    this.readTimeout = readTimeout;
    this.connectMillis = connectMillis;
  }

  /**
   * Connects, with no handshake yet.
   *
   * @param protocols the versions to offer; none for the provider's defaults
   */
  static TlsConnection open(
      Target target, InetAddress address, SSLSocketFactory factory, String... protocols)
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
      if (protocols.length > 0) {
        parameters.setProtocols(protocols);
      }
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

  HttpResponse exchange(byte[] request) throws IOException {
    tls.getOutputStream().write(request);
    tls.getOutputStream().flush();
    return new HttpResponse(in);
  }

  /**
   * Waits for what the server does by itself, and does nothing meanwhile.
   *
   * @param limit how long at most
   */
  Ending awaitEnd(Duration limit) throws IOException {
    Recording recording = tcp.recording();
    long from = recording.readAt();
    long began = from == Recording.NEVER ? System.nanoTime() : from;
    long deadline = System.nanoTime() + limit.toNanos();
    tcp.watch(true);
    try {
      Ending.How tlsEnd = null;
      while (tlsEnd == null) {
        if (!limitReads(deadline)) {
          return new Ending(Ending.How.NONE, millis(System.nanoTime() - began));
        }
        try {
          if (in.read() < 0) {
            tlsEnd = Ending.How.CLOSE_NOTIFY_ONLY;
          }
        } catch (SocketTimeoutException e) {
          return new Ending(Ending.How.NONE, millis(System.nanoTime() - began));
        } catch (IOException e) {
          tlsEnd = Ending.How.ALERT;
        }
      }
      if (recording.isReadToEnd()) {
        return recording.brokenAt() != Recording.NEVER
            ? new Ending(Ending.How.RESET, millis(recording.brokenAt() - began))
            : new Ending(Ending.How.FIN, millis(recording.endedAt() - began));
      }
      // The alert was the last that TLS has read, and may have come together with the response.
      long alertAt = recording.readAt();
      if (tlsEnd == Ending.How.ALERT) {
        return new Ending(tlsEnd, millis(alertAt - began));
      }
      awaitTcpEnd(Math.min(deadline, System.nanoTime() + LONGEST_CLOSE.toNanos()));
      Ending.How how =
          recording.brokenAt() != Recording.NEVER
              ? Ending.How.CLOSE_NOTIFY_AND_RESET
              : recording.endedAt() != Recording.NEVER
                  ? Ending.How.CLOSE_NOTIFY_AND_FIN
                  : Ending.How.CLOSE_NOTIFY_ONLY;
      return new Ending(how, millis(alertAt - began));
    } finally {
      tcp.watch(false);
      if (!tcp.isClosed()) {
        tcp.setSoTimeout(readTimeout);
      }
    }
  }

  private void awaitTcpEnd(long deadline) {
    try {
      InputStream raw = tcp.getInputStream();
      while (limitReads(deadline) && raw.read() >= 0) {}
    } catch (IOException e) {
      // The recording has it, unless it was the timeout.
    }
  }

  private boolean limitReads(long deadline) throws IOException {
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    if (left <= 0) {
      return false;
    }
    tcp.setSoTimeout((int) Math.min(Integer.MAX_VALUE, left));
    return true;
  }

  Optional<Handshake> seen() {
    return Handshake.of(tcp.recording());
  }

  /**
   * Why the connection broke in the server's words, if it sent an alert before; else the same. A
   * server that breaks it right after it has asked for a certificate is taken to insist on one.
   *
   * @param asked whether it has asked for one
   */
  IOException withAlert(boolean asked, IOException broken) throws InterruptedException {
    if (!(broken instanceof SocketException || broken instanceof SSLException)) {
      return broken;
    }
    tcp.recording().awaitEnd(ALERT_WAIT_MILLIS);
    Optional<String> alert =
        Handshake.fatalAlert(tcp.recording())
            .map(number -> ALERTS.getOrDefault(number, "alert " + number));
    if (alert.isEmpty() && broken instanceof SocketException && asked) {
      alert = Optional.of("certificate_required");
    }
    return alert.isEmpty()
        ? broken
        : new SSLException("Received fatal alert: " + alert.get(), broken);
  }

  SSLSession session() {
    return tls.getSession();
  }

  /** Closes as a client does. */
  void closeAsClient() throws IOException {
    tls.setSoTimeout((int) LONGEST_CLOSE.toMillis());
    tls.close();
  }

  /** Closes finally, in bounded time. */
  @Override
  public void close() throws IOException {
    try {
      if (!tcp.isClosed()) {
        tls.setSoTimeout(1);
      }
      tls.close();
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
