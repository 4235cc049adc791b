package dev.reprise.lab.faults.peer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The little of HTTP that the peer speaks. */
final class Messages {

  private static final String BODY = "<ok/>";
  private static final int LARGE = 10 * 1024 * 1024;

  private Messages() {}

  /** Reads the head of a request; null at the end of the stream. */
  static String readHead(InputStream in) throws IOException {
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
    return head.toString(StandardCharsets.US_ASCII);
  }

  /** Reads the body that the head announces by its length. */
  static void readBody(String head, InputStream in) throws IOException {
    for (String line : head.split("\r\n", -1)) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        in.skipNBytes(Long.parseLong(line.substring(15).trim()));
      }
    }
  }

  static byte[] response(String extra) {
    return ok("Connection: close\r\nContent-Length: " + BODY.length(), BODY + extra);
  }

  static byte[] keptAlive() {
    return ok("Connection: keep-alive\r\nContent-Length: " + BODY.length(), BODY);
  }

  /** The body is shorter than its length says. */
  static byte[] shortOfLength() {
    return ok("Connection: close\r\nContent-Length: 1000", BODY);
  }

  /** The last chunk is missing. */
  static byte[] unendedChunks() {
    return ok("Connection: close\r\nTransfer-Encoding: chunked", "5\r\n" + BODY + "\r\n");
  }

  /** The body ends with the connection. */
  static byte[] closeDelimited() {
    return ok("Connection: close", BODY);
  }

  static void writeLarge(OutputStream out) throws IOException {
    out.write(ok("Connection: close\r\nContent-Length: " + LARGE, ""));
    byte[] chunk = new byte[16 * 1024];
    for (int written = 0; written < LARGE; written += chunk.length) {
      out.write(chunk);
    }
  }

  private static byte[] ok(String headers, String body) {
    return ("HTTP/1.1 200 OK\r\n" + headers + "\r\n\r\n" + body)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
