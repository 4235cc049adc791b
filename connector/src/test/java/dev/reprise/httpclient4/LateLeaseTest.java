package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;
import org.apache.http.protocol.BasicHttpContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A connection of one user is given to no other, also when its caller has just given up. */
@Timeout(30)
class LateLeaseTest {

  private static final String ALICE = "alice";

  @RegisterExtension final Callers callers = new Callers();

  private final CountDownLatch handingOver = new CountDownLatch(1);
  private final CountDownLatch givenUp = new CountDownLatch(1);
  private final AtomicInteger callsUntilSlow = new AtomicInteger();

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

  /** The request is aborted as the pool hands the connection over. */
  @Test
  void aConnectionTakenForOneThatGivesUpIsGivenToNoOther() throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3").misbehave(Fault.KEEP_ALIVE);
    HttpRoute route = new HttpRoute(new HttpHost("localhost", peer.port(), "https"), null, true);
    ResumingConnectionManager manager =
        callers.with(
                callers.trusting(),
                pool -> pool.connectionFactory(this::slowOnceReused),
                http -> {})
            .manager;
    HttpClientConnection connection =
        manager.requestConnection(route, ALICE).get(5, TimeUnit.SECONDS);
    BasicHttpContext context = new BasicHttpContext();
    manager.connect(connection, route, 10_000, context);
    manager.routeComplete(connection, route, context);
    manager.releaseConnection(connection, ALICE, 1, TimeUnit.HOURS);
    callsUntilSlow.set(1);
    ConnectionRequest request = manager.requestConnection(route, ALICE);
    AtomicReference<Exception> failure = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                request.get(20, TimeUnit.SECONDS);
              } catch (Exception e) {
                failure.set(e);
              }
            });
    caller.start();
    handingOver.await();
    assertThat(request.cancel()).isTrue();
    givenUp.countDown();
    caller.join();
    assertThat(failure.get()).hasCauseInstanceOf(CancellationException.class);

    HttpClientConnection anybodys = manager.requestConnection(route, null).get(5, TimeUnit.SECONDS);
    assertThat(anybodys.isOpen()).as("a connection that somebody has used").isFalse();
    manager.releaseConnection(anybodys, null, 0, TimeUnit.SECONDS);
    assertThat(manager.getTotalStats().getLeased()).isZero();
  }
}
