package dev.reprise.testkit;

import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;

/**
 * A TLS server that answers one request on each connection. A test can tell it what to do with
 * connections on which no request has come.
 */
public final class IdlePeer extends LoopbackServer {

  /** How a server ends a connection on which no request came. */
  public enum Ending {
    /** In order: close_notify, then the end of the TCP stream. */
    CLOSE_NOTIFY,
    FIN,
    RESET,
    ALERT(21, 3, 3, 0, 2, 2, 80),
    /** A response to nothing: 408 (Request Timeout), then an orderly close. */
    REQUEST_TIMEOUT,
    /** Text in the clear, as from a middlebox that speaks no TLS. The stream stays open. */
    CLEAR_TEXT("go away, please, and come back later\r\n".chars().toArray()),
    /** The beginning of a record, of which the rest never comes. */
    PART_OF_RECORD(23, 3, 3, 0, 100, 1, 2, 3);

    private final byte[] bytes;

    Ending(int... sent) {
      bytes = new byte[sent.length];
      for (int i = 0; i < sent.length; i++) {
        bytes[i] = (byte) sent[i];
      }
    }
  }

  private final ServerTls tls;
  private final Set<Idle> idle = ConcurrentHashMap.newKeySet();
  private final AtomicInteger mostIdle = new AtomicInteger();

  private IdlePeer(Certificates certificates, String protocol) throws Exception {
    this.tls = new ServerTls(certificates, certificates.server(), protocol);
    acceptor.start(this::serve);
  }

  public static IdlePeer start(Certificates certificates, String protocol) throws Exception {
    return new IdlePeer(certificates, protocol);
  }

  public int connections() {
    return acceptor.connections();
  }

  /** The number of connections with a handshake and without a request. */
  public int idle() {
    return idle.size();
  }

  public int mostIdle() {
    return mostIdle.get();
  }

  public void endIdle(Ending ending) {
    for (Idle each : idle) {
      try {
        each.end(ending);
      } catch (IOException e) {
        // The client was quicker to close.
      }
    }
  }

  /** Sends a message that only TLS sees, a KeyUpdate, on all connections that are idle now. */
  public void updateKeys() throws IOException {
    for (Idle each : idle) {
      each.tls.startHandshake();
    }
  }

  private void serve(Socket raw) throws IOException {
    SSLSocket tls = this.tls.over(raw);
    Idle waiting = new Idle(raw, tls);
    idle.add(waiting);
    mostIdle.accumulateAndGet(idle.size(), Math::max);
    PushbackInputStream in = new PushbackInputStream(tls.getInputStream());
    try {
      int first = in.read();
      idle.remove(waiting);
      if (first >= 0) {
        in.unread(first);
      }
      if (TlsPeer.readRequest(in)) {
        tls.getOutputStream().write(TlsPeer.response(false));
        tls.shutdownOutput();
        while (in.read() >= 0) {}
      }
    } finally {
      idle.remove(waiting);
    }
  }

  private static final class Idle {

    private final Socket raw;
    private final SSLSocket tls;

    Idle(Socket raw, SSLSocket tls) {
      this.raw = raw;
      this.tls = tls;
    }

    void end(Ending ending) throws IOException {
      switch (ending) {
        case FIN:
          raw.shutdownOutput();
          break;
        case RESET:
          Acceptor.reset(raw);
          break;
        case REQUEST_TIMEOUT:
          tls.getOutputStream()
              .write(
                  "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n"
                      .getBytes(StandardCharsets.US_ASCII));
          tls.shutdownOutput();
          break;
        case CLOSE_NOTIFY:
          tls.shutdownOutput();
          raw.shutdownOutput();
          break;
        default:
          raw.getOutputStream().write(ending.bytes);
      }
    }
  }
}
