package dev.reprise.subject.faults;

import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Frees calls that no timeout ends: by an abort, and when that is of no use through the peer. */
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
    Future<?> abort =
        timer.schedule(
            () -> {
              by.set("abort");
              call.abort();
            },
            afterMillis,
            TimeUnit.MILLISECONDS);
    Future<?> release =
        timer.schedule(
            () -> {
              by.set("peer");
              letGo();
            },
            2 * afterMillis,
            TimeUnit.MILLISECONDS);
    try {
      task.run();
    } finally {
      abort.cancel(false);
      release.cancel(false);
    }
    return by.get();
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
