package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The stream of a TCP socket that a watcher may read ahead of its user. A Java socket tells of its
 * end to nobody but a reader, so a preconnected connection has one: its {@link Preconnected
 * connection watcher} waits in {@link #readAhead} and sees an end, a reset or a message at once.
 * Once the preconnected connection is in use, a read waits for what the watcher that is still
 * within its read comes back with, and then goes to the socket.
 *
 * <p>For one user, and one watcher until it has handed over.
 */
final class WatchedInput extends InputStream {

  private static final int SIZE = 8 * 1024;

  private static final int LOOK_MILLIS = 1;

  /** What {@link #awaitWatcher} tells where nobody was waited for. */
  private static final int AS_SET = -1;

  private final Socket socket;
  private final InputStream in;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition handedOver = lock.newCondition();
  private final RecordFraming records = new RecordFraming();
  private byte[] ahead;
  private int position;
  private int limit;
  private boolean end;
  private IOException failure;
  private boolean trying;
  private int reading;

  /**
   * Whether the socket has another SO_TIMEOUT than the user set, for the read that is under way.
   */
  private boolean borrowed;

  /** The user's SO_TIMEOUT, meanwhile. */
  private int timeout;

  /** Whether a watcher may be within a read. */
  private volatile boolean watched;

  WatchedInput(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /** A watcher begins; nobody else reads until it hands over. */
  void watch() {
    ahead = new byte[SIZE];
    watched = true;
  }

  /**
   * Waits for something to come, for SO_TIMEOUT at most; for the watcher.
   *
   * @return whether something came: bytes, an end or a failure, which the next {@link #read} has
   */
  boolean readAhead() {
    int count = 0;
    IOException failed = null;
    try {
      count = in.read(ahead, 0, ahead.length);
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      failed = e;
    }
    lock.lock();
    try {
      position = 0;
      limit = Math.max(0, count);
      end = count < 0;
      failure = failed;
      records.add(ahead, 0, limit);
    } finally {
      lock.unlock();
    }
    return true;
  }

  /** Reads are the user's from now on. */
  void handOver() {
    lock.lock();
    try {
      watched = false;
      handedOver.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the watcher is still within its read. */
  boolean isWatched() {
    return watched;
  }

  /**
   * Whether the watcher is still within its read, with nothing to read. If there is something, the
   * watcher has merely not been run yet, and is waited for.
   */
  boolean isWatching() throws IOException {
    if (!watched || in.available() == 0) {
      return watched;
    }
    lock.lock();
    try {
      awaitWatcher();
    } finally {
      lock.unlock();
    }
    return false;
  }

  /**
   * Whether there is anything to read, or an end; where no watcher is. May take 1 ms. Where a
   * reader waits, nothing is told: it will see for itself.
   */
  boolean look() throws IOException {
    lock.lock();
    try {
      if (position < limit || end || failure != null || reading > 0) {
        return reading == 0;
      }
      borrow(LOOK_MILLIS);
      watch();
    } finally {
      lock.unlock();
    }
    try {
      return readAhead();
    } finally {
      doneLooking();
    }
  }

  private void doneLooking() {
    lock.lock();
    try {
      handOver();
      giveBack();
    } finally {
      lock.unlock();
    }
  }

  private void borrow(int millis) throws SocketException {
    timeout = socket.getSoTimeout();
    socket.setSoTimeout(millis);
    borrowed = true;
  }

  private void giveBack() {
    borrowed = false;
    try {
      socket.setSoTimeout(timeout);
    } catch (SocketException e) {
      // It is closed, as whoever reads next is told.
    }
  }

  /** Sets SO_TIMEOUT for the user's reads, from any thread. */
  void setSoTimeout(int millis) throws SocketException {
    lock.lock();
    try {
      if (!borrowed || socket.isClosed() || millis < 0) {
        socket.setSoTimeout(millis);
      }
      timeout = millis;
    } finally {
      lock.unlock();
    }
  }

  /** SO_TIMEOUT of the user's reads. */
  int getSoTimeout() throws SocketException {
    lock.lock();
    try {
      return borrowed && !socket.isClosed() ? timeout : socket.getSoTimeout();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the stream is known to have ended or failed, with nothing left to read before that. */
  boolean isOver() {
    lock.lock();
    try {
      return position == limit && (end || failure != null);
    } finally {
      lock.unlock();
    }
  }

  /** Whether a part of a record of TLS has come, and not all of it. */
  boolean isWithinRecord() {
    lock.lock();
    try {
      return records.isWithinRecord() && !end && failure == null;
    } finally {
      lock.unlock();
    }
  }

  /** Whether something came that is no record of TLS. */
  boolean isNoTls() {
    lock.lock();
    try {
      return records.isBroken();
    } finally {
      lock.unlock();
    }
  }

  /** Why the stream broke, as far as is known; null if it did not. */
  IOException failure() {
    lock.lock();
    try {
      return failure;
    } finally {
      lock.unlock();
    }
  }

  /**
   * While on, a read that would have to wait is a {@link SocketTimeoutException}. For whoever may
   * read now, to find out what it is that has come.
   */
  void tryOnly(boolean on) {
    trying = on;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    boolean otherTime;
    lock.lock();
    try {
      int left = watched && !trying ? awaitWatcher() : AS_SET;
      if (position < limit) {
        int count = Math.min(length, limit - position);
        System.arraycopy(ahead, position, bytes, offset, count);
        position += count;
        return count;
      }
      if (failure != null) {
        throw failure;
      }
      if (end) {
        return -1;
      }
      if (trying) {
        throw new SocketTimeoutException("Nothing has come");
      }
      ahead = null;
      // A read has the SO_TIMEOUT that was set as it began, the time of the watcher included.
      otherTime = left != AS_SET && !borrowed && left != socket.getSoTimeout();
      if (otherTime) {
        borrow(left);
      }
      reading++;
    } finally {
      lock.unlock();
    }
    int count = 0;
    try {
      count = in.read(bytes, offset, length);
      return count;
    } finally {
      doneReading(bytes, offset, Math.max(0, count), otherTime);
    }
  }

  private void doneReading(byte[] bytes, int offset, int count, boolean otherTime) {
    lock.lock();
    try {
      reading--;
      if (otherTime) {
        giveBack();
      }
      records.add(bytes, offset, count);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Uninterruptibly, as sockets are read; the watcher's own reads do not take long.
   *
   * @return what is left of SO_TIMEOUT, in milliseconds; 0 if there is none
   */
  private int awaitWatcher() throws IOException {
    long left = TimeUnit.MILLISECONDS.toNanos(getSoTimeout());
    boolean bounded = left > 0;
    boolean interrupted = false;
    try {
      while (watched) {
        if (bounded && left <= 0) {
          throw new SocketTimeoutException("Read timed out");
        }
        try {
          if (bounded) {
            left = handedOver.awaitNanos(left);
          } else {
            handedOver.await();
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return bounded ? (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)) : 0;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public int available() throws IOException {
    lock.lock();
    try {
      if (position < limit) {
        return limit - position;
      }
      return watched || end || failure != null ? 0 : in.available();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
