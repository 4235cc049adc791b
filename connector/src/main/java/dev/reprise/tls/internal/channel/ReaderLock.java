package dev.reprise.tls.internal.channel;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Held by the thread that reads from a channel. A reader waits for a preconnected connection's
 * watcher as it would wait for a socket: for SO_TIMEOUT, ignoring interrupts.
 */
final class ReaderLock extends ReentrantLock {

  private static final long serialVersionUID = 1L;

  /** Takes the lock. Returns the timeout for the read that follows, as for {@link Tcp#read}. */
  int lock(Tcp tcp) throws IOException {
    if (tryLock()) {
      return Tcp.AS_SET;
    }
    long left = TimeUnit.MILLISECONDS.toNanos(tcp.soTimeout());
    if (left == 0) {
      lock();
      return Tcp.AS_SET;
    }
    long end = System.nanoTime() + left;
    boolean interrupted = false;
    try {
      while (left > 0) {
        try {
          if (tryLock(left, TimeUnit.NANOSECONDS)) {
            return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
        left = end - System.nanoTime();
      }
      throw new SocketTimeoutException("Read timed out");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
