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
    private final SerialTasks tasks = new SerialTasks(() -> null);
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

  /** Result: how many tasks were done when all that waited have gone on; a lost one hangs. */
  @JCStressTest
  @Outcome(id = "4", expect = ACCEPTABLE, desc = "None was lost as the role changed hands")
  @State
  public static class TheRoleChangesHands {
    private final SerialTasks tasks = new SerialTasks(() -> null, 1);
    private int done;

    @Actor
    public void first() {
      tasks.runAndWait(() -> done++);
    }

    @Actor
    public void second() {
      tasks.runAndWait(() -> done++);
    }

    /** One that stops waiting, perhaps just as the role is offered to it. */
    @Actor
    public void impatient() {
      Impatient waiter = new Impatient();
      tasks.run(() -> done++, waiter);
      waiter.over = true;
      tasks.run(() -> done++);
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = done;
    }
  }

  private static final class Impatient extends Waiter {
    private volatile boolean over;

    @Override
    boolean isOver() {
      return over;
    }
  }
}
