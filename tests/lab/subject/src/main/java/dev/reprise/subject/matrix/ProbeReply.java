package dev.reprise.subject.matrix;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The probe's answer, one line of JSON. */
public final class ProbeReply {
  /** Why there was no run at all, or null. */
  public String failure;

  /** The version and vendor of the Java that ran it. */
  public String java;

  /** The version of HttpCore that ran it. */
  public String httpCore;

  /** Requests answered with status 200 and a whole body. */
  public long completed;

  public long errors;

  /** The first error with its causes, or null. */
  public String firstError;

  /** Full handshakes, by the calls of the trust manager. */
  public long full;

  /** Handshakes by Reprise's own count, by name; empty for the stock client. */
  public Map<String, Long> own = new TreeMap<>();

  /** How connections ended, by outcome; empty for the stock client. */
  public Map<String, Long> closes = new TreeMap<>();

  /** The TLS versions of the connections that were answered. */
  public TreeSet<String> protocols = new TreeSet<>();

  /** Threads started while the requests ran, besides those that sent them. */
  public long threadsStarted;

  public long millis;

  /** Whether a certificate for another host was refused; null if that was not asked. */
  public Boolean refusesAnother;
}
