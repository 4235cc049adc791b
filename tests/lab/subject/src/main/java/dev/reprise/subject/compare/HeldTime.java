package dev.reprise.subject.compare;

/** For how long a client held its caller in one situation. */
public final class HeldTime {
  /** The TLS version. */
  public String tls;

  public String client;
  public String situation;
  public int calls;
  public double medianMillis;
  public double worstMillis;
}
