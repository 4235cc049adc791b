package dev.reprise.httpclient4;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Races of threads that have tasks done for the connection pool. */
public class SerialTasksStress {

  private SerialTasksStress() {}

  /** Result: how many tasks were done when both threads have gone on. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "None was lost, and none ran beside the other")
  @State
  public static class EachIsDoneOnce {
    private final SerialTasks tasks = new SerialTasks();
    private int done;

    @Actor
    public void first() {
      tasks.run(() -> done++);
    }

    @Actor
    public void second() {
      tasks.run(() -> done++);
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = done;
    }
  }
}
