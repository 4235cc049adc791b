package dev.reprise.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.lang.ref.Reference;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.SSLSocket;

/** One connection of a {@link TlsPeer}, with the fault that it was accepted under. */
final class FaultyConnection {

  private static final int RECORD_HEADER = 5;
  private static final byte[] FATAL_HANDSHAKE_FAILURE = {21, 3, 3, 0, 2, 2, 40};
  private static final byte[] FORGED_RECORD = Arrays.copyOf(new byte[] {23, 3, 3, 0, 64}, 5 + 64);
  private static final byte[] LONG_APPLICATION_RECORD = {23, 3, 3, 0x3f, 0};
  private static final byte[] LONG_HANDSHAKE_RECORD = {22, 3, 3, 0x3f, 0};
  private static final int TRICKLE_MILLIS = 2;
  private static final int PART_MILLIS = 15;

  private final TlsPeer peer;
  private final Socket socket;
  private Fault fault;
  private PushbackInputStream tcpIn;

  FaultyConnection(TlsPeer peer, Socket socket, Fault fault) {
    this.peer = peer;
    this.socket = socket;
    this.fault = fault;
  }

  void serve() throws IOException, InterruptedException {
    switch (fault) {
      case STALL_HANDSHAKE:
        readClientHello();
        peer.isStalled();
        awaitClient(socket.getInputStream());
        break;
      case FREEZE_HANDSHAKE:
        readClientHello();
        freeze();
        break;
      case TRICKLE_HANDSHAKE:
        readClientHello();
        trickle(LONG_HANDSHAKE_RECORD);
        break;
      case RESET_IN_HANDSHAKE:
        readClientHello();
        Acceptor.reset(socket);
        break;
      case CLOSE_IN_HANDSHAKE:
        readClientHello();
        socket.shutdownOutput();
        awaitClient(socket.getInputStream());
        break;
      case ALERT_IN_HANDSHAKE:
        readClientHello();
        socket.getOutputStream().write(FATAL_HANDSHAKE_FAILURE);
        awaitClient(socket.getInputStream());
        break;
      case GARBAGE:
        socket.getOutputStream().write(bytes("SSH-2.0-nothing of TLS\r\n"));
        awaitClient(socket.getInputStream());
        break;
      default:
        serveTls();
    }
  }

  private void serveTls() throws IOException, InterruptedException {
    if (fault == Fault.ALERT_BEFORE_RESPONSE) {
      tcpIn = new PushbackInputStream(socket.getInputStream(), FORGED_RECORD.length);
    }
    SSLSocket tls = peer.handshake(socket, tcpIn, fault);
    try {
      serveTls(tls);
    } finally {
      // Some JDKs, such as 17, close a TLS socket that nobody refers to, as while it is frozen.
      Reference.reachabilityFence(tls);
    }
  }

  private void serveTls(SSLSocket tls) throws IOException, InterruptedException {
    InputStream in = new BufferedInputStream(tls.getInputStream());
    if (fault == Fault.CLOSE_AFTER_HANDSHAKE) {
      closeOrderly(tls, in);
      return;
    }
    boolean more = true;
    for (int number = 1; more; number++) {
      Request head = Request.readHead(in);
      more = head != null && serve(tls, in, head.on(tls), number);
    }
  }

  /** Serves a request; whether the connection lives on. */
  private boolean serve(SSLSocket tls, InputStream in, Request head, int number)
      throws IOException, InterruptedException {
    fault = peer.faultOf(head, fault);
    if (fault == Fault.STOP_READING || (fault == Fault.FREEZE_POOLED && number > 1)) {
      peer.note(socket, head);
      freeze();
      return false;
    }
    boolean early = fault == Fault.EARLY_RESPONSE;
    if (!early && "100-continue".equalsIgnoreCase(head.header("Expect"))) {
      tls.getOutputStream().write(bytes("HTTP/1.1 100 Continue\r\n\r\n"));
    }
    Request request = early ? head : head.withBody(in);
    peer.note(socket, request);
    Answer answer = peer.answerTo(request);
    if (fault == Fault.KEEP_ALIVE || fault == Fault.FREEZE_POOLED) {
      answer = answer.keptAlive();
    }
    return respond(tls, in, answer, !request.method().equals("HEAD"));
  }

  private boolean respond(SSLSocket tls, InputStream in, Answer answer, boolean withBody)
      throws IOException, InterruptedException {
    OutputStream out = tls.getOutputStream();
    switch (fault) {
      case STALL:
        awaitClient(in);
        return false;
      case FREEZE_BEFORE_RESPONSE:
        freeze();
        return false;
      case RESET_BEFORE_RESPONSE:
        Acceptor.reset(socket);
        return false;
      case CLOSE_BEFORE_RESPONSE:
        break;
      case ALERT_BEFORE_RESPONSE:
        if (tcpIn == null) {
          throw new AssertionError("a connection's fault, which no request can ask for: " + fault);
        }
        // TLS reads no more at a time than a header tells; it answers with bad_record_mac.
        tcpIn.unread(FORGED_RECORD);
        awaitClient(in);
        return false;
      case BAD_RECORD_BEFORE_RESPONSE:
        socket.getOutputStream().write(FATAL_HANDSHAKE_FAILURE);
        socket.shutdownOutput();
        awaitClient(socket.getInputStream());
        return false;
      case GARBAGE_RESPONSE:
        out.write(bytes("\u0001\u0002 nothing of HTTP\r\n\r\n"));
        break;
      case CLOSE_AFTER_INTERIM:
        out.write(bytes("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n"));
        break;
      case SLOW_RESPONSE:
        writeInParts(out, answer.whole(withBody));
        if (answer.isKept()) {
          return true;
        }
        break;
      case TRUNCATE_HEAD:
        out.write(answer.partOfHead());
        break;
      case CLOSE_AMID_BODY:
      case RESET_AMID_BODY:
      case STALL_AMID_BODY:
      case FREEZE_AMID_BODY:
      case TRUNCATE_LENGTH:
      case TRUNCATE_LENGTH_NO_NOTIFY:
        out.write(answer.halfOfLength());
        break;
      case TRUNCATE_CHUNKED:
      case TRUNCATE_CHUNKED_NO_NOTIFY:
        out.write(answer.unendedChunks());
        break;
      case TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY:
        out.write(answer.halfOfCloseDelimited());
        break;
      case CLOSE_DELIMITED:
        out.write(answer.closeDelimited());
        break;
      case LARGE_RESPONSE:
        writeInChunks(out, answer.large().whole(withBody));
        break;
      case DATA_AFTER_RESPONSE:
        out.write(with(answer.whole(withBody), "more"));
        break;
      case FLOOD_AFTER_RESPONSE:
        out.write(with(answer.whole(withBody), "more".repeat(50_000)));
        break;
      case NONE:
      case KEEP_ALIVE:
      case FREEZE_POOLED:
      case EARLY_RESPONSE:
      case CLOSE_WITHOUT_CLOSE_NOTIFY:
      case HOLD_OPEN:
      case FREEZE_AFTER_RESPONSE:
      case RESET_AFTER_RESPONSE:
      case TRICKLE_AFTER_RESPONSE:
      case CERTIFICATE_CHANGED:
      case CERTIFICATE_UNTRUSTED:
      case CERTIFICATE_EXPIRED:
      case CERTIFICATE_OF_OTHER_HOST:
      case TICKETS_FORGOTTEN:
        out.write(answer.whole(withBody));
        if (answer.isKept()) {
          return true;
        }
        break;
      default:
        // A fault that has no case here must not pass for a server that behaves.
        throw new AssertionError("no case for " + fault);
    }
    end(tls, in);
    return false;
  }

  private void end(SSLSocket tls, InputStream in) throws IOException, InterruptedException {
    switch (fault) {
      case HOLD_OPEN:
      case STALL_AMID_BODY:
        awaitClient(in);
        break;
      case FREEZE_AFTER_RESPONSE:
      case FREEZE_AMID_BODY:
        freeze();
        break;
      case TRICKLE_AFTER_RESPONSE:
        trickle(LONG_APPLICATION_RECORD);
        break;
      case RESET_AFTER_RESPONSE:
      case RESET_AMID_BODY:
        Acceptor.reset(socket);
        break;
      case CLOSE_WITHOUT_CLOSE_NOTIFY:
      case TRUNCATE_LENGTH_NO_NOTIFY:
      case TRUNCATE_CHUNKED_NO_NOTIFY:
      case TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY:
        socket.close();
        break;
      default:
        if (peer.holdMillis() > 0 && clientClosesWithin(peer.holdMillis(), in)) {
          peer.clientIsFirst();
        }
        closeOrderly(tls, in);
        if (peer.holdMillis() >= 0 && !socket.isClosed()) {
          // What comes after close_notify.
          awaitClient(socket.getInputStream());
        }
    }
  }

  private boolean clientClosesWithin(int millis, InputStream in) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      peer.clientIsFirst();
      throw e;
    } finally {
      socket.setSoTimeout(0);
    }
  }

  private static void closeOrderly(SSLSocket tls, InputStream in) throws IOException {
    tls.shutdownOutput();
    awaitClient(in);
  }

  private void readClientHello() throws IOException {
    InputStream in = socket.getInputStream();
    byte[] header = in.readNBytes(RECORD_HEADER);
    if (header.length == RECORD_HEADER) {
      in.readNBytes((header[3] & 0xff) << 8 | header[4] & 0xff);
    }
  }

  /** Neither reads nor writes nor closes, whatever the client does, until the server is told. */
  private void freeze() throws InterruptedException {
    peer.isStuck();
    while (!socket.isClosed()) {
      Thread.sleep(20);
    }
  }

  /** The header of a long record, then its bytes one by one until the client has gone. */
  private void trickle(byte[] header) throws IOException, InterruptedException {
    OutputStream out = socket.getOutputStream();
    out.write(header);
    while (!socket.isClosed()) {
      out.write(0);
      Thread.sleep(TRICKLE_MILLIS);
    }
  }

  private static void writeInParts(OutputStream out, byte[] whole)
      throws IOException, InterruptedException {
    for (int i = 0; i < 4; i++) {
      out.write(whole, whole.length * i / 4, whole.length * (i + 1) / 4 - whole.length * i / 4);
      Thread.sleep(PART_MILLIS);
    }
  }

  private static void writeInChunks(OutputStream out, byte[] whole) throws IOException {
    int chunk = 16 * 1024;
    for (int at = 0; at < whole.length; at += chunk) {
      out.write(whole, at, Math.min(chunk, whole.length - at));
    }
  }

  private static byte[] with(byte[] answer, String more) {
    byte[] both = Arrays.copyOf(answer, answer.length + more.length());
    System.arraycopy(bytes(more), 0, both, answer.length, more.length());
    return both;
  }

  private static void awaitClient(InputStream in) throws IOException {
    while (in.read() >= 0) {}
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
