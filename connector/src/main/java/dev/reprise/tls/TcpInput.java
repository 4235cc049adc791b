package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/**
 * The TCP stream as the TLS implementation reads it. JSSE reads each record in two calls, header
 * and body; reading ahead makes one system call of a whole flight of them. Not thread-safe, as TLS
 * implementations read under a lock of their own.
 */
final class TcpInput extends InputStream {

  private static final int SIZE = 8 * 1024;

  /** The type of a record with an alert (RFC 5246 section 6.2.1). */
  private static final int ALERT_RECORD = 21;

  private static final int RECORD_HEADER = 5;

  /** An alert of two bytes and the tag of an AEAD cipher; one in the clear is shorter. */
  private static final int LEAST_ENCRYPTED = 2 + 16;

  /** The same with the longest MAC, initialization vector and padding. */
  private static final int MOST_ENCRYPTED = 2 + 48 + 16 + 256;

  private final TcpSocket socket;
  private final InputStream in;
  private final int readAhead;

  /** Made when it is needed: Conscrypt reads into larger ones of its own. */
  private byte[] buffer;

  private int position;
  private int limit;
  private int keyShareGroup = ServerHello.NO_GROUP;
  private boolean begun;

  TcpInput(TcpSocket socket, InputStream in, boolean readAhead) {
    this.socket = socket;
    this.in = in;
    this.readAhead = readAhead ? SIZE : 0;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (position == limit) {
      if (length >= readAhead) {
        int count = readSocket(bytes, offset, length);
        noteServerHello(bytes, offset, count);
        return count;
      }
      if (!fill()) {
        return -1;
      }
    }
    int count = Math.min(length, limit - position);
    System.arraycopy(buffer, position, bytes, offset, count);
    position += count;
    return count;
  }

  /** Reads ahead, once everything that was read ahead is used; false at the end of the stream. */
  private boolean fill() throws IOException {
    if (buffer == null) {
      buffer = new byte[readAhead];
    }
    int count = readSocket(buffer, 0, buffer.length);
    noteServerHello(buffer, 0, count);
    position = 0;
    limit = Math.max(0, count);
    return count >= 0;
  }

  private void noteServerHello(byte[] bytes, int offset, int count) {
    if (!begun && count > 0) {
      begun = true;
      keyShareGroup = ServerHello.keyShareGroup(bytes, offset, offset + count);
    }
  }

  /**
   * Whether the stream ends with what comes next, which may be an alert under encryption. Asked
   * between two records, of a stream that nobody reads any more; waits for what comes.
   */
  boolean endsNext() throws IOException {
    while (limit - position < RECORD_HEADER) {
      if (!fillOn()) {
        return limit == position;
      }
    }
    int length = (buffer[position + 3] & 0xff) << 8 | buffer[position + 4] & 0xff;
    if (buffer[position] != ALERT_RECORD
        || buffer[position + 1] != 3
        || length < LEAST_ENCRYPTED
        || length > MOST_ENCRYPTED) {
      return false;
    }
    while (limit - position < RECORD_HEADER + length) {
      if (!fillOn()) {
        return false;
      }
    }
    return true;
  }

  /** Reads on behind what was read ahead and is not used; false at the end of the stream. */
  private boolean fillOn() throws IOException {
    if (position == limit) {
      return fill();
    }
    System.arraycopy(buffer, position, buffer, 0, limit - position);
    limit -= position;
    position = 0;
    int count = readSocket(buffer, limit, buffer.length - limit);
    limit += Math.max(0, count);
    return count >= 0;
  }

  /** The group that the server chose for the key exchange, if the first bytes told. */
  int keyShareGroup() {
    return keyShareGroup;
  }

  @Override
  public int available() throws IOException {
    return limit - position + (socket.isClosing() ? 0 : in.available());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private int readSocket(byte[] bytes, int offset, int length) throws IOException {
    if (socket.isClosing()) {
      return -1;
    }
    socket.beforeRead();
    int count;
    try {
      count = in.read(bytes, offset, length);
    } catch (SocketTimeoutException e) {
      socket.endDidNotCome();
      throw e;
    } catch (TruncatedStreamException e) {
      // A tunnel within TLS: the TLS in it judges by its own end what was cut off.
      count = -1;
    } catch (SocketException e) {
      if (!socket.isAwaitingEnd()) {
        throw e;
      }
      // JSSE of JDK 11 throws the session away when it meets a reset (JDK-8274736).
      socket.resetSeen();
      count = -1;
    }
    if (count < 0) {
      socket.endOfStreamSeen();
    }
    return count;
  }
}
