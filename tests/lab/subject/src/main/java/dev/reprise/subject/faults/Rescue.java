package dev.reprise.subject.faults;

import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Frees calls that no timeout ends: by an abort, and when that is of no use by the server. */
final class Rescue {

  private final PeerControl peer;
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2);

  Rescue(PeerControl peer) {
    this.peer = peer;
    timer.setThreadFactory(
        task -> {
          Thread thread = new Thread(task, "probe-rescue");
          thread.setDaemon(true);
          return thread;
        });
    timer.setRemoveOnCancelPolicy(true);
    timer.prestartAllCoreThreads();
  }

  /** Runs the task; tells what freed the call after this time, or null if nothing had to. */
  String guard(Call call, long afterMillis, Guarded task) throws IOException, InterruptedException {
    AtomicReference<String> by = new AtomicReference<>();
    Future<?> abort = after(afterMillis, by, "abort", call::abort);
    Future<?> release = after(2 * afterMillis, by, "peer", this::letGo);
    try {
      task.run();
    } finally {
      abort.cancel(false);
      release.cancel(false);
    }
    return by.get();
  }

  private Future<?> after(long millis, AtomicReference<String> by, String name, Runnable rescue) {
    return timer.schedule(
        () -> {
          by.set(name);
          rescue.run();
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  private void letGo() {
    try {
      peer.misbehave(Fault.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What may have to be rescued. */
  interface Guarded {
    void run() throws IOException, InterruptedException;
  }
}
