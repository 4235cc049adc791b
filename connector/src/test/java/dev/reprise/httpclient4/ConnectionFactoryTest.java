package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The connections of a user's own factory do the work, and close as all others do. */
@Tag("each-httpclient")
class ConnectionFactoryTest {

  private static final String MARK = "made-by";

  @RegisterExtension final Callers callers = new Callers();

  private final OwnFactory factory = new OwnFactory();
  private final Witness witness = new Witness();
  private final CountDownLatch handingOver = new CountDownLatch(1);
  private final CountDownLatch givenUp = new CountDownLatch(1);
  private final AtomicInteger callsUntilSlow = new AtomicInteger();

  @Test
  void isUsedAndItsConnectionsAreSeen() throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3");
    Caller caller =
        callers.with(
            callers.trusting().closeTimeout(Caller.LONG_WAIT),
            pool -> pool.connectionFactory(factory),
            http -> http.addInterceptorLast(witness));
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(factory.made).hasSize(3);
    assertThat(factory.made)
        .allSatisfy(
            made -> {
              assertThat(made.responses).isEqualTo(1);
              assertThat(made.getMetrics().getRequestCount()).isEqualTo(1);
            });
    assertThat(witness.marks).containsExactly(factory, factory, factory);
    assertThat(witness.bytesSent).hasSize(3).allMatch(bytes -> bytes > 0);
    assertThat(witness.sessions).containsOnly("TLSv1.3");
    assertThat(caller.closes(3)).hasSize(3).containsOnly(CloseOutcome.CLOSE_NOTIFY);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  /** The second flush is the one of the close. */
  @Test
  void aConnectionThatCannotBeFlushedIsClosedAllTheSame() throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3");
    AtomicInteger flushes = new AtomicInteger();
    Caller caller =
        callers.with(
            callers.trusting(),
            pool ->
                pool.connectionFactory(
                    (route, config) ->
                        new DefaultManagedHttpClientConnection("own", 8 * 1024) {
                          @Override
                          public void flush() throws IOException {
                            if (flushes.incrementAndGet() > 1) {
                              throw new IOException("broken");
                            }
                            super.flush();
                          }
                        }),
            http -> {});
    assertThat(caller.get(peer.url())).isEqualTo(TlsPeer.BODY);
    assertThat(flushes).hasValueGreaterThan(1);
    assertThat(caller.available()).as("dead connections in the pool").isZero();
  }

  /** Connections of a user's making need not be an HttpContext. */
  @Test
  void aConnectionWithoutAContextIsNotReusedAfterAReload() throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3").misbehave(Fault.KEEP_ALIVE);
    Caller caller =
        callers.with(
            callers.trusting(),
            pool -> pool.connectionFactory(ConnectionFactoryTest::withoutContext),
            http -> {});
    try (CloseableHttpResponse response = caller.http.execute(new HttpGet(peer.url()))) {
      caller.manager.reloadTls(callers.trusting().build());
      assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(caller.available()).isZero();
  }

  private static ManagedHttpClientConnection withoutContext(
      HttpRoute route, ConnectionConfig config) {
    ManagedHttpClientConnection connection =
        ManagedHttpClientConnectionFactory.INSTANCE.create(route, config);
    return (ManagedHttpClientConnection)
        Proxy.newProxyInstance(
            ConnectionFactoryTest.class.getClassLoader(),
            new Class<?>[] {ManagedHttpClientConnection.class},
            (proxy, method, arguments) -> method.invoke(connection, arguments));
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

  /** The request is aborted as the pool hands over a connection that one user has used. */
  @Test
  @Timeout(30)
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
        manager.requestConnection(route, "alice").get(5, TimeUnit.SECONDS);
    BasicHttpContext context = new BasicHttpContext();
    manager.connect(connection, route, 10_000, context);
    manager.routeComplete(connection, route, context);
    manager.releaseConnection(connection, "alice", 1, TimeUnit.HOURS);
    callsUntilSlow.set(1);
    ConnectionRequest request = manager.requestConnection(route, "alice");
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

  private static final class OwnFactory
      implements HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> {

    final List<OwnConnection> made = new ArrayList<>();

    @Override
    public ManagedHttpClientConnection create(HttpRoute route, ConnectionConfig config) {
      OwnConnection connection = new OwnConnection("own-" + made.size());
      connection.setAttribute(MARK, this);
      made.add(connection);
      return connection;
    }
  }

  private static final class OwnConnection extends DefaultManagedHttpClientConnection {

    int responses;

    OwnConnection(String id) {
      super(id, 8 * 1024);
    }

    @Override
    protected void onResponseReceived(HttpResponse response) {
      responses++;
    }
  }

  /** What a user's interceptor sees of the connection. */
  private static final class Witness implements HttpResponseInterceptor {

    final List<Object> marks = new ArrayList<>();
    final List<Long> bytesSent = new ArrayList<>();
    final List<String> sessions = new ArrayList<>();

    @Override
    public void process(HttpResponse response, HttpContext context)
        throws HttpException, IOException {
      ManagedHttpClientConnection connection =
          HttpCoreContext.adapt(context).getConnection(ManagedHttpClientConnection.class);
      marks.add(((HttpContext) connection).getAttribute(MARK));
      bytesSent.add(connection.getMetrics().getSentBytesCount());
      sessions.add(connection.getSSLSession().getProtocol());
    }
  }
}
