package dev.reprise.lab.clients;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ServerTls;
import dev.reprise.testkit.TlsPeer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;

/**
 * A server that answers each request with {@code Connection: close} and ends the connection, as
 * providers do: close_notify, and the end of the stream at once. It counts who ends a connection,
 * and its answer leaves together with the end, both of which the test kit's cannot. Thread-safe.
 */
final class ClosingServer implements AutoCloseable {

  static final String TLS = "TLSv1.3";

  /** Some clients open connections ahead of need, and come back to them later. */
  private static final int IMPATIENCE_MILLIS = 120_000;

  private static final String ENVELOPE =
      "<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body><ok/></S:Body></S:Envelope>";
  private static final byte[] ANSWER =
      ("HTTP/1.1 200 OK\r\nContent-Type: text/xml;charset=utf-8\r\nContent-Length: "
              + ENVELOPE.length()
              + "\r\nConnection: close\r\n\r\n"
              + ENVELOPE)
          .getBytes(StandardCharsets.US_ASCII);

  private final Certificates certificates = new Certificates();
  private final Acceptor acceptor = new Acceptor(HeldBackSocket.listener());
  private final Set<Socket> answered = new HashSet<>();
  private final AtomicLong handshakes = new AtomicLong();
  private final AtomicLong resets = new AtomicLong();
  private final AtomicLong serverFirst = new AtomicLong();
  private final AtomicLong clientFirst = new AtomicLong();
  private final ServerTls server;
  private volatile int holdMillis;

  /** What was counted so far. */
  record Counts(long handshakes, long full, long resets, long serverFirst, long clientFirst) {}

  ClosingServer() throws IOException, GeneralSecurityException {
    server = new ServerTls(certificates, certificates.server(), TLS);
    acceptor.start(socket -> serve((HeldBackSocket) socket));
  }

  /** The PEM text of the authority to trust. */
  String authority() {
    return certificates.authorityPem();
  }

  String url() {
    return "https://localhost:" + acceptor.port() + "/";
  }

  /** How long it leaves a connection open after the answer, from now on. */
  void hold(int millis) {
    holdMillis = millis;
  }

  /** What was counted so far, once those connections have ended that had their answer. */
  Counts counts() throws InterruptedException {
    synchronized (answered) {
      while (!answered.isEmpty()) {
        answered.wait();
      }
    }
    return new Counts(
        handshakes.get(),
        server.fullHandshakes(),
        resets.get(),
        serverFirst.get(),
        clientFirst.get());
  }

  private void serve(HeldBackSocket raw) {
    try (raw) {
      raw.setSoTimeout(IMPATIENCE_MILLIS);
      SSLSocket tls = server.over(raw);
      handshakes.incrementAndGet();
      InputStream in = new BufferedInputStream(tls.getInputStream());
      if (TlsPeer.readRequest(in)) {
        synchronized (answered) {
          answered.add(raw);
        }
        raw.hold();
        tls.getOutputStream().write(ANSWER);
        end(raw, tls, in);
      }
    } catch (IOException e) {
      // What Linux makes of a RST, in a read or a write; another end has its error to tell.
      String message = String.valueOf(e.getMessage());
      if (message.contains("reset") || message.contains("Broken pipe")) {
        resets.incrementAndGet();
      }
    } finally {
      synchronized (answered) {
        answered.remove(raw);
        answered.notifyAll();
      }
    }
  }

  private void end(HeldBackSocket raw, SSLSocket tls, InputStream in) throws IOException {
    int hold = holdMillis;
    if (hold > 0) {
      raw.release();
      (clientClosesWithin(hold, raw, in) ? clientFirst : serverFirst).incrementAndGet();
    }
    tls.shutdownOutput();
    raw.shutdownOutput();
    while (in.read() >= 0) {}
    if (!raw.isClosed()) {
      // What comes after close_notify.
      while (raw.getInputStream().read() >= 0) {}
    }
  }

  private boolean clientClosesWithin(int millis, Socket raw, InputStream in) throws IOException {
    raw.setSoTimeout(millis);
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      clientFirst.incrementAndGet();
      throw e;
    } finally {
      raw.setSoTimeout(IMPATIENCE_MILLIS);
    }
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }
}
