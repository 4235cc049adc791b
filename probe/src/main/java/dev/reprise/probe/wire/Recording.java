package dev.reprise.probe.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** The bytes of one connection in both directions, each with the time when it was seen. */
public final class Recording {

  /** Nothing of the kind has happened. */
  public static final long NEVER = Long.MIN_VALUE;

  private final List<Chunk> sent = new ArrayList<>();
  private final List<Chunk> received = new ArrayList<>();
  private long waited;
  private long endedAt = NEVER;
  private long brokenAt = NEVER;
  private String breakage = "";

  Recording() {}

  synchronized void sent(byte[] bytes, int offset, int length) {
    sent.add(new Chunk(bytes, offset, length));
  }

  synchronized void received(byte[] bytes, int offset, int length) {
    received.add(new Chunk(bytes, offset, length));
  }

  synchronized void waited(long nanos) {
    waited += nanos;
  }

  synchronized void ended() {
    if (endedAt == NEVER) {
      endedAt = System.nanoTime();
    }
  }

  synchronized void broke(String message) {
    if (brokenAt == NEVER) {
      brokenAt = System.nanoTime();
      breakage = message;
    }
  }

  /** For how many nanoseconds reads have waited for bytes. */
  public synchronized long waited() {
    return waited;
  }

  /** When the peer's FIN was seen, in the terms of {@link System#nanoTime}, or {@link #NEVER}. */
  public synchronized long endedAt() {
    return endedAt;
  }

  /** When the connection was found broken, as by a reset, or {@link #NEVER}. */
  public synchronized long brokenAt() {
    return brokenAt;
  }

  /** What the operating system said when it was found broken; empty if it was not. */
  public synchronized String breakage() {
    return breakage;
  }

  /** When the last bytes came from the peer, or {@link #NEVER}. */
  public synchronized long lastReceivedAt() {
    return received.isEmpty() ? NEVER : received.get(received.size() - 1).at;
  }

  synchronized byte[] bytes(boolean byClient) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Chunk chunk : byClient ? sent : received) {
      all.writeBytes(chunk.bytes);
    }
    return all.toByteArray();
  }

  /** When the byte at the offset was seen. */
  synchronized long timeOf(boolean byClient, int offset) {
    int end = 0;
    for (Chunk chunk : byClient ? sent : received) {
      end += chunk.bytes.length;
      if (offset < end) {
        return chunk.at;
      }
    }
    return NEVER;
  }

  private static final class Chunk {

    final byte[] bytes;
    final long at = System.nanoTime();

    Chunk(byte[] from, int offset, int length) {
      bytes = new byte[length];
      System.arraycopy(from, offset, bytes, 0, length);
    }
  }
}
