package dev.reprise.probe.measure;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A response of HTTP/1.1 (RFC 9112). Its body is read and not kept. Immutable. */
public final class HttpResponse {

  private static final int LONGEST_LINE = 64 * 1024;
  private static final int MOST_LINES = 1000;
  private static final long LONGEST_BODY = 64L << 20;

  /** Such as HTTP/1.1. */
  final String version;

  final int status;

  /** The status with the reason phrase, if the server sends one. */
  final String statusLine;

  private final List<String> headers;

  /** Reads the whole response. */
  HttpResponse(InputStream in) throws IOException {
    String line = line(in);
    List<String> lines = headers(in);
    while (line.matches("HTTP/1\\.[01] 1\\d\\d.*")) {
      line = line(in);
      lines = headers(in);
    }
    if (!line.matches("HTTP/\\d\\.\\d \\d{3}.*")) {
      throw noHttp();
    }
    version = line.substring(0, 8);
    status = Integer.parseInt(line.substring(9, 12));
    statusLine = line.substring(9).trim().replaceAll("[^ -~]", "?");
    headers = lines;
    readBody(in);
  }

  /** The value of a header; several values are joined. */
  public Optional<String> header(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    List<String> values = new ArrayList<>();
    for (String line : headers) {
      if (line.toLowerCase(Locale.ROOT).startsWith(prefix)) {
        values.add(line.substring(prefix.length()).trim().replaceAll("[^ -~]", "?"));
      }
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
  }

  private boolean isBodiless() {
    return status == 204 || status == 304;
  }

  private boolean isChunked() {
    return header("Transfer-Encoding").orElse("").toLowerCase(Locale.ROOT).endsWith("chunked");
  }

  /** Whether only the end of the connection ends the body. */
  public boolean endsWithConnection() {
    return !isBodiless() && !isChunked() && header("Content-Length").isEmpty();
  }

  /** Whether the server announced the connection's end with it (RFC 9112 section 9.6). */
  public boolean announcesClose() {
    String connection = header("Connection").orElse("").toLowerCase(Locale.ROOT);
    return connection.matches("(.*,)?\\s*close\\s*(,.*)?")
        || (version.equals("HTTP/1.0") && !connection.contains("keep-alive"))
        || endsWithConnection();
  }

  private void readBody(InputStream in) throws IOException {
    if (isBodiless()) {
      return;
    }
    if (isChunked()) {
      for (long size = chunk(in); size > 0; size = chunk(in)) {
        skip(in, size, true);
        line(in);
      }
      headers(in);
    } else if (endsWithConnection()) {
      skip(in, Long.MAX_VALUE, false);
    } else {
      skip(in, number(header("Content-Length").orElse(""), 10), true);
    }
  }

  private static long chunk(InputStream in) throws IOException {
    return number(line(in).split(";", 2)[0].trim(), 16);
  }

  private static long number(String digits, int radix) throws ProtocolException {
    try {
      long number = Long.parseLong(digits, radix);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Neither is it.
    }
    throw noHttp();
  }

  private static void skip(InputStream in, long length, boolean whole) throws IOException {
    byte[] buffer = new byte[8192];
    for (long left = Math.min(length, LONGEST_BODY); left > 0; ) {
      int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (count < 0 && whole) {
        throw new EOFException("the connection ended within the response");
      }
      if (count < 0) {
        return;
      }
      left -= count;
    }
    if (length > LONGEST_BODY) {
      throw new ProtocolException(
          "the response is longer than 64 MiB; name a path with a shorter one");
    }
  }

  private static List<String> headers(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      lines.add(line);
      if (lines.size() > MOST_LINES) {
        throw noHttp();
      }
    }
    return lines;
  }

  private static String line(InputStream in) throws IOException {
    byte[] bytes = new byte[LONGEST_LINE];
    int length = 0;
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException(
            length == 0
                ? "the connection ended before the response"
                : "the connection ended within the response");
      }
      if (length == LONGEST_LINE) {
        throw noHttp();
      }
      bytes[length++] = (byte) b;
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1).trim();
  }

  private static ProtocolException noHttp() {
    return new ProtocolException("its answer is not HTTP/1.1");
  }
}
