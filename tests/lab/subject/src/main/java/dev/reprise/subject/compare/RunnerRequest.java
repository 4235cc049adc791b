package dev.reprise.subject.compare;

/** One line to a client's JVM: one of the two. A further setup replaces the client before it. */
public final class RunnerRequest {
  public RunnerSetup setup;
  public TurnRequest turn;
}
