package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.channel.TlsChannel;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the peer ended between the handshake and the request has sent nothing, and says so. */
class PreconnectionEndsBeforeRequestTest extends TlsTest {

  private final ResumingConnectionManager manager =
      ResumingConnectionManager.builder()
          .tls(
              trusting()
                  .maxPreconnectionsPerPeer(1)
                  .preconnectionLifetime(Duration.ofSeconds(60))
                  .build())
          .build();
  private final ResumingSslSocketFactory factory = manager.socketFactory();

  @AfterEach
  void shutDown() {
    manager.shutdown();
  }

  private void callUntilOneWaits(IdlePeer peer) throws Exception {
    for (int i = 0; i < 3 || factory.readyPreconnections() == 0; i++) {
      assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
    }
    Eventually.holds(() -> peer.idle() == 1 && WaitingPreconnection.isOne(factory));
  }

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

  /** The one opened meanwhile was ended too, and may not know it yet. */
  private static void endAll(
      IdlePeer peer, IdlePeer.Ending ending, Socket socket, ResumingSslSocketFactory factory)
      throws IOException {
    end(peer, ending, (ResumingSslSocket) socket);
    factory.closePreconnections();
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
    try (IdlePeer peer = IdlePeer.start(certificates, protocol)) {
      callUntilOneWaits(peer);
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
  }

  /** The first write looks for the end by a read of its own, of which the user's know nothing. */
  @Test
  void aReaderAndATimeoutBesideTheFirstWriteAreNotDisturbed() throws Exception {
    try (IdlePeer peer = IdlePeer.start(certificates, "TLSv1.3")) {
      for (int i = 0; i < 40; i += 2) {
        callUntilOneWaits(peer);
        try (ResumingSslSocket socket = connect(factory, peer.port())) {
          socket.setSoTimeout(30_000);
          socket.startHandshake();
          Eventually.holds(() -> !socket.channel().isBeingRead());
          CyclicBarrier begin = new CyclicBarrier(3);
          FutureTask<Void> timeout =
              startAfter(
                  begin,
                  i % 20,
                  () -> {
                    socket.setSoTimeout(31_000);
                    return null;
                  });
          FutureTask<String> response = startAfter(begin, i, () -> Exchange.receive(socket));
          begin.await();
          Exchange.send(socket);
          timeout.get();
          assertThat(response.get()).isEqualTo(TlsPeer.BODY);
          assertThat(socket.getSoTimeout()).isEqualTo(31_000);
        }
      }
    }
  }

  /** So many times 50 µs later: the look takes a millisecond. */
  private static <T> FutureTask<T> startAfter(CyclicBarrier begin, int times, Callable<T> call) {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              begin.await();
              long start = System.nanoTime();
              while (System.nanoTime() - start < times * 50_000L) {
                Thread.onSpinWait();
              }
              return call.call();
            });
    new Thread(task).start();
    return task;
  }

  /** HttpClient's own rule: what was not sent is sent again, a POST too. */
  @ParameterizedTest
  @ValueSource(ints = {10, 100_000})
  void httpClientSendsAPostAgain(int length) throws Exception {
    try (IdlePeer peer = IdlePeer.start(certificates, "TLSv1.3")) {
      callUntilOneWaits(peer);
      Interference once = new Interference(peer, factory, IdlePeer.Ending.FIN);
      try (CloseableHttpResponse response = post(once, HttpClients.custom(), length)) {
        assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
      }
      assertThat(once.isDone).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"FIN, 10", "FIN, 100000", "CLOSE_NOTIFY, 10", "RESET, 10"})
  void requestProgressSaysSo(IdlePeer.Ending ending, int length) throws Exception {
    try (IdlePeer peer = IdlePeer.start(certificates, "TLSv1.3")) {
      callUntilOneWaits(peer);
      Interference once = new Interference(peer, factory, ending);
      IOException failure =
          catchThrowableOfType(
              IOException.class,
              () -> post(once, HttpClients.custom().disableAutomaticRetries(), length).close());
      assertThat(failure).isInstanceOf(SocketException.class);
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    }
  }

  /** HttpClient 5 sends idempotent requests alone again, so that the caller has to know. */
  @Test
  void requestProgressOfHttpClient5SaysSo() throws Exception {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.net").isPresent(),
        "HttpClient 5 needs the module jdk.net, which this runtime is without");
    try (IdlePeer peer = IdlePeer.start(certificates, "TLSv1.3");
        org.apache.hc.client5.http.impl.classic.CloseableHttpClient client =
            org.apache.hc.client5.http.impl.classic.HttpClients.custom()
                .setConnectionManager(
                    dev.reprise.httpclient5.ResumingConnectionManagerBuilder.create()
                        .socketFactory(factory)
                        .build())
                .setRequestExecutor(new Interference5(peer, factory))
                .build()) {
      callUntilOneWaits(peer);
      org.apache.hc.client5.http.classic.methods.HttpPost post =
          new org.apache.hc.client5.http.classic.methods.HttpPost(
              "https://localhost:" + peer.port() + "/");
      post.setEntity(new org.apache.hc.core5.http.io.entity.StringEntity("x"));
      IOException failure =
          catchThrowableOfType(
              IOException.class, () -> client.execute(post, response -> response.getCode()));
      assertThat(failure).isInstanceOf(SocketException.class);
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    }
  }

  private CloseableHttpResponse post(Interference executor, HttpClientBuilder builder, int length)
      throws IOException {
    HttpPost post = new HttpPost("https://localhost:" + executor.peer.port() + "/");
    post.setEntity(new StringEntity("x".repeat(length)));
    return builder
        .setConnectionManager(manager)
        .setConnectionManagerShared(true)
        .setRequestExecutor(executor)
        .build()
        .execute(post);
  }

  /** Ends the connection when HttpClient has it and is about to write. */
  private static final class Interference extends HttpRequestExecutor {

    final IdlePeer peer;
    final ResumingSslSocketFactory factory;
    final IdlePeer.Ending ending;
    boolean isDone;

    Interference(IdlePeer peer, ResumingSslSocketFactory factory, IdlePeer.Ending ending) {
      this.peer = peer;
      this.factory = factory;
      this.ending = ending;
    }

    @Override
    protected HttpResponse doSendRequest(
        HttpRequest request, HttpClientConnection connection, HttpContext context)
        throws IOException, HttpException {
      if (!isDone) {
        isDone = true;
        endAll(peer, ending, ((ManagedHttpClientConnection) connection).getSocket(), factory);
      }
      return super.doSendRequest(request, connection, context);
    }
  }

  /** The same for HttpClient 5. */
  private static final class Interference5
      extends org.apache.hc.core5.http.impl.io.HttpRequestExecutor {

    private final IdlePeer peer;
    private final ResumingSslSocketFactory factory;

    Interference5(IdlePeer peer, ResumingSslSocketFactory factory) {
      this.peer = peer;
      this.factory = factory;
    }

    @Override
    public org.apache.hc.core5.http.ClassicHttpResponse execute(
        org.apache.hc.core5.http.ClassicHttpRequest request,
        org.apache.hc.core5.http.io.HttpClientConnection connection,
        org.apache.hc.core5.http.io.HttpResponseInformationCallback interim,
        org.apache.hc.core5.http.protocol.HttpContext context)
        throws IOException, org.apache.hc.core5.http.HttpException {
      endAll(
          peer,
          IdlePeer.Ending.FIN,
          ((org.apache.hc.client5.http.io.ManagedHttpClientConnection) connection).getSocket(),
          factory);
      return super.execute(request, connection, interim, context);
    }
  }
}
