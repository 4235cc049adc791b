package dev.reprise.subject.faults;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.TreeMap;

/** What became of many calls to a server that misbehaves with one connection of some. */
public final class Mix {
  /** {@code TLSv1.2} or {@code TLSv1.3}. */
  public String protocol;

  /** The client's label: {@code reprise} or {@code spares}. */
  public String client;

  /** The fault's label. */
  public String fault;

  /** How many calls were made. */
  public int calls;

  /** How many of them failed. */
  public int failed;

  /** How many had to: their request came to a connection with a fault that no response survives. */
  public int met;

  /** Connections and handshakes that failed under a call. */
  public long notConnected;

  /** Calls that used a spare. */
  public long used;

  /** Spares by how else they ended. */
  public Map<String, Long> unused = new TreeMap<>();

  /** How calls ended, with counts. */
  public Map<String, Integer> endings = new TreeMap<>();

  /** Calls that failed where nothing was to fail them. */
  @JsonIgnore
  public long forNothing() {
    return failed - met - notConnected;
  }
}
