package dev.reprise.integration;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** What outlives a single test, such as a server: its threads are of one group. */
final class Outliving {

  static final ThreadGroup GROUP = new ThreadGroup("outlives-tests");

  private Outliving() {}

  /** Runs the action on a thread of the group, which threads inherit that it starts. */
  static <T> T start(Callable<T> action) throws Exception {
    FutureTask<T> task = new FutureTask<>(action);
    new Thread(GROUP, task, "starter").start();
    return task.get();
  }
}
