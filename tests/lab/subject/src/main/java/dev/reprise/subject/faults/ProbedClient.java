package dev.reprise.subject.faults;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.subject.Authority;
import dev.reprise.subject.CountingTrustManager;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.SpareOutcome;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/**
 * An HttpClient, stock or over Reprise, with default settings, and what can be seen of it. Retries
 * are off: they would hide failures and multiply times.
 */
final class ProbedClient implements Closeable {

  static final String STOCK = "stock";
  static final String REPRISE = "reprise";

  /** Reprise with one spare at a time, so that a test knows which connection a call is to have. */
  static final String ONE_SPARE = "with spares";

  private final boolean reprise;
  private final boolean keepsSpares;
  private final CountingTrustManager trust;
  private final TlsStatistics statistics = new TlsStatistics();
  private final Queue<CloseOutcome> closes = new ConcurrentLinkedQueue<>();
  private final AtomicLong told = new AtomicLong();
  private final PoolingHttpClientConnectionManager pool;
  private final ResumingSslSocketFactory sockets;
  private final CloseableHttpClient http;

  ProbedClient(String client, String authority) throws GeneralSecurityException, IOException {
    reprise = !client.equals(STOCK);
    keepsSpares = client.equals(ONE_SPARE);
    byte[] certificate = Base64.getDecoder().decode(authority);
    trust = new CountingTrustManager(Authority.trust(new ByteArrayInputStream(certificate)));
    if (reprise) {
      ResumingConnectionManager manager =
          ResumingConnectionManager.builder()
              .tls(
                  TlsSettings.builder()
                      .trustManagers(trust)
                      .maxSparesPerPeer(keepsSpares ? 1 : 0)
                      .addListener(statistics)
                      .addListener(new Closes())
                      .build())
              .build();
      pool = manager;
      sockets = manager.socketFactory();
    } else {
      pool =
          new PoolingHttpClientConnectionManager(
              RegistryBuilder.<ConnectionSocketFactory>create()
                  .register("https", new SSLConnectionSocketFactory(Authority.newContext(trust)))
                  .build());
      sockets = null;
    }
    http = HttpClients.custom().setConnectionManager(pool).disableAutomaticRetries().build();
  }

  CloseableHttpClient http() {
    return http;
  }

  /** Full handshakes so far. */
  long fullHandshakes() {
    return trust.serverChains();
  }

  /** What Reprise has counted. */
  PeerStatistics statistics() {
    return statistics.total();
  }

  int leasedLanes() {
    return sockets == null ? 0 : sockets.laneCounts().leased();
  }

  boolean keepsSpares() {
    return keepsSpares;
  }

  boolean hasSpare() {
    return sockets != null && sockets.readySpares() > 0;
  }

  /** Whether none is reading its ticket, which a call would pass over. */
  boolean hasSettledSpare() {
    return hasSpare() && sockets.laneCounts().leased() == 0;
  }

  /** How many calls have used a spare. */
  long sparesUsed() {
    return statistics().spares().get(SpareOutcome.USED);
  }

  void closeSpares() {
    if (sockets != null) {
      sockets.closeSpares();
    }
  }

  int leasedConnections() {
    return pool.getTotalStats().getLeased();
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
    return reprise ? statistics().closes().values().stream().mapToLong(Long::longValue).sum() : 0;
  }

  /** What a failed call tells of its request. */
  String progress(Throwable failure) {
    return reprise ? RequestProgress.of(failure).name() : "not told";
  }

  @Override
  public void close() throws IOException {
    http.close();
  }

  private final class Closes implements TlsListener {
    @Override
    public void closed(ConnectionClosed event) {
      closes.add(event.outcome());
      told.incrementAndGet();
    }
  }
}
