package dev.reprise.httpclient4;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Runs tasks one at a time, in the order in which they came, without a thread of its own and
 * without a lock that anybody waits for: who comes while another thread is at it leaves the task to
 * that one. Thread-safe.
 *
 * <p>A thread that has run enough tasks of others wakes one that waits, and goes. The hazard is a
 * task that nobody runs, since the one that was woken has stopped waiting meanwhile. So the role is
 * free before it is woken, and is taken up again if it waits no longer; who stops waiting says so
 * before it brings its last task, and looks for the role with that.
 */
final class SerialTasks {

  private static final System.Logger LOG = System.getLogger("dev.reprise.httpclient4");

  /** How many tasks of others a thread runs while somebody waits who could do so as well. */
  private static final int MOST = 32;

  private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean running = new AtomicBoolean();
  private final Supplier<Waiter> waiting;
  private final int most;
  private volatile Thread runner;

  /**
   * Without tasks.
   *
   * @param waiting one that waits although its task was run, or null; asked within a task
   */
  SerialTasks(Supplier<Waiter> waiting) {
    this(waiting, MOST);
  }

  SerialTasks(Supplier<Waiter> waiting, int most) {
    this.waiting = waiting;
    this.most = most;
  }

  /** Runs a task, now or a little later; what it throws is logged. */
  void run(Runnable work) {
    run(work, null);
  }

  /** As {@link #run(Runnable)}, for one that will {@link #await}. */
  void run(Runnable work, Waiter owner) {
    tasks.add(new Task(work, owner));
    serve();
  }

  /**
   * Runs what there is to run, if nobody else does. Who takes the role up again since its successor
   * waits no longer runs no more tasks of others than before: it only looks for another successor.
   */
  private void serve() {
    int foreign = 0;
    while (!tasks.isEmpty() && running.compareAndSet(false, true)) {
      Waiter successor = null;
      runner = Thread.currentThread();
      try {
        successor = successorAfter(foreign);
        while (successor == null) {
          Task next = tasks.poll();
          if (next == null) {
            break;
          }
          next.run();
          if (!next.isOfCurrentThread()) {
            foreign++;
          }
          successor = successorAfter(foreign);
        }
      } finally {
        runner = null;
        running.set(false);
      }
      if (successor != null) {
        successor.wake();
        if (!successor.isOver()) {
          return;
        }
      }
    }
  }

  /** Who shall go on after so many tasks of others; null for the thread itself. */
  private Waiter successorAfter(int foreign) {
    Task next = foreign < most ? null : tasks.peek();
    if (next == null) {
      return null;
    }
    Waiter candidate = next.owner != null ? next.owner : waiting.get();
    return candidate == null || candidate.isCurrentThread() || candidate.isOver()
        ? null
        : candidate;
  }

  /**
   * Waits, and runs tasks if woken for it.
   *
   * @param nanos for how long, in nanoseconds; zero or less for as long as it takes
   * @return whether it is over; false if the time is
   */
  boolean await(Waiter waiter, long nanos) throws InterruptedException {
    long start = System.nanoTime();
    while (!waiter.isOver()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (nanos <= 0) {
        LockSupport.park(this);
      } else {
        long left = nanos - (System.nanoTime() - start);
        if (left <= 0) {
          return false;
        }
        LockSupport.parkNanos(this, left);
      }
      serve();
    }
    return true;
  }

  /** Runs a task and waits until it is done; at once if a task itself calls this. */
  void runAndWait(Runnable task) {
    call(
        () -> {
          task.run();
          return null;
        });
  }

  /** The result of a task, as {@link #runAndWait}. */
  <T> T call(Supplier<T> task) {
    if (runner == Thread.currentThread()) {
      return task.get();
    }
    Call<T> call = new Call<>(task);
    run(call, call);
    boolean interrupted = false;
    while (!call.isOver()) {
      try {
        await(call, 0);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return call.outcome.get();
  }

  private static final class Task {

    private final Runnable work;
    private final Waiter owner;

    Task(Runnable work, Waiter owner) {
      this.work = work;
      this.owner = owner;
    }

    boolean isOfCurrentThread() {
      return owner != null && owner.isCurrentThread();
    }

    void run() {
      try {
        work.run();
      } catch (RuntimeException | Error e) {
        LOG.log(Level.WARNING, "A task of the connection pool failed", e);
      }
    }
  }

  private static final class Call<T> extends Waiter implements Runnable {

    private final Supplier<T> task;
    private volatile Supplier<T> outcome;

    Call(Supplier<T> task) {
      this.task = task;
    }

    @Override
    public void run() {
      outcome = outcome();
      wake();
    }

    private Supplier<T> outcome() {
      try {
        T value = task.get();
        return () -> value;
      } catch (RuntimeException e) {
        return () -> {
          throw e;
        };
      } catch (Error e) {
        return () -> {
          throw e;
        };
      }
    }

    @Override
    boolean isOver() {
      return outcome != null;
    }
  }
}
