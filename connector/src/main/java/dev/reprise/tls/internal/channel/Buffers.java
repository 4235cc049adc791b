package dev.reprise.tls.internal.channel;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Pools buffers of one TLS record each, since allocating one costs more than the record itself. A
 * connection keeps a buffer only while it contains data, and zeroes it afterwards. Thread-safe.
 */
final class Buffers {

  /** In bytes: the largest record of JSSE and Conscrypt, with handshake messages before it. */
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

  /** Takes back a buffer or null. Nobody else may hold it; all data must be before its limit. */
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
