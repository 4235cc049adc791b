package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.HttpResponse;
import org.apache.http.ProtocolException;
import org.apache.http.client.ServiceUnavailableRetryStrategy;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpDelete;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpRequestWrapper;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.execchain.ClientExecChain;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call tells whose last attempt was not sent, beside what the server has read of it. */
class EarlierAttemptsTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final ClosedPort closed = ClosedPort.take();
  private final AtomicReference<HttpRoute> route = new AtomicReference<>();

  @AfterEach
  void freeThePort() throws IOException {
    closed.close();
  }

  private enum Manager {
    /** That of this package. */
    OURS,
    /** HttpClient's, with the parts of this package. */
    OF_PARTS
  }

  private enum Failure {
    /** Nobody listens any more. */
    REFUSED,
    /** The handshake is not answered. */
    STALLED,
    /** The pool has no connection left. */
    NO_CONNECTION
  }

  private HttpClientConnectionManager manager(Manager of) {
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            TlsSettings.builder().trustManagers(certificates.trustManagers()).build());
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    if (of == Manager.OURS) {
      return ResumingConnectionManager.builder().socketFactory(sockets).maxTotal(1).build();
    }
    PoolingHttpClientConnectionManager manager =
        new PoolingHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register("https", new TlsConnectionSocketFactory(sockets))
                .build(),
            new GracefulConnectionFactory());
    manager.setMaxTotal(1);
    return manager;
  }

  private static HttpClientBuilder client(HttpClientConnectionManager manager) {
    return settings(HttpClients.custom(), manager);
  }

  private static HttpClientBuilder settings(
      HttpClientBuilder builder, HttpClientConnectionManager manager) {
    return builder
        .setConnectionManager(manager)
        .setRedirectStrategy(new LaxRedirectStrategy())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(50)
                .setConnectTimeout(2_000)
                .setSocketTimeout(20_000)
                .build());
  }

  private static HttpPost post(String url) {
    HttpPost post = new HttpPost(url);
    post.setEntity(new StringEntity("<pay/>", "UTF-8"));
    return post;
  }

  private static void call(CloseableHttpClient client, HttpUriRequest request, HttpContext context)
      throws IOException {
    try (CloseableHttpResponse response = client.execute(request, context)) {
      EntityUtils.consume(response.getEntity());
    }
  }

  private static RequestProgress progress(
      CloseableHttpClient client, HttpUriRequest request, HttpContext context) {
    Exception failure = catchThrowableOfType(Exception.class, () -> call(client, request, context));
    assertThat(failure).isNotNull();
    return RequestProgress.of(failure);
  }

  private static RequestProgress progress(CloseableHttpClient client, HttpUriRequest request) {
    return progress(client, request, null);
  }

  private String nobody() {
    return "https://localhost:" + closed.port() + "/";
  }

  /** Has the next attempt fail. */
  private static void next(Failure failure, TlsPeer peer, HttpClientConnectionManager manager) {
    try {
      switch (failure) {
        case REFUSED:
          peer.close();
          break;
        case STALLED:
          peer.misbehave(Fault.STALL_HANDSHAKE);
          break;
        case NO_CONNECTION:
          // It is not given back, until the manager is shut down.
          HttpClientConnection other =
              manager
                  .requestConnection(new HttpRoute(new HttpHost("localhost", 1)), null)
                  .get(0, TimeUnit.MILLISECONDS);
          assertThat(other.isOpen()).isFalse();
          break;
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<Arguments> failures() {
    return Arrays.stream(Manager.values())
        .flatMap(of -> Arrays.stream(Failure.values()).map(failure -> arguments(of, failure)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theFirstAttemptWasSent(Manager of, Failure failure) throws Exception {
    assertThat(ofRetried(manager(of), failure)).isEqualTo(RequestProgress.UNKNOWN);
  }

  /** The first attempt is read by the server, and the second one fails before it is sent. */
  private RequestProgress ofRetried(HttpClientConnectionManager manager, Failure failure)
      throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.CLOSE_BEFORE_RESPONSE);
        CloseableHttpClient client =
            client(manager)
                .setRetryHandler(
                    (exception, count, context) -> {
                      if (count == 1) {
                        next(failure, peer, manager);
                      }
                      return count == 1;
                    })
                .build()) {
      RequestProgress told = progress(client, new HttpDelete(peer.url()));
      assertThat(peer.requests()).isEqualTo(1);
      return told;
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theFirstAttemptWasAnswered(Manager of, Failure failure) throws Exception {
    HttpClientConnectionManager manager = manager(of);
    try (TlsPeer peer = TlsPeer.start(certificates).answer(request -> Answer.of(503, "later"));
        CloseableHttpClient client =
            client(manager)
                .setServiceUnavailableRetryStrategy(
                    new ServiceUnavailableRetryStrategy() {
                      @Override
                      public boolean retryRequest(
                          HttpResponse response, int count, HttpContext context) {
                        EntityUtils.consumeQuietly(response.getEntity());
                        next(failure, peer, manager);
                        return true;
                      }

                      @Override
                      public long getRetryInterval() {
                        return 0;
                      }
                    })
                .build()) {
      assertThat(progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  /** The provider's own sockets tell nothing of the attempts they served. */
  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "NO_CONNECTION"})
  void nothingIsKnownWithStockSockets(Failure failure) throws Exception {
    ResumingConnectionManager manager =
        ResumingConnectionManager.builder()
            .tls(
                TlsSettings.builder()
                    .trustManagers(certificates.trustManagers())
                    .stockSockets(true)
                    .build())
            .maxTotal(1)
            .build();
    assertThat(ofRetried(manager, failure)).isEqualTo(RequestProgress.UNKNOWN);
  }

  /** The connection of the first attempt was made for another call. */
  @ParameterizedTest
  @EnumSource
  void theFirstAttemptWasSentOnAConnectionThatWasKept(Manager of) throws Exception {
    HttpClientConnectionManager manager = manager(of);
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client =
            client(manager)
                .setRetryHandler(
                    (exception, count, context) -> {
                      next(Failure.REFUSED, peer, manager);
                      return count == 1;
                    })
                .build()) {
      peer.answer(
          request -> {
            if (request.method().equals("DELETE")) {
              endConnections(peer);
            }
            return Answer.ok("kept").keptAlive();
          });
      call(client, post(peer.url()), null);
      assertThat(progress(client, new HttpDelete(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.connections()).isEqualTo(1);
      assertThat(peer.requests()).isEqualTo(2);
    }
  }

  private static void endConnections(TlsPeer peer) {
    try {
      peer.endConnections();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"OURS, REFUSED", "OURS, STALLED", "OF_PARTS, REFUSED", "OF_PARTS, STALLED"})
  void theRequestWasAnsweredWithARedirect(Manager of, Failure failure) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        TlsPeer stalled = TlsPeer.start(certificates).misbehave(Fault.STALL_HANDSHAKE);
        CloseableHttpClient client = client(manager(of)).build()) {
      String next = failure == Failure.REFUSED ? nobody() : stalled.url();
      peer.answer(request -> Answer.of(303, "").with("Location", next));
      assertThat(progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(1);
      assertThat(progress(client, post(next))).isEqualTo(RequestProgress.NOT_SENT);
    }
  }

  private enum Between {
    ABORT,
    SHUTDOWN,
    INTERRUPT,
    NO_CONNECTION
  }

  /** After the server's answer, before there is a connection to where that leads. */
  @ParameterizedTest
  @EnumSource
  void itIsNotKnownOfACallThatEndsBetweenTheHops(Between what) throws Exception {
    for (Manager of : Manager.values()) {
      HttpClientConnectionManager manager = manager(of);
      try (TlsPeer peer = TlsPeer.start(certificates)) {
        HttpPost post = post(peer.url());
        HttpClientBuilder client =
            client(manager)
                .setRedirectStrategy(
                    new LaxRedirectStrategy() {
                      @Override
                      public HttpUriRequest getRedirect(
                          HttpRequest request, HttpResponse response, HttpContext context)
                          throws ProtocolException {
                        EntityUtils.consumeQuietly(response.getEntity());
                        switch (what) {
                          case ABORT:
                            post.abort();
                            break;
                          case SHUTDOWN:
                            manager.shutdown();
                            break;
                          case INTERRUPT:
                            // Who need not wait does not see it.
                            next(Failure.NO_CONNECTION, peer, manager);
                            Thread.currentThread().interrupt();
                            break;
                          case NO_CONNECTION:
                            next(Failure.NO_CONNECTION, peer, manager);
                            break;
                        }
                        return super.getRedirect(request, response, context);
                      }
                    });
        peer.answer(request -> Answer.of(303, "").with("Location", peer.url() + "next"));
        try (CloseableHttpClient http = client.build()) {
          assertThat(progress(http, post)).as(of.name()).isEqualTo(RequestProgress.UNKNOWN);
        } finally {
          assertThat(Thread.interrupted()).isEqualTo(what == Between.INTERRUPT);
        }
        assertThat(peer.requests()).isEqualTo(1);
      }
    }
  }

  /** What a call does besides between the attempt that the server reads and one that fails. */
  private enum Besides {
    /** An interceptor fetches something from another path, and is told that it may not. */
    NESTED_CALL,
    /** The same, and all requests go over one object for the route. */
    NESTED_CALL_OVER_ONE_ROUTE,
    /** A part of the chain gives each attempt a request object of its own. */
    REQUEST_OF_ITS_OWN,
    /** And a context. */
    CONTEXT_OF_ITS_OWN,
    /** The interceptor's own call is the one that fails. */
    NESTED_CALL_FAILS
  }

  private static final class DecoratingBuilder extends HttpClientBuilder {

    private final Besides besides;

    DecoratingBuilder(Besides besides) {
      this.besides = besides;
    }

    @Override
    protected ClientExecChain decorateProtocolExec(ClientExecChain chain) {
      return (route, request, context, aware) -> {
        switch (besides) {
          case REQUEST_OF_ITS_OWN:
            return chain.execute(route, HttpRequestWrapper.wrap(request), context, aware);
          case CONTEXT_OF_ITS_OWN:
            HttpClientContext own = HttpClientContext.create();
            own.setRequestConfig(context.getRequestConfig());
            return chain.execute(route, HttpRequestWrapper.wrap(request), own, aware);
          default:
            return chain.execute(route, request, context, aware);
        }
      };
    }
  }

  @ParameterizedTest
  @MethodSource("besides")
  void theServerHasReadTheRequestWhateverElseTheCallDoes(
      Manager of, Besides besides, Failure failure) throws Exception {
    HttpClientConnectionManager manager = manager(of);
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient another =
            HttpClients.custom()
                .setConnectionManager(manager)
                .setConnectionManagerShared(true)
                .setRoutePlanner((host, request, context) -> route(peer))
                .build();
        CloseableHttpClient client =
            settings(new DecoratingBuilder(besides), manager)
                .setRoutePlanner(
                    (host, request, context) ->
                        besides == Besides.NESTED_CALL_OVER_ONE_ROUTE
                            ? route(peer)
                            : new HttpRoute(host, null, true))
                .setRetryHandler(
                    (exception, count, context) -> {
                      if (count == 1 && besides != Besides.NESTED_CALL_FAILS) {
                        nest(besides, another, peer);
                        next(failure, peer, manager);
                      }
                      return count == 1;
                    })
                .addInterceptorLast(
                    (HttpRequestInterceptor)
                        (request, context) -> {
                          if (besides == Besides.NESTED_CALL_FAILS && peer.requests() > 0) {
                            call(another, new HttpGet(nobody()), null);
                          }
                        })
                .build()) {
      peer.answer(
          request -> {
            if (request.method().equals("DELETE")) {
              endConnections(peer);
            }
            return Answer.of(401, "no").keptAlive();
          });
      assertThat(progress(client, new HttpDelete(peer.url())))
          .isNotEqualTo(RequestProgress.NOT_SENT);
      assertThat(peer.requests()).isPositive();
    }
  }

  static Stream<Arguments> besides() {
    return Arrays.stream(Manager.values())
        .flatMap(
            of ->
                Arrays.stream(Besides.values())
                    .flatMap(
                        besides ->
                            Stream.of(Failure.REFUSED, Failure.NO_CONNECTION)
                                .map(failure -> arguments(of, besides, failure))));
  }

  private HttpRoute route(TlsPeer peer) {
    return route.updateAndGet(
        known ->
            known != null
                ? known
                : new HttpRoute(new HttpHost("localhost", peer.port(), "https"), null, true));
  }

  private static void nest(Besides besides, CloseableHttpClient another, TlsPeer peer) {
    if (besides == Besides.NESTED_CALL || besides == Besides.NESTED_CALL_OVER_ONE_ROUTE) {
      try {
        call(another, new HttpGet(peer.url() + "token"), null);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** An interceptor's call while the server's redirect is followed. */
  @ParameterizedTest
  @EnumSource
  void theRequestWasAnsweredWithARedirectBeforeANestedCall(Manager of) throws Exception {
    HttpClientConnectionManager manager = manager(of);
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient another =
            HttpClients.custom()
                .setConnectionManager(manager)
                .setConnectionManagerShared(true)
                .build();
        CloseableHttpClient client =
            client(manager)
                .setRedirectStrategy(
                    new LaxRedirectStrategy() {
                      @Override
                      public HttpUriRequest getRedirect(
                          HttpRequest request, HttpResponse response, HttpContext context)
                          throws ProtocolException {
                        EntityUtils.consumeQuietly(response.getEntity());
                        nest(Besides.NESTED_CALL, another, peer);
                        next(Failure.NO_CONNECTION, peer, manager);
                        return super.getRedirect(request, response, context);
                      }
                    })
                .build()) {
      peer.answer(
          request ->
              request.target().equals("/")
                  ? Answer.of(303, "").with("Location", peer.url() + "next")
                  : Answer.ok("token"));
      assertThat(progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(2);
    }
  }

  @Test
  void aContextThatHasServedACallTellsOfNoOther() throws Exception {
    HttpClientContext context = HttpClientContext.create();
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client = client(manager(Manager.OURS)).build()) {
      HttpPost post = post(peer.url());
      call(client, post, context);
      next(Failure.REFUSED, peer, null);
      assertThat(progress(client, post, context)).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(progress(client, post)).isEqualTo(RequestProgress.NOT_SENT);
    }
  }
}
