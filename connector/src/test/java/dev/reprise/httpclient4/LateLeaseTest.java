package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;
import org.apache.http.protocol.BasicHttpContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A connection of one user is given to no other, also when its caller has just given up. */
@Timeout(30)
class LateLeaseTest {

  private static final String ALICE = "alice";

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final CountDownLatch handingOver = new CountDownLatch(1);
  private final CountDownLatch givenUp = new CountDownLatch(1);
  private final ResumingConnectionManager manager =
      ResumingConnectionManager.builder()
          .tls(TlsSettings.builder().trustManagers(certificates.trustManagers()).build())
          .connectionFactory(this::slowOnceReused)
          .build();
  private final AtomicInteger callsUntilSlow = new AtomicInteger();
  private TlsPeer peer;
  private HttpRoute route;
  private volatile Exception failure;

  @BeforeEach
  void start() throws Exception {
    peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.KEEP_ALIVE);
    route = new HttpRoute(new HttpHost("localhost", peer.port(), "https"), null, true);
  }

  @AfterEach
  void stop() throws Exception {
    manager.close();
    peer.close();
  }

  /** The pool sets the timeout of a connection as it takes it back, and as it hands it over. */
  private ManagedHttpClientConnection slowOnceReused(HttpRoute route, ConnectionConfig config) {
    return new DefaultManagedHttpClientConnection("slow", 8 * 1024) {
      @Override
      public void setSocketTimeout(int timeout) {
        if (callsUntilSlow.decrementAndGet() == 0) {
          handingOver.countDown();
          awaitUninterruptibly(givenUp);
        }
        super.setSocketTimeout(timeout);
      }
    };
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Another caller gives the connection back, which is at once taken for the one that waits. */
  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "2, false", "2, true"})
  void aConnectionTakenForOneThatGivesUpIsGivenToNoOther(int slowCall, boolean byInterrupt)
      throws Exception {
    manager.setMaxPerRoute(route, 1);
    HttpClientConnection connection =
        manager.requestConnection(route, ALICE).get(5, TimeUnit.SECONDS);
    BasicHttpContext context = new BasicHttpContext();
    manager.connect(connection, route, 10_000, context);
    manager.routeComplete(connection, route, context);
    Thread caller = waitingCaller(byInterrupt ? 0 : 500);
    callsUntilSlow.set(slowCall);
    Thread releaser =
        new Thread(() -> manager.releaseConnection(connection, ALICE, 1, TimeUnit.HOURS));
    releaser.start();
    handingOver.await();
    if (byInterrupt) {
      caller.interrupt();
    }
    caller.join();
    assertThat(failure)
        .isInstanceOf(
            byInterrupt ? InterruptedException.class : ConnectionPoolTimeoutException.class);
    givenUp.countDown();
    releaser.join();

    HttpClientConnection anybodys = manager.requestConnection(route, null).get(5, TimeUnit.SECONDS);
    assertThat(anybodys.isOpen()).as("a connection that somebody has used").isFalse();
    manager.releaseConnection(anybodys, null, 0, TimeUnit.SECONDS);
    assertThat(manager.getTotalStats().getLeased()).isZero();
  }

  private Thread waitingCaller(int timeout) {
    ConnectionRequest request = manager.requestConnection(route, ALICE);
    Thread caller =
        new Thread(
            () -> {
              try {
                request.get(timeout, TimeUnit.MILLISECONDS);
              } catch (Exception e) {
                failure = e;
              }
            });
    caller.start();
    // Until it waits, it may be the one that hands over.
    while (manager.getTotalStats().getPending() == 0 || !isWaiting(caller)) {
      Thread.onSpinWait();
    }
    return caller;
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }
}
