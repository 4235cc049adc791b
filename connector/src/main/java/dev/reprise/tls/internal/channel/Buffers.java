package dev.reprise.tls.internal.channel;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Buffers of one record of TLS, used again since making one costs more than a record. A connection
 * has one only while there is something in it, and nothing is left in it for the next. Thread-safe.
 */
final class Buffers {

  /** A record as JSSE and Conscrypt bound it, and messages of a handshake before it. */
  static final int SIZE = 18 * 1024;

  static final int MOST = 64;

  private static final Queue<ByteBuffer> FREE = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger FREE_COUNT = new AtomicInteger();

  private Buffers() {}

  static ByteBuffer take() {
    ByteBuffer free = FREE.poll();
    if (free == null) {
      return ByteBuffer.allocate(SIZE);
    }
    FREE_COUNT.decrementAndGet();
    return free;
  }

  static ByteBuffer take(int size) {
    return size <= SIZE ? take() : ByteBuffer.allocate(size);
  }

  /** Gives one back, which may be null. Nobody else may have it, or have written past its limit. */
  static void give(ByteBuffer buffer) {
    if (buffer == null || buffer.capacity() != SIZE) {
      return;
    }
    Arrays.fill(buffer.array(), 0, buffer.limit(), (byte) 0);
    buffer.clear();
    if (FREE_COUNT.incrementAndGet() <= MOST) {
      FREE.add(buffer);
    } else {
      FREE_COUNT.decrementAndGet();
    }
  }
}
