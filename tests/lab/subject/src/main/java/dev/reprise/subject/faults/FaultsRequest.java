package dev.reprise.subject.faults;

import java.util.List;

/** Which faults to meet by which clients. */
public final class FaultsRequest {
  /** Where the server is told what to do. */
  public int controlPort;

  public String protocol;

  /** Of {@code stock}, {@code reprise} and {@code with preconnect}. */
  public List<String> clients;

  public List<FaultCase> faults;
  public int tries;

  /** Connect and read timeout of each call. */
  public int timeoutMillis;
}
