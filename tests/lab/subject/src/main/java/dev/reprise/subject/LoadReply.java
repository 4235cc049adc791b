package dev.reprise.subject;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What came of the calls so far. The first reply of a JVM says that it is ready. */
public final class LoadReply {
  /** All recipes, in the first reply of a JVM that has them. */
  public ClientInfo[] clients;

  public String java = System.getProperty("java.version") + " " + System.getProperty("java.vendor");

  /** The version of HttpCore 4, in the first reply of a JVM that has it. */
  public String httpCore;

  /** Calls that had their answer. */
  public long completed;

  public long errors;
  public String firstError;

  /** Full handshakes, by the calls of the trust manager. */
  public long full;

  /** Full handshakes that Reprise has told of, those of a client as it is 0. */
  public long toldFull;

  /** Lanes made; 0 of a client as it is. */
  public long lanes;

  /** How connections ended, by outcome; empty of a client as it is. */
  public Map<String, Long> closes = new TreeMap<>();

  /** The TLS versions that Reprise has told of. */
  public Set<String> protocols = new TreeSet<>();

  /** Threads started while threads called and pools were full. */
  public long threadsStarted;

  /** Whether a certificate for another host was refused; null if that was not asked. */
  public Boolean refusesAnother;

  public LoadReply plus(LoadReply other) {
    LoadReply sum = new LoadReply();
    sum.completed = completed + other.completed;
    sum.errors = errors + other.errors;
    sum.firstError = firstError == null ? other.firstError : firstError;
    sum.full = full + other.full;
    sum.toldFull = toldFull + other.toldFull;
    sum.lanes = lanes + other.lanes;
    sum.closes.putAll(closes);
    other.closes.forEach((outcome, count) -> sum.closes.merge(outcome, count, Long::sum));
    sum.protocols.addAll(protocols);
    sum.protocols.addAll(other.protocols);
    sum.threadsStarted = threadsStarted + other.threadsStarted;
    sum.refusesAnother =
        refusesAnother == null ? null : refusesAnother && Boolean.TRUE.equals(other.refusesAnother);
    return sum;
  }

  /** One that gave no answer to so many calls. */
  public static LoadReply failed(long calls, String why) {
    LoadReply none = new LoadReply();
    none.errors = calls;
    none.firstError = why;
    return none;
  }

  /** A client that there is a recipe for. */
  public static final class ClientInfo {
    /** What requests call it. */
    public String name;

    /** Its name and version, for readers. */
    public String title;

    /** The oldest Java that it runs on. */
    public int oldestJava;

    /** Whether it resets connections whatever TLS it is given. */
    public boolean resets;
  }
}
