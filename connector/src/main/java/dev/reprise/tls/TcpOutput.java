package dev.reprise.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The TCP stream as the TLS implementation writes it. JSSE writes the client's last flight in two
 * calls and the request in a third; until the first application data has gone out they are held and
 * sent as one, which saves system calls here and wake-ups at the server.
 *
 * <p>Nothing is held while anybody waits for it: what is held goes out before a read from the
 * socket, with the first application data, at the end of a handshake that no request is known to
 * follow, and before a close. A reader does not wait for the lock: whoever has it is a writer, and
 * sends what is held when its write is done.
 */
final class TcpOutput extends OutputStream {

  /** Past this there is nothing to be gained, and a large request is not to be held as a whole. */
  private static final int MOST = 8 * 1024;

  private final TcpSocket socket;
  private final OutputStream out;
  private final ReentrantLock lock = new ReentrantLock();
  private byte[] held = new byte[512];
  private int count;
  private volatile boolean holding = true;
  private final AtomicLong written = new AtomicLong();

  TcpOutput(TcpSocket socket, OutputStream out) {
    this.socket = socket;
    this.out = out;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  /** Bytes that TLS has written, be they held still: of records, whatever is in them. */
  long written() {
    return written.get();
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    socket.beforeWrite(written.addAndGet(length));
    if (holding) {
      lock.lock();
      try {
        if (holding) {
          hold(bytes, offset, length);
          return;
        }
      } finally {
        lock.unlock();
      }
    }
    out.write(bytes, offset, length);
  }

  private void hold(byte[] bytes, int offset, int length) throws IOException {
    if (count + length > held.length) {
      held = Arrays.copyOf(held, Math.max(2 * held.length, count + length));
    }
    System.arraycopy(bytes, offset, held, count, length);
    count += length;
    if (count > MOST) {
      sendAndHoldNoMore();
    }
  }

  /** Sends what is held; called when somebody is about to wait for the answer. */
  void send() throws IOException {
    if (holding && lock.tryLock()) {
      try {
        sendHeld();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Sends what is held, and holds nothing from now on. */
  void sendAndHoldNoMore() throws IOException {
    if (holding) {
      lock.lock();
      try {
        sendHeld();
        holding = false;
      } finally {
        lock.unlock();
      }
    }
  }

  private void sendHeld() throws IOException {
    int length = count;
    count = 0;
    if (length > 0) {
      out.write(held, 0, length);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
