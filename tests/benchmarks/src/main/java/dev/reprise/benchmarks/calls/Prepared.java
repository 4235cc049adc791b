package dev.reprise.benchmarks.calls;

import dev.reprise.subject.Session;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsStatistics;
import java.net.URI;

/** A client over Reprise whose calls are announced, by itself or by an application that learns. */
public final class Prepared implements Session {

  private final Session calls;
  private final ResumingSslSocketFactory sockets;
  private final TlsStatistics statistics;
  private final Peer peer;
  private long opened;
  private long used;

  public Prepared(
      Session calls, ResumingSslSocketFactory sockets, TlsStatistics statistics, String url) {
    this.calls = calls;
    this.sockets = sockets;
    this.statistics = statistics;
    peer = Peer.of(URI.create(url).getHost(), URI.create(url).getPort());
  }

  @Override
  public String call() throws Exception {
    return calls.call();
  }

  @Override
  public void close() throws Exception {
    calls.close();
  }

  void prepare() {
    sockets.prepare(peer);
  }

  /** Counts from now on. What the demand so far has opened is not for the calls that come. */
  void begin() {
    sockets.closePreconnections();
    opened = statistics.total().preconnectionsOpened();
    used = allUsed();
  }

  /** The share of the connections made ahead that served no call, in percent. */
  double unused() {
    long all = statistics.total().preconnectionsOpened() - opened;
    return 100.0 * Math.max(0, all - (allUsed() - used)) / Math.max(1, all);
  }

  private long allUsed() {
    return statistics.total().preconnections().getOrDefault(PreconnectionOutcome.USED, 0L);
  }
}
