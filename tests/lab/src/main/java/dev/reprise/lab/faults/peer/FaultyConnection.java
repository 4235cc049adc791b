package dev.reprise.lab.faults.peer;

import dev.reprise.subject.faults.Fault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/** One connection of the server, with the fault that it was accepted under. */
final class FaultyConnection {

  private static final int RECORD_HEADER = 5;
  private static final byte[] FATAL_HANDSHAKE_FAILURE = {21, 3, 3, 0, 2, 2, 40};
  private static final byte[] LONG_APPLICATION_RECORD = {23, 3, 3, 0x3f, 0};
  private static final byte[] LONG_HANDSHAKE_RECORD = {22, 3, 3, 0x3f, 0};
  private static final int TRICKLE_MILLIS = 2;

  private final FaultyServer server;
  private final Socket socket;
  private final Fault fault;

  FaultyConnection(FaultyServer server, Socket socket, Fault fault) {
    this.server = server;
    this.socket = socket;
    this.fault = fault;
  }

  void serve() throws IOException, InterruptedException {
    switch (fault) {
      case STALL_HANDSHAKE, ABORT_HANDSHAKE -> {
        readClientHello();
        freeze();
      }
      case TRICKLE_HANDSHAKE -> {
        readClientHello();
        trickle(LONG_HANDSHAKE_RECORD);
      }
      case RESET_IN_HANDSHAKE -> {
        readClientHello();
        reset();
      }
      case CLOSE_IN_HANDSHAKE -> {
        readClientHello();
        socket.shutdownOutput();
        awaitClient(socket.getInputStream());
      }
      case ALERT_IN_HANDSHAKE -> {
        readClientHello();
        socket.getOutputStream().write(FATAL_HANDSHAKE_FAILURE);
        awaitClient(socket.getInputStream());
      }
      case GARBAGE -> {
        socket
            .getOutputStream()
            .write("SSH-2.0-nothing of TLS\r\n".getBytes(StandardCharsets.US_ASCII));
        awaitClient(socket.getInputStream());
      }
      default -> serveTls();
    }
  }

  private void serveTls() throws IOException, InterruptedException {
    SpoilableInput tcpIn = new SpoilableInput(socket.getInputStream());
    SSLSocket tls =
        (SSLSocket) server.context().getSocketFactory().createSocket(socket, tcpIn, true);
    tls.setEnabledProtocols(new String[] {server.protocol()});
    tls.startHandshake();
    InputStream in = new BufferedInputStream(tls.getInputStream());
    String head = Messages.readHead(in);
    if (head == null) {
      return;
    }
    server.requested(fault);
    if (fault == Fault.STOP_READING || fault == Fault.ABORT_REQUEST) {
      freeze();
      return;
    }
    Messages.readBody(head, in);
    if (fault == Fault.FREEZE_POOLED) {
      tls.getOutputStream().write(Messages.keptAlive());
      head = Messages.readHead(in);
      freeze();
      return;
    }
    respond(tls, in, tcpIn);
  }

  private void respond(SSLSocket tls, InputStream in, SpoilableInput tcpIn)
      throws IOException, InterruptedException {
    OutputStream out = tls.getOutputStream();
    switch (fault) {
      case CLOSE_WITHOUT_CLOSE_NOTIFY -> out.write(Messages.response(""));
      case HOLD_OPEN -> {
        out.write(Messages.response(""));
        awaitClient(in);
      }
      case FREEZE_AFTER_RESPONSE -> {
        out.write(Messages.response(""));
        freeze();
      }
      case RESET_AFTER_RESPONSE -> {
        out.write(Messages.response(""));
        reset();
      }
      case DATA_AFTER_RESPONSE -> {
        out.write(Messages.response("more"));
        closeOrderly(tls, in);
      }
      case FLOOD_AFTER_RESPONSE -> {
        out.write(Messages.response("more".repeat(50_000)));
        closeOrderly(tls, in);
      }
      case TRICKLE_AFTER_RESPONSE -> {
        out.write(Messages.response(""));
        trickle(LONG_APPLICATION_RECORD);
      }
      case UNREAD_RESPONSE -> {
        Messages.writeLarge(out);
        closeOrderly(tls, in);
      }
      case STALL -> awaitClient(in);
      case FREEZE_BEFORE_RESPONSE, ABORT_RESPONSE, CLOCK_FORWARD, CLOCK_BACK -> freeze();
      case RESET_BEFORE_RESPONSE -> reset();
      case CLOSE_BEFORE_RESPONSE -> closeOrderly(tls, in);
      case ALERT_BEFORE_RESPONSE -> {
        tcpIn.spoil();
        awaitClient(in);
      }
      case RESET_AMID_BODY -> {
        out.write(Messages.shortOfLength());
        reset();
      }
      case STALL_AMID_BODY, ABORT_BODY -> {
        out.write(Messages.shortOfLength());
        freeze();
      }
      case TRUNCATE_LENGTH -> {
        out.write(Messages.shortOfLength());
        closeOrderly(tls, in);
      }
      case TRUNCATE_LENGTH_NO_NOTIFY -> out.write(Messages.shortOfLength());
      case TRUNCATE_CHUNKED -> {
        out.write(Messages.unendedChunks());
        closeOrderly(tls, in);
      }
      case TRUNCATE_CHUNKED_NO_NOTIFY -> out.write(Messages.unendedChunks());
      case TRUNCATE_CLOSE_DELIMITED -> {
        out.write(Messages.closeDelimited());
        closeOrderly(tls, in);
      }
      case TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY -> out.write(Messages.closeDelimited());
      default -> {
        out.write(Messages.response(""));
        closeOrderly(tls, in);
      }
    }
  }

  private static void closeOrderly(SSLSocket tls, InputStream in) throws IOException {
    tls.shutdownOutput();
    awaitClient(in);
  }

  private void readClientHello() throws IOException {
    byte[] header = socket.getInputStream().readNBytes(RECORD_HEADER);
    if (header.length == RECORD_HEADER) {
      socket.getInputStream().skipNBytes((header[3] & 0xff) << 8 | header[4] & 0xff);
    }
  }

  private void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Neither reads nor writes nor closes, whatever the client does, until the server is told. */
  private void freeze() throws InterruptedException {
    server.isStuck();
    while (!socket.isClosed()) {
      Thread.sleep(20);
    }
  }

  /** The header of a long record, then its bytes one by one until the client has gone. */
  private void trickle(byte[] header) throws IOException, InterruptedException {
    OutputStream out = socket.getOutputStream();
    out.write(header);
    while (true) {
      out.write(0);
      Thread.sleep(TRICKLE_MILLIS);
    }
  }

  private static void awaitClient(InputStream in) throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }
}
