package dev.reprise.trial;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The head of a request as a peer reads it, with the names of its headers in lower case. */
record Head(String method, String target, Map<String, String> headers) {

  private static final int MOST = 64 * 1024;

  /** The next head, or null at the end of the stream. */
  static Head read(InputStream in) throws IOException {
    String first = line(in);
    if (first == null) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.merge(
            line.substring(0, colon).trim().toLowerCase(Locale.ROOT),
            line.substring(colon + 1).trim(),
            (a, b) -> a + ", " + b);
      }
    }
    String[] parts = first.split(" ", -1);
    return new Head(parts[0], parts.length > 1 ? parts[1] : "", headers);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        if (line.size() > 0) {
          throw new EOFException("The stream ends within a head");
        }
        return null;
      }
      if (line.size() > MOST) {
        throw new IOException("A line of more than " + MOST + " bytes");
      }
      line.write(b);
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  /** A header's value, or null. */
  String get(String name) {
    return headers.get(name);
  }

  boolean has(String name) {
    return headers.containsKey(name);
  }

  /** The scheme of a header with credentials, or a dash. */
  String scheme(String name) {
    String value = headers.get(name);
    return value == null ? "-" : value.split(" ", 2)[0];
  }

  /** The path, also of a target in absolute form. */
  String path() {
    int authority = target.indexOf("://");
    return authority < 0 ? target : target.substring(target.indexOf('/', authority + 3));
  }

  byte[] readBody(InputStream in) throws IOException {
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      while (true) {
        String size = line(in);
        if (size == null) {
          throw new EOFException("The stream ends within a body");
        }
        int length = Integer.parseInt(size.trim(), 16);
        body.writeBytes(whole(in, length));
        line(in);
        if (length == 0) {
          return body.toByteArray();
        }
      }
    }
    String length = headers.get("content-length");
    return whole(in, length == null ? 0 : Integer.parseInt(length));
  }

  private static byte[] whole(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("The stream ends within a body");
    }
    return bytes;
  }
}
