package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.channel.Connection;
import dev.reprise.tls.internal.channel.Preconnected;
import dev.reprise.tls.internal.channel.Tcp;
import dev.reprise.tls.internal.channel.TlsChannel;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the peer ended between the handshake and the request has sent nothing, and says so. */
class PreconnectionEndsBeforeRequestTest extends TlsTest {

  private final ResumingConnectionManager manager =
      closing(
          ResumingConnectionManager.builder()
              .tls(preconnecting(1).preconnectionLifetime(Duration.ofSeconds(60)).build())
              .build());
  private final ResumingSslSocketFactory factory = manager.socketFactory();

  /** The end has come here when the socket's watcher, or who reads after it, can see it. */
  private static void end(IdlePeer peer, IdlePeer.Ending ending, ResumingSslSocket socket)
      throws IOException {
    TlsChannel channel = socket.channel();
    Eventually.holds(() -> !channel.isBeingRead());
    // Tickets that came late are taken in, so that the end alone is looked for.
    socket.setSoTimeout(1);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(0);
    peer.endIdle(ending);
    Eventually.holds(
        () -> {
          try {
            return channel.look();
          } catch (IOException e) {
            return true;
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "CLOSE_NOTIFY, TLSv1.2",
    "CLOSE_NOTIFY, TLSv1.3",
    "FIN, TLSv1.3",
    "RESET, TLSv1.3",
    "ALERT, TLSv1.2",
    "REQUEST_TIMEOUT, TLSv1.3"
  })
  void theFirstWriteFailsAndNothingIsSent(IdlePeer.Ending ending, String protocol)
      throws Exception {
    IdlePeer peer = idlePeer(protocol);
    WaitingPreconnection.callForOne(factory, peer);
    try (ResumingSslSocket socket = connect(factory, peer.port())) {
      socket.startHandshake();
      end(peer, ending, socket);
      assertThat(socket.endedBeforeWrite()).isFalse();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> Exchange.send(socket))
            .isInstanceOf(SocketException.class)
            .hasMessageContaining("before the request was written");
        assertThat(socket.endedBeforeWrite()).isTrue();
      }
      // Of what the peer has said a part may have been read, to see that it is no ticket.
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("before the request was written");
    }
    // The one opened meanwhile was ended too, and may not know it yet.
    factory.closePreconnections();
    assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
  }

  /**
   * With the channel's lock it would wait for a response, and the first write for the lock. The
   * look waits by a timeout of its own, which the reader does not have.
   */
  @Test
  void noReaderBeginsDuringTheLook() throws Exception {
    AtomicReference<Connection> made = new AtomicReference<>();
    FutureTask<Integer> response = new FutureTask<>(() -> made.get().input().read());
    Thread reader = new Thread(response);
    AtomicBoolean began = new AtomicBoolean(true);
    Connection connection =
        takenWith(
            taken -> {
              made.set(taken);
              reader.start();
              TlsChannel channel = taken.channel();
              Eventually.holds(
                  () -> channel.isBeingRead() || reader.getState() == Thread.State.WAITING);
              began.set(channel.isBeingRead());
            });
    connection.tcp().soTimeout(30_000);
    connection.output().write(Exchange.REQUEST);
    assertThat(began).isFalse();
    assertThat(connection.tcp().soTimeout()).isEqualTo(30_000);
    assertThat(response.get()).isEqualTo('H');
    connection.close(false);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAbortDuringTheLookIsNotLaidToThePeer(boolean abort) throws Exception {
    Connection connection = takenWith(taken -> taken.close(abort));
    assertThatThrownBy(() -> connection.output().write(Exchange.REQUEST))
        .isInstanceOf(SocketException.class);
    assertThat(connection.endedBeforeWrite()).isFalse();
    assertThat(recorder.pauses).isEmpty();
  }

  private interface Step {
    void on(Connection connection) throws Exception;
  }

  /** One that was preconnected; the step is made as its first write begins to look. */
  private Connection takenWith(Step step) throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    WaitingPreconnection.callForOne(factory, peer);
    FactoryState state = factory.state();
    AtomicReference<Connection> made = new AtomicReference<>();
    Connection connection =
        new Connection(
            new ResumingSslSocket(state, null),
            state,
            new Tcp(),
            (setup, endpoint, to, closed, timeout) ->
                looking(
                    state.preconnections.take(setup, endpoint, to, closed, timeout),
                    () -> step.on(made.get())),
            false,
            session -> {});
    made.set(connection);
    connection.connect(new InetSocketAddress("localhost", peer.port()), 0, null);
    connection.startHandshake();
    Eventually.holds(() -> !connection.channel().isBeingRead());
    return connection;
  }

  private static Preconnected looking(Preconnected taken, Task first) {
    return implemented(
        Preconnected.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("isStillAlive")) {
            first.run();
          }
          try {
            return method.invoke(taken, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  /** HttpClient's own rule: what was not sent is sent again, a POST too; or the caller knows. */
  @ParameterizedTest(name = "{0}, {1} bytes, sent again: {2}")
  @CsvSource({
    "FIN, 10, true",
    "FIN, 100000, true",
    "FIN, 10, false",
    "FIN, 100000, false",
    "CLOSE_NOTIFY, 10, false",
    "RESET, 10, false"
  })
  void httpClientSendsAPostAgainOrSaysThatItWasNotSent(
      IdlePeer.Ending ending, int length, boolean again) throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    WaitingPreconnection.callForOne(factory, peer);
    AtomicBoolean ended = new AtomicBoolean();
    HttpRequestExecutor executor =
        new HttpRequestExecutor() {
          @Override
          protected HttpResponse doSendRequest(
              HttpRequest request, HttpClientConnection connection, HttpContext context)
              throws IOException, HttpException {
            if (!ended.getAndSet(true)) {
              Socket socket = ((ManagedHttpClientConnection) connection).getSocket();
              end(peer, ending, (ResumingSslSocket) socket);
              // The one opened meanwhile was ended too, and may not know it yet.
              factory.closePreconnections();
            }
            return super.doSendRequest(request, connection, context);
          }
        };
    HttpClientBuilder builder =
        HttpClients.custom().setConnectionManager(manager).setRequestExecutor(executor);
    CloseableHttpClient client =
        closing(again ? builder.build() : builder.disableAutomaticRetries().build());
    HttpPost post = new HttpPost(peer.url());
    post.setEntity(new StringEntity("x".repeat(length)));
    if (again) {
      try (CloseableHttpResponse response = client.execute(post)) {
        assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
      }
    } else {
      assertThatThrownBy(() -> client.execute(post))
          .isInstanceOf(SocketException.class)
          .extracting(RequestProgress::of)
          .isEqualTo(RequestProgress.NOT_SENT);
    }
    assertThat(ended).isTrue();
  }
}
