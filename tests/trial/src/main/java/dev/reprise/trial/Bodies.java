package dev.reprise.trial;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;

/** What is sent in bodies, and how it is told. */
final class Bodies {

  private Bodies() {}

  static byte[] of(String text, int size) {
    byte[] body = new byte[size];
    for (int i = 0; i < size; i++) {
      body[i] = (byte) text.charAt(i % text.length());
    }
    return body;
  }

  static String tell(byte[] body) {
    CRC32 sum = new CRC32();
    sum.update(body);
    return body.length + "#" + Long.toHexString(sum.getValue());
  }

  /** Whether what {@link #read} told is a failure. */
  static boolean hasFailed(String read) {
    return read.contains(" (");
  }

  /** Reads as much as is to be read, and tells it; throws nothing away that came before. */
  static String read(InputStream in, String reading, Scenario scenario) {
    try {
      return switch (reading) {
        case "none" -> "unread";
        case "part" -> "part " + tell(in.readNBytes(scenario.number("size") / 2));
        default -> tell(in.readAllBytes());
      };
    } catch (IOException | RuntimeException e) {
      return Kind.of(e) + " (" + Kind.describe(e) + ")";
    }
  }
}
