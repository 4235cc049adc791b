package dev.reprise.subject.compare;

/** One turn: requests to send, and the time after which no further one is begun. */
public final class TurnRequest {
  public int requests;
  public long limitMillis;
}
