package dev.reprise.probe.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** The bytes of one connection in both directions, each with the time when it was seen. */
public final class Recording {

  /** It has not happened. */
  public static final long NEVER = Long.MIN_VALUE;

  private final List<Chunk> sent = new ArrayList<>();
  private final List<Chunk> received = new ArrayList<>();
  private long handedOutAt = NEVER;
  private boolean endHandedOut;
  private long endedAt = NEVER;
  private long brokenAt = NEVER;

  Recording() {}

  synchronized void sent(byte[] bytes, int offset, int length) {
    sent.add(new Chunk(bytes, offset, length));
  }

  synchronized Chunk received(byte[] bytes, int offset, int length) {
    Chunk chunk = new Chunk(bytes, offset, length);
    received.add(chunk);
    return chunk;
  }

  /** Notes that TLS has received what arrived at that time. */
  synchronized void handedOut(boolean end, long at) {
    if (end) {
      endHandedOut = true;
    } else {
      handedOutAt = at;
    }
  }

  synchronized void ended() {
    if (endedAt == NEVER) {
      endedAt = System.nanoTime();
      notifyAll();
    }
  }

  synchronized void broke() {
    if (brokenAt == NEVER) {
      brokenAt = System.nanoTime();
      notifyAll();
    }
  }

  /** Waits until all has come that was sent before the end, or until the time is up. */
  public synchronized void awaitEnd(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (endedAt == NEVER && brokenAt == NEVER && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
  }

  /** When the peer's FIN was seen, in the terms of {@link System#nanoTime}, or {@link #NEVER}. */
  public synchronized long endedAt() {
    return endedAt;
  }

  /** When the connection was found broken, as by a reset, or {@link #NEVER}. */
  public synchronized long brokenAt() {
    return brokenAt;
  }

  /** When the last bytes that TLS has read so far came, or {@link #NEVER}. */
  public synchronized long readAt() {
    return handedOutAt;
  }

  /** Whether TLS has read everything, up to the end or the breaking of the TCP stream. */
  public synchronized boolean isReadToEnd() {
    return endHandedOut;
  }

  synchronized byte[] bytes(boolean byClient) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Chunk chunk : byClient ? sent : received) {
      all.writeBytes(chunk.bytes);
    }
    return all.toByteArray();
  }

  /** Bytes, none at the end of the stream. */
  static final class Chunk {

    final byte[] bytes;
    final long at = System.nanoTime();

    Chunk(byte[] from, int offset, int length) {
      bytes = new byte[length];
      System.arraycopy(from, offset, bytes, 0, length);
    }
  }
}
