package dev.reprise.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/** Reads what nobody wants any more. */
final class Discarding {
  private static final int CHUNK = 1024;

  private Discarding() {}

  /** Reads all that has come; returns whether that was the last. */
  static boolean toEnd(EndPoint endPoint) {
    ByteBuffer discarded = BufferUtil.allocate(CHUNK);
    try {
      int filled;
      do {
        BufferUtil.clear(discarded);
        filled = endPoint.fill(discarded);
      } while (filled > 0);
      return filled < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
