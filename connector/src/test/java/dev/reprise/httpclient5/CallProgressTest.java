package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import java.net.URI;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call tells whose last attempt was not sent, beside what the server has read of it. */
class CallProgressTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final ClosedPort closed = ClosedPort.take();

  @AfterEach
  void freeThePort() throws IOException {
    closed.close();
  }

  private enum Manager {
    /** That of this package. */
    OURS,
    /** One of another's making, with the parts of this package. */
    OF_PARTS
  }

  private PoolingHttpClientConnectionManager manager(Manager of) {
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            TlsSettings.builder().trustManagers(certificates.trustManagers()).build());
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    return (of == Manager.OURS
            ? ResumingConnectionManagerBuilder.create().socketFactory(sockets)
            : PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new ResumingTlsSocketStrategy(sockets))
                .setConnectionFactory(new GracefulConnectionFactory(sockets)))
        .setMaxConnPerRoute(1)
        .build();
  }

  private HttpClientBuilder client(Manager manager, boolean callProgress) {
    HttpClientBuilder client =
        HttpClients.custom()
            .setConnectionManager(manager(manager))
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.ofMilliseconds(50))
                    .setResponseTimeout(Timeout.ofSeconds(20))
                    .build());
    return callProgress ? client.addExecInterceptorFirst("call", new CallProgress()) : client;
  }

  /** Retries once, after the server has gone where there is one. */
  private static HttpClientBuilder retrying(HttpClientBuilder client, TlsPeer gone) {
    return client.setRetryStrategy(
        new DefaultHttpRequestRetryStrategy(1, TimeValue.ofMilliseconds(1)) {
          @Override
          public boolean retryRequest(
              HttpRequest request, IOException failure, int count, HttpContext context) {
            end(gone);
            return count == 1;
          }

          @Override
          public boolean retryRequest(HttpResponse response, int count, HttpContext context) {
            boolean again = super.retryRequest(response, count, context);
            if (again) {
              end(gone);
            }
            return again;
          }
        });
  }

  private static void end(TlsPeer peer) {
    try {
      if (peer != null) {
        peer.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpPost post(String url) {
    HttpPost post = new HttpPost(url);
    post.setEntity(new StringEntity("<pay/>"));
    return post;
  }

  private static RequestProgress progress(
      CloseableHttpClient client, HttpUriRequestBase request, HttpClientContext context) {
    Exception failure =
        catchThrowableOfType(
            Exception.class, () -> client.execute(request, context, response -> null));
    assertThat(failure).isNotNull();
    return RequestProgress.of(failure);
  }

  private static RequestProgress progress(CloseableHttpClient client, HttpUriRequestBase request) {
    return progress(client, request, null);
  }

  private String nobody() {
    return "https://localhost:" + closed.port() + "/";
  }

  /** HttpClient repeats what is idempotent. */
  @ParameterizedTest
  @CsvSource({"OURS, true", "OURS, false", "OF_PARTS, true", "OF_PARTS, false"})
  void theFirstAttemptWasSent(Manager manager, boolean callProgress) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.CLOSE_BEFORE_RESPONSE);
        CloseableHttpClient client = retrying(client(manager, callProgress), peer).build()) {
      assertThat(progress(client, new HttpDelete(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  /** And whatever is answered with 503 or 429. */
  @ParameterizedTest
  @CsvSource({"OURS, true", "OURS, false", "OF_PARTS, true", "OF_PARTS, false"})
  void theFirstAttemptWasAnswered(Manager manager, boolean callProgress) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).answer(request -> Answer.of(503, "try later"));
        CloseableHttpClient client = retrying(client(manager, callProgress), peer).build()) {
      assertThat(progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  @Test
  void withoutTheInterceptorNothingIsKnownOverAnotherManager() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).answer(request -> Answer.of(503, "try later"));
        CloseableHttpClient client = retrying(client(Manager.OF_PARTS, false), peer).build()) {
      assertThat(progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(1);
    }
    // The second one fails in the handshake.
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client = retrying(client(Manager.OF_PARTS, false), null).build()) {
      peer.misbehaveInTurn(Fault.CLOSE_BEFORE_RESPONSE, Fault.ALERT_IN_HANDSHAKE);
      assertThat(progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  /** The connection of the first attempt was made for another call. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFirstAttemptWasSentOnAConnectionThatWasKept(boolean callProgress) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client = retrying(client(Manager.OURS, callProgress), peer).build()) {
      peer.answer(
          request -> {
            if (request.method().equals("DELETE")) {
              endConnections(peer);
            }
            return Answer.ok("kept").keptAlive();
          });
      client.execute(post(peer.url()), response -> null);
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

  private enum Between {
    ABORT,
    SHUTDOWN,
    INTERRUPT
  }

  /** After the server's answer, before there is a connection to where that leads. */
  @ParameterizedTest
  @EnumSource
  void itIsNotKnownOfACallThatEndsBetweenTheHops(Between what) throws Exception {
    for (boolean callProgress : new boolean[] {true, false}) {
      PoolingHttpClientConnectionManager manager = manager(Manager.OURS);
      try (TlsPeer peer = TlsPeer.start(certificates)) {
        HttpPost post = post(peer.url());
        HttpClientBuilder client =
            HttpClients.custom()
                .setConnectionManager(manager)
                .setRedirectStrategy(
                    new DefaultRedirectStrategy() {
                      @Override
                      public URI getLocationURI(
                          HttpRequest request, HttpResponse response, HttpContext context)
                          throws HttpException {
                        switch (what) {
                          case ABORT:
                            post.abort();
                            break;
                          case SHUTDOWN:
                            manager.close(CloseMode.IMMEDIATE);
                            break;
                          case INTERRUPT:
                            Thread.currentThread().interrupt();
                            break;
                        }
                        return super.getLocationURI(request, response, context);
                      }
                    });
        if (callProgress) {
          client.addExecInterceptorFirst("call", new CallProgress());
        }
        peer.answer(request -> Answer.of(303, "").with("Location", peer.url() + "next"));
        try (CloseableHttpClient http = client.build()) {
          assertThat(progress(http, post)).isEqualTo(RequestProgress.UNKNOWN);
        } finally {
          assertThat(Thread.interrupted()).isEqualTo(what == Between.INTERRUPT);
        }
        assertThat(peer.requests()).isEqualTo(1);
      }
    }
  }

  @Test
  void nothingIsSentByARequestThatWasAbortedBeforehand() throws Exception {
    HttpPost post = post("https://localhost:1/");
    post.abort();
    try (CloseableHttpClient client = client(Manager.OURS, true).build()) {
      assertThat(progress(client, post)).isEqualTo(RequestProgress.NOT_SENT);
    }
  }

  private enum Besides {
    /** The retry strategy makes a call of its own. */
    NESTED_CALL,
    /** An interceptor gives each attempt a context of its own. */
    CONTEXT_OF_ITS_OWN,
    /** An interceptor's own call is the one that fails. */
    NESTED_CALL_FAILS
  }

  /** The first attempt goes over a connection that was kept. */
  @ParameterizedTest
  @EnumSource
  void theServerHasReadTheRequestWhateverElseTheCallDoes(Besides besides) throws Exception {
    for (Manager of : Manager.values()) {
      for (boolean callProgress : new boolean[] {true, false}) {
        assertReadBefore(besides, of, callProgress);
      }
    }
  }

  private void assertReadBefore(Besides besides, Manager of, boolean callProgress)
      throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient another = client(of, false).build();
        CloseableHttpClient client =
            client(of, callProgress)
                .setRetryStrategy(
                    new DefaultHttpRequestRetryStrategy(1, TimeValue.ofMilliseconds(1)) {
                      @Override
                      public boolean retryRequest(
                          HttpRequest request,
                          IOException failure,
                          int count,
                          HttpContext context) {
                        if (count == 1 && besides == Besides.NESTED_CALL) {
                          nest(another, peer.url());
                        }
                        end(peer);
                        return count == 1;
                      }
                    })
                .addExecInterceptorAfter(
                    ChainElement.RETRY.name(),
                    "attempt",
                    (request, scope, chain) -> {
                      if (besides == Besides.NESTED_CALL_FAILS && peer.requests() > 1) {
                        another.execute(post(nobody()), response -> null);
                      }
                      return chain.proceed(
                          request,
                          besides != Besides.CONTEXT_OF_ITS_OWN
                              ? scope
                              : new ExecChain.Scope(
                                  scope.exchangeId,
                                  scope.route,
                                  scope.originalRequest,
                                  scope.execRuntime,
                                  HttpClientContext.create()));
                    })
                .build()) {
      peer.answer(
          request -> {
            if (request.method().equals("DELETE")) {
              endConnections(peer);
            }
            return Answer.ok("kept").keptAlive();
          });
      client.execute(post(peer.url()), response -> null);
      assertThat(progress(client, new HttpDelete(peer.url())))
          .as(of + ", " + callProgress)
          .isNotEqualTo(RequestProgress.NOT_SENT);
      assertThat(peer.requests()).isGreaterThan(1);
    }
  }

  private static void nest(CloseableHttpClient another, String url) {
    try {
      another.<Void>execute(post(url), response -> null);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anAttemptThatIsMadeOutsideOfTheInterceptorIsSeen() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client =
            client(Manager.OURS, true)
                .addExecInterceptorFirst(
                    "again",
                    (request, scope, chain) -> {
                      chain.proceed(request, scope).close();
                      peer.close();
                      return chain.proceed(request, scope);
                    })
                .build()) {
      assertThat(progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aContextThatHasServedACallTellsOfNoOther(boolean callProgress) throws Exception {
    HttpClientContext context = HttpClientContext.create();
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client = client(Manager.OURS, callProgress).build()) {
      client.execute(post(peer.url()), context, response -> null);
      assertThat(peer.requests()).isEqualTo(1);
      assertThat(progress(client, post(nobody()), context)).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(progress(client, post(nobody()))).isEqualTo(RequestProgress.NOT_SENT);
    }
  }

  /** An interceptor that goes on after whatever is thrown. */
  @Test
  void anErrorOfTheBodyHidesNoAttempt() throws Exception {
    TlsPeer peer = TlsPeer.start(certificates);
    try (CloseableHttpClient client =
        client(Manager.OURS, true)
            .addExecInterceptorAfter(
                "call",
                "again",
                (request, scope, chain) -> {
                  try {
                    return chain.proceed(request, scope);
                  } catch (AssertionError e) {
                    end(peer);
                    request.removeHeaders(HttpHeaders.TRANSFER_ENCODING);
                    return chain.proceed(request, scope);
                  }
                })
            .build()) {
      HttpPost post = new HttpPost(peer.url());
      post.setEntity(
          new EntityTemplate(
              -1,
              ContentType.TEXT_XML,
              null,
              out -> {
                out.write(new byte[64 * 1024]);
                throw new AssertionError("of the body");
              }));
      assertThat(progress(client, post)).isEqualTo(RequestProgress.UNKNOWN);
    } finally {
      peer.close();
    }
  }
}
