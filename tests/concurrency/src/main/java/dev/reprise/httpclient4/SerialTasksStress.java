package dev.reprise.httpclient4;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Races of threads that have tasks done for the connection pool. */
public class SerialTasksStress {

  private SerialTasksStress() {}

  /** Result: how many tasks are done when both threads have gone on; what the second one saw. */
  @JCStressTest
  @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "None was lost, and none ran beside another")
  @Outcome(id = "4, 2", expect = ACCEPTABLE, desc = "The same, and the other one came between")
  @Outcome(id = "4, 3", expect = ACCEPTABLE, desc = "The same, and the other one came first")
  @State
  public static class EachIsDoneOnce {
    private final SerialTasks tasks = new SerialTasks();
    private int done;

    @Actor
    public void first() {
      tasks.run(() -> done++);
      tasks.run(() -> done++);
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = tasks.call(() -> ++done);
      tasks.run(() -> done++);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = done;
    }
  }
}
