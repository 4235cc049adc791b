package dev.reprise.spring.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;

/** A connection within the JVM, whose server answers one request and closes. */
final class DryRunSocket extends Socket {

  /** Of an address, so that no name is looked up. */
  static final String URL = "http://127.0.0.1/reprise-dry-run";

  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/xml; charset=utf-8\r\n"
          + "Set-Cookie: dry=run; Path=/\r\nContent-Length: 2\r\n\r\nOK";

  private final InputStream answer =
      new ByteArrayInputStream(ANSWER.getBytes(StandardCharsets.US_ASCII));

  @Override
  public void connect(SocketAddress endpoint, int timeout) {}

  @Override
  public InputStream getInputStream() {
    return answer;
  }

  @Override
  public OutputStream getOutputStream() {
    return OutputStream.nullOutputStream();
  }
}
