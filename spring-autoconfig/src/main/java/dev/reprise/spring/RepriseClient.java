package dev.reprise.spring;

import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsStatistics;

/**
 * What can be seen of one client, the one of the plain properties or one under {@code
 * reprise.clients}. Thread-safe.
 */
public final class RepriseClient {

  private final String name;
  private final TlsStatistics statistics;
  private final ResumingSslSocketFactory sockets;

  RepriseClient(String name, TlsStatistics statistics, ResumingSslSocketFactory sockets) {
    this.name = name;
    this.statistics = statistics;
    this.sockets = sockets;
  }

  /** Name under {@code reprise.clients}, or {@code default}. */
  public String name() {
    return name;
  }

  /** Handshakes and closes so far, by peer. */
  public TlsStatistics statistics() {
    return statistics;
  }

  /** The lanes at this moment. */
  public LaneCounts laneCounts() {
    return sockets.laneCounts();
  }

  @Override
  public String toString() {
    return "RepriseClient[" + name + "]";
  }
}
