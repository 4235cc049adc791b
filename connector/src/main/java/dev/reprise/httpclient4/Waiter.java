package dev.reprise.httpclient4;

import java.util.concurrent.locks.LockSupport;

/**
 * Somebody who waits, in no monitor, for what a task of {@link SerialTasks} brings. Made by the
 * thread that is to wait.
 */
abstract class Waiter {

  private final Thread thread = Thread.currentThread();

  /** Whether there is nothing to wait for any more. */
  abstract boolean isOver();

  /** Has the thread look again. */
  final void wake() {
    LockSupport.unpark(thread);
  }

  final boolean isCurrentThread() {
    return thread == Thread.currentThread();
  }
}
