package dev.reprise.tls.internal.channel;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Buffers what a {@link TlsChannel} reads: TCP bytes that the engine has not consumed, and
 * application data that nobody has read. Keeps them even if a read fails, so that a timeout within
 * a record does no harm. Guarded by the channel's reader lock.
 */
final class RecordInput {

  static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private static final Object END = new Object();

  private final Tcp tcp;

  /** TCP bytes from the position to the limit; null if there are none. */
  private ByteBuffer records;

  /** Application data from the position to the limit; null if there is none. */
  private ByteBuffer plain;

  /** {@link #END}, or the IOException that broke the stream; null while the stream goes on. */
  private volatile Object end;

  /** The group in the server's first bytes, if any; null before they arrive. */
  private Integer keyShareGroup;

  private boolean fresh;

  RecordInput(Tcp tcp) {
    this.tcp = tcp;
  }

  boolean ended() {
    return end == END;
  }

  /** Returns why the stream broke; null if it is not known to be broken. */
  IOException failure() {
    Object now = end;
    return now instanceof IOException ? (IOException) now : null;
  }

  int keyShareGroup() {
    return keyShareGroup == null ? ServerHello.NO_GROUP : keyShareGroup;
  }

  ByteBuffer records() {
    ByteBuffer now = records;
    return now == null ? NOTHING : now;
  }

  /** Returns whether there are bytes that the engine has not seen, or the stream has ended. */
  boolean hasCome() {
    return fresh || end != null;
  }

  /** Returns an empty buffer for a record that does not fit into the reader's array. */
  ByteBuffer beginPlain(int size) {
    plain = Buffers.take(size);
    return plain;
  }

  void endPlain() {
    plain.flip();
    if (!plain.hasRemaining()) {
      releasePlain();
    }
  }

  boolean hasPlain() {
    return plain != null;
  }

  int plainAvailable() {
    ByteBuffer now = plain;
    return now == null ? 0 : now.remaining();
  }

  int takePlain(byte[] bytes, int offset, int length) {
    int count = Math.min(length, plain.remaining());
    plain.get(bytes, offset, count);
    if (!plain.hasRemaining()) {
      releasePlain();
    }
    return count;
  }

  void releasePlain() {
    Buffers.give(plain);
    plain = null;
  }

  /** Notes that the engine has seen the records and consumed the complete ones. */
  void taken() {
    fresh = false;
    releaseEmpty();
  }

  private void releaseEmpty() {
    if (records != null && !records.hasRemaining()) {
      Buffers.give(records);
      records = null;
    }
  }

  /** Waits for more bytes, as {@link Tcp#read} does. Returns false at the end of the stream. */
  boolean fill(int millis) throws IOException {
    if (failure() != null) {
      throw failure();
    }
    if (end == null) {
      makeRoom();
      int at = records.limit();
      int count = -1;
      try {
        count = tcp.read(records.array(), at, records.capacity() - at, millis);
        if (count < 0) {
          end = END;
        }
      } finally {
        if (count > 0) {
          records.limit(at + count);
          fresh = true;
          if (keyShareGroup == null) {
            keyShareGroup = ServerHello.keyShareGroup(records.array(), at, records.limit());
          }
        } else {
          releaseEmpty();
        }
      }
    }
    return end == null;
  }

  boolean await(int millis) {
    try {
      fill(millis);
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      end = e;
    }
    return true;
  }

  private void makeRoom() {
    if (records == null) {
      records = Buffers.take();
      records.limit(0);
    } else if (records.limit() == records.capacity()) {
      ByteBuffer larger = records;
      if (records.position() == 0) {
        larger = Buffers.take(2 * records.capacity());
        larger.put(records);
        Buffers.give(records);
        records = larger;
      } else {
        records.compact();
        Arrays.fill(records.array(), records.position(), records.capacity(), (byte) 0);
      }
      records.flip();
    }
  }

  void release() {
    Buffers.give(records);
    records = null;
    fresh = false;
    releasePlain();
  }
}
