package dev.reprise.demo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * One request over a connection of its own, and all that came back until it ended.
 *
 * @param tlsEnd how the TLS layer ended
 * @param tcpEnd how the TCP connection below it ended
 */
record Exchange(String head, String body, End tlsEnd, End tcpEnd) {
  enum End {
    CLOSE_NOTIFY,
    FIN,
    RESET,
    STILL_OPEN
  }

  /** How long an end that is to come may take. */
  private static final int PATIENCE_MILLIS = 20_000;

  static Exchange post(DemoServer server, String path) throws IOException {
    return send(server, server.newClientContext(), "POST", path, "hi", "text/plain");
  }

  static Exchange send(
      DemoServer server, SSLContext context, String method, String path, String body, String type)
      throws IOException {
    try (WatchedSocket tcp = new WatchedSocket("127.0.0.1", server.port());
        SSLSocket tls = layer(context, tcp, server.port())) {
      tls.setSoTimeout(PATIENCE_MILLIS);
      String head =
          "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n";
      tls.getOutputStream()
          .write(
              (head.formatted(method, path, server.port(), type, body.length()) + body)
                  .getBytes(ISO_8859_1));
      ByteArrayOutputStream received = new ByteArrayOutputStream();
      End tlsEnd = drain(tls.getInputStream(), received, tcp);
      End tcpEnd = tlsEnd == End.CLOSE_NOTIFY ? endOf(tcp) : tlsEnd;
      String text = received.toString(ISO_8859_1);
      int split = text.indexOf("\r\n\r\n");
      return split < 0
          ? new Exchange("", text, tlsEnd, tcpEnd)
          : new Exchange(text.substring(0, split), text.substring(split + 4), tlsEnd, tcpEnd);
    }
  }

  static SSLSocket layer(SSLContext context, WatchedSocket tcp, int port) throws IOException {
    return (SSLSocket) context.getSocketFactory().createSocket(tcp, "localhost", port, true);
  }

  String status() {
    return head.lines().findFirst().orElse("");
  }

  private static End drain(InputStream in, ByteArrayOutputStream received, WatchedSocket tcp)
      throws IOException {
    try {
      for (int read = in.read(); read >= 0; read = in.read()) {
        received.write(read);
      }
      return tcp.endOfStream() ? End.FIN : End.CLOSE_NOTIFY;
    } catch (SocketTimeoutException e) {
      return End.STILL_OPEN;
    } catch (SSLException | SocketException e) {
      return endOfFailed(e);
    }
  }

  private static End endOfFailed(IOException failure) throws IOException {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketException && "Connection reset".equals(cause.getMessage())) {
        return End.RESET;
      }
    }
    throw failure;
  }

  private static End endOf(WatchedSocket tcp) throws IOException {
    try {
      return tcp.getInputStream().read() < 0 ? End.FIN : End.STILL_OPEN;
    } catch (SocketTimeoutException e) {
      return End.STILL_OPEN;
    } catch (SocketException e) {
      return endOfFailed(e);
    }
  }
}
