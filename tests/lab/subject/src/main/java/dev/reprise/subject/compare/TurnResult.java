package dev.reprise.subject.compare;

import java.util.Map;
import java.util.TreeMap;

/** What one turn of one client came to. */
public final class TurnResult {
  /** Exchanges that ended with a complete answer of status 2xx. */
  public long completed;

  public long errors;

  /** What the first error said, or null. */
  public String firstError;

  /** Whether the time limit came before the last request. */
  public boolean cutShort;

  public double seconds;

  /** Median latency of the completed exchanges, in milliseconds. */
  public double medianMillis;

  /** 99th percentile of the latency of the completed exchanges, in milliseconds. */
  public double p99Millis;

  /** CPU time of the whole JVM, and of the sidecar if there is one, in milliseconds. */
  public double cpuMillis;

  /** How long the JIT compiler was at work, in milliseconds; null in old results. */
  public Double jitMillis;

  /**
   * What the calling threads allocated for each exchange, in bytes; null in old results. Threads of
   * the client's own are not counted.
   */
  public Double allocatedBytes;

  /** Of the CPU time the sidecar's. */
  public double sidecarCpuMillis;

  /** What is alive on the heap after the turn, in bytes. */
  public long heapBytes;

  /** How often the trust manager was asked, which is once for each full handshake. */
  public long fullHandshakes;

  /** The same for the requests before those that count. */
  public long fullHandshakesOfLeadIn;

  public long threadsStarted;

  /** What the client counts by itself, since its start; empty for most. */
  public Map<String, Long> ownCounts = new TreeMap<>();

  /** Completed exchanges a second. */
  public double throughput() {
    return seconds > 0 ? completed / seconds : 0;
  }
}
