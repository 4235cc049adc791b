package dev.reprise.subject.faults;

import java.util.Map;
import java.util.TreeMap;

/** What was found for one fault, client, JDK and TLS version. Times are in milliseconds. */
public final class Cell {
  public String jdk;

  /** {@code TLSv1.2} or {@code TLSv1.3}. */
  public String protocol;

  public String client;
  public String fault;
  public int tries;

  /** How calls ended: {@code response}, or the exception's class and message; with counts. */
  public Map<String, Integer> endings = new TreeMap<>();

  /** What failed calls said of their request; with counts. */
  public Map<String, Integer> progress = new TreeMap<>();

  /** How connections ended, as listeners of Reprise were told; with counts. */
  public Map<String, Integer> closes = new TreeMap<>();

  /** How the next call ended: {@code resumed}, {@code full} or an exception; with counts. */
  public Map<String, Integer> next = new TreeMap<>();

  /** Time held beyond an undisturbed call or, for an abort, from the abort on; median. */
  public double heldMillis;

  public double heldWorstMillis;

  /**
   * The same time once the client has met the fault often, median; null where a server has no way
   * to be known for it.
   */
  public Double knownMillis;

  /** Median of the times that {@code abort()} took itself; null without abort. */
  public Double abortMillis;

  /** Calls that had to be freed by an abort, or by the server when that did not help. */
  public Map<String, Integer> rescued = new TreeMap<>();

  /** How many of these calls used a preconnected connection. */
  public int onPreconnection;

  /** What was left over seconds after; empty if nothing was. */
  public String left = "";
}
