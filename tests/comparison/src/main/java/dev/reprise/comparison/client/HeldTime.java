package dev.reprise.comparison.client;

/** For how long a client held its caller in one situation. */
public final class HeldTime {
  public String client;
  public String situation;
  public int calls;
  public double medianMillis;
  public double worstMillis;
}
