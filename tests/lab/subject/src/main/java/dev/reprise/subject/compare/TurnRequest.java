package dev.reprise.subject.compare;

/** One turn: requests to send, and the time after which no further one is begun. */
public final class TurnRequest {
  public int requests;
  public long limitMillis;

  /** At which rate requests are due, whatever becomes of those before; 0 for a closed loop. */
  public double ratePerSecond;

  /** Whether they are due at random, at that rate on average, and not at equal intervals. */
  public boolean poisson;

  /** How many are sent before those that count, at the same rate; 0 for a closed loop. */
  public int leadIn;
}
