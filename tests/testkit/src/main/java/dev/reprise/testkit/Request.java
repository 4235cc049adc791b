package dev.reprise.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLSocket;

/**
 * A request as a server has read it. Immutable.
 *
 * @since 0.1.0
 */
public final class Request {

  private final String method;
  private final String target;
  private final Map<String, String> headers;
  private final byte[] body;
  private final SSLSocket socket;

  private Request(
      String method, String target, Map<String, String> headers, byte[] body, SSLSocket socket) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = body;
    this.socket = socket;
  }

  /** Reads the head of a request. Returns null at the end of the stream. */
  public static Request readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int newlines = 0;
    while (newlines < 2) {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      head.write(b);
      newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
    }
    String[] lines = head.toString(StandardCharsets.ISO_8859_1).split("\r?\n", -1);
    String[] first = lines[0].split(" ", 3);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (line != lines[0] && colon > 0) {
        headers.merge(
            line.substring(0, colon), line.substring(colon + 1).trim(), (a, b) -> a + ", " + b);
      }
    }
    return new Request(first[0], first.length > 1 ? first[1] : "", headers, new byte[0], null);
  }

  /** Returns a copy with its body, which is read to its end. */
  public Request withBody(InputStream in) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    if (headers.getOrDefault("Transfer-Encoding", "").contains("chunked")) {
      for (int size = chunk(in); size > 0; size = chunk(in)) {
        read.writeBytes(whole(in, size));
        line(in);
      }
      while (!line(in).isEmpty()) {}
    } else {
      read.writeBytes(whole(in, Integer.parseInt(headers.getOrDefault("Content-Length", "0"))));
    }
    return new Request(method, target, headers, read.toByteArray(), socket);
  }

  Request on(SSLSocket connection) {
    return new Request(method, target, headers, body, connection);
  }

  private static byte[] whole(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("The stream ends within a body");
    }
    return bytes;
  }

  private static int chunk(InputStream in) throws IOException {
    return Integer.parseInt(line(in).split(";", 2)[0].trim(), 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("The stream ends within a body");
      }
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  /** Returns the connection that it came on, or null if no {@link TlsPeer} read it. */
  public SSLSocket socket() {
    return socket;
  }

  public String method() {
    return method;
  }

  /** Returns path and query, as they were sent. */
  public String target() {
    return target;
  }

  /** Returns the path without the query. */
  public String path() {
    return target.split("\\?", 2)[0];
  }

  /**
   * Returns the value of a header, several values separated by commas, or null if there is none.
   */
  public String header(String name) {
    return headers.get(name);
  }

  /** Returns the body as UTF-8. Empty if there is none, or if the fault left it unread. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return method + " " + target + " " + headers;
  }
}
