package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;

/** What is sent in bodies, and how it is told. */
final class Bodies {

  private Bodies() {}

  static byte[] ofResponse(String call, int size) {
    return of(call + ";", size);
  }

  static byte[] ofRequest(int call, int size) {
    return of("secret " + call + ";", size);
  }

  private static byte[] of(String text, int size) {
    byte[] body = new byte[size];
    for (int i = 0; i < size; i++) {
      body[i] = (byte) text.charAt(i % text.length());
    }
    return body;
  }

  static String tell(byte[] body) {
    return body.length + "#" + sum(body);
  }

  private static String sum(byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return Long.toHexString(crc.getValue());
  }

  static String tell(byte[] body, int length) {
    return tell(Arrays.copyOf(body, length));
  }

  /** Whether what {@link #read} told is a failure. */
  static boolean hasFailed(String read) {
    return read.contains(" (");
  }

  /** Reads as much as is to be read, and tells it; throws nothing away that came before. */
  static String read(InputStream in, Reading reading, Scenario scenario) {
    try {
      switch (reading) {
        case NONE -> {
          return "unread";
        }
        case PART -> {
          int size = scenario.get(Dimensions.Size.class).bytes;
          byte[] part = in.readNBytes(size / 2);
          return "part " + tell(part);
        }
        default -> {
          return tell(in.readAllBytes());
        }
      }
    } catch (IOException | RuntimeException e) {
      return Kind.of(e) + " (" + Kind.describe(e) + ")";
    }
  }
}
