package dev.reprise.subject.faults;

import java.util.List;
import java.util.Map;

/** Which faults to meet by which clients. */
public final class FaultsRequest {
  public String url;

  /** The PEM text of the authority to trust. */
  public String authority;

  public String protocol;

  /** The faults by client, of {@code stock}, {@code reprise} and {@code with preconnect}. */
  public Map<String, List<FaultCase>> plan;

  public int tries;

  /** Connect and read timeout of each call. */
  public int timeoutMillis;
}
