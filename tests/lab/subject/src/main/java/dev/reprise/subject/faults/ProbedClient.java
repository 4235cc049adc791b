package dev.reprise.subject.faults;

import dev.reprise.http.RequestProgress;
import dev.reprise.subject.Authority;
import dev.reprise.subject.Equipment;
import dev.reprise.subject.HttpClient4;
import dev.reprise.testkit.CountingTrustManager;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.Closeable;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A client with default settings, and what can be seen of it. */
final class ProbedClient implements Closeable {

  /** One at a time, so that a test knows which connection a call is to have. */
  final boolean keepsPreconnections;

  final HttpClient4 client;
  private final boolean reprise;
  private final ResumingSslSocketFactory sockets;
  private final CountingTrustManager trust;
  private final TlsStatistics statistics = new TlsStatistics();
  private final Queue<CloseOutcome> closes = new ConcurrentLinkedQueue<>();
  private final AtomicLong told = new AtomicLong();

  ProbedClient(String name, byte[] authority) throws GeneralSecurityException, IOException {
    reprise = !name.equals("stock");
    keepsPreconnections = name.equals("with preconnect");
    trust = new CountingTrustManager(Authority.trust(authority));
    TlsSettings tls =
        TlsSettings.builder()
            .trustManagers(trust)
            .maxPreconnectionsPerPeer(keepsPreconnections ? 1 : 0)
            .addListener(statistics)
            .addListener(new Closes())
            .build();
    Equipment given = new Equipment(trust, reprise ? tls : null);
    sockets = given.resumingSockets();
    client = new HttpClient4(given);
  }

  long fullHandshakes() {
    return trust.serverChains();
  }

  int leasedLanes() {
    return reprise ? sockets.laneCounts().leased() : 0;
  }

  int leasedConnections() {
    return client.pool.getTotalStats().getLeased();
  }

  boolean hasPreconnection() {
    return reprise && sockets.readyPreconnections() > 0;
  }

  long preconnectionsUsed() {
    return statistics.total().preconnections().get(PreconnectionOutcome.USED);
  }

  void closePreconnections() {
    if (reprise) {
      sockets.closePreconnections();
    }
  }

  /**
   * How connections ended since this was asked last; nothing for the stock client. Another thread
   * may be about to tell of some, which the statistics have counted.
   */
  List<String> takeCloses() throws InterruptedException {
    List<String> taken = new ArrayList<>();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (told.get() < counted() && System.nanoTime() - deadline < 0) {
      Thread.sleep(1);
    }
    for (CloseOutcome outcome = closes.poll(); outcome != null; outcome = closes.poll()) {
      taken.add(outcome.name());
    }
    return taken;
  }

  private long counted() {
    return statistics.total().closes().values().stream().mapToLong(Long::longValue).sum();
  }

  /** What a failed call tells of its request. */
  String progress(Throwable failure) {
    return reprise ? RequestProgress.of(failure).name() : "not told";
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  private final class Closes implements TlsListener {
    @Override
    public void closed(ConnectionClosed event) {
      closes.add(event.outcome());
      told.incrementAndGet();
    }
  }
}
