package dev.reprise.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A response. It announces {@code Connection: close} unless it says otherwise. Immutable.
 *
 * @since 0.1.0
 */
public final class Answer {

  private final int status;
  private final String headers;
  private final byte[] body;
  private final boolean kept;
  private final byte[] raw;

  private Answer(int status, String headers, byte[] body, boolean kept, byte[] raw) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.kept = kept;
    this.raw = raw;
  }

  /** Returns a response with status 200 and a body in UTF-8. */
  public static Answer ok(String body) {
    return of(200, body);
  }

  /**
   * Returns a response with a status and a body in UTF-8.
   *
   * @param status 200 to 599
   */
  public static Answer of(int status, String body) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("status: " + status + " is not within 200 to 599");
    }
    byte[] bytes = Objects.requireNonNull(body, "body").getBytes(StandardCharsets.UTF_8);
    return new Answer(status, "", bytes, false, null);
  }

  /** Returns a response whose bytes are sent as they are, from the status line on. */
  public static Answer raw(byte[] bytes) {
    return new Answer(200, "", bytes("<ok/>"), false, bytes);
  }

  /** Returns a copy with one more header. */
  public Answer with(String name, String value) {
    String line = Objects.requireNonNull(name, "name") + Objects.requireNonNull(value, "value");
    if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("header " + name + ": it holds the end of a line");
    }
    return new Answer(status, headers + name + ": " + value + "\r\n", body, kept, raw);
  }

  /** Returns a copy with keep-alive: the connection serves more requests. */
  public Answer keptAlive() {
    return new Answer(status, headers, body, true, raw);
  }

  boolean isKept() {
    return kept;
  }

  Answer large() {
    return new Answer(200, headers, new byte[10 * 1024 * 1024], false, null);
  }

  /** As it should be. */
  byte[] whole(boolean withBody) {
    if (raw != null) {
      return raw;
    }
    boolean bodiless = status == 204 || status == 304;
    String length = bodiless ? "" : "Content-Length: " + body.length + "\r\n";
    return message(length, bodiless || !withBody ? new byte[0] : body);
  }

  byte[] partOfHead() {
    byte[] whole = whole(false);
    return Arrays.copyOf(whole, headLength(whole) - 10);
  }

  private static int headLength(byte[] whole) {
    return new String(whole, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
  }

  byte[] halfOfLength() {
    if (raw != null) {
      return Arrays.copyOf(raw, (headLength(raw) + raw.length) / 2);
    }
    return message("Content-Length: " + Math.max(1, body.length) + "\r\n", half());
  }

  byte[] unendedChunks() {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    if (half().length > 0) {
      chunk.writeBytes(bytes(Integer.toHexString(half().length) + "\r\n"));
      chunk.writeBytes(half());
      chunk.writeBytes(bytes("\r\n"));
    }
    return message("Transfer-Encoding: chunked\r\n", chunk.toByteArray());
  }

  byte[] closeDelimited() {
    return message("", body);
  }

  byte[] halfOfCloseDelimited() {
    return message("", half());
  }

  private byte[] half() {
    return Arrays.copyOf(body, body.length / 2);
  }

  private byte[] message(String framing, byte[] content) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(
        bytes(
            "HTTP/1.1 "
                + status
                + (status == 200 ? " OK" : " Status")
                + "\r\n"
                + headers
                + framing
                + "Connection: "
                + (kept ? "keep-alive" : "close")
                + "\r\n\r\n"));
    message.writeBytes(content);
    return message.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
