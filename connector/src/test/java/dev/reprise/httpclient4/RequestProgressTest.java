package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient4.TestProxy.Refusal;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.http.NoHttpResponseException;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.routing.RouteInfo.LayerType;
import org.apache.http.conn.routing.RouteInfo.TunnelType;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.BasicResponseHandler;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed call tells whether the server may have acted on it. */
@Tag("each-httpclient")
class RequestProgressTest {

  @RegisterExtension final Callers callers = new Callers();

  private TlsPeer peer(Fault fault) throws Exception {
    return callers.peer().misbehave(fault);
  }

  private Caller caller(Consumer<HttpClientBuilder> http) {
    return callers.with(callers.trusting(), pool -> pool.maxTotal(1), http);
  }

  private Caller caller() {
    return caller(http -> {});
  }

  private static void assertFailure(
      Caller caller, HttpUriRequest request, RequestProgress progress, String words) {
    IOException failure = catchThrowableOfType(IOException.class, () -> caller.call(request));
    assertThat(failure).isNotNull();
    assertThat(RequestProgress.of(failure)).as(failure.toString()).isEqualTo(progress);
    assertThat(RequestProgress.of(new IllegalStateException(failure))).isEqualTo(progress);
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).contains(words);
  }

  private static void assertNotSent(Caller caller, HttpUriRequest request) {
    assertFailure(caller, request, RequestProgress.NOT_SENT, "The request was not sent");
  }

  private static <T extends HttpRequestBase> T waiting(T request, int readTimeout) {
    request.setConfig(
        RequestConfig.copy(Caller.PATIENT)
            .setSocketTimeout(readTimeout)
            .setConnectionRequestTimeout(50)
            .build());
    return request;
  }

  @Test
  void nothingIsSentWhereNothingListens() throws Exception {
    int port = callers.closing(ClosedPort.take()).port();
    assertNotSent(caller(), new HttpGet("https://localhost:" + port + "/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GARBAGE", "STALL_HANDSHAKE"})
  void nothingIsSentBeforeTheHandshake(Fault fault) throws Exception {
    TlsPeer peer = peer(fault);
    HttpGet request = new HttpGet(peer.url());
    request.setConfig(RequestConfig.custom().setConnectTimeout(200).build());
    assertNotSent(caller(), request);
  }

  /** Which attempt it is that waits is not known here. */
  @Test
  void itIsNotKnownWhileThePoolIsExhausted() throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    Caller caller = caller();
    try (CloseableHttpResponse response = caller.http.execute(new HttpGet(peer.url()))) {
      assertThat(response.getStatusLine().getStatusCode()).isEqualTo(200);
      assertFailureIs(caller, waiting(new HttpGet(peer.url()), 30_000), RequestProgress.UNKNOWN);
    }
    assertThat(peer.requests()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"STALL", "RESET_BEFORE_RESPONSE"})
  void allIsSentBeforeTheResponse(Fault fault) throws Exception {
    TlsPeer peer = peer(fault);
    assertFailure(
        caller(),
        waiting(new HttpGet(peer.url()), 200),
        RequestProgress.SENT,
        "The request was sent, and no response was received");
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** HttpClient's retries throw a copy of the exception, with its stack trace alone. */
  @Test
  void itIsKnownThoughHttpClientCopiesTheException() throws Exception {
    Caller caller = caller();
    try (ScriptedPeer peer = ScriptedPeer.start(callers.certificates(), ScriptedPeer::readRequest);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(caller.manager)
                .setConnectionManagerShared(true)
                .build()) {
      HttpPost post = new HttpPost("https://localhost:" + peer.port() + "/");
      post.setEntity(new StringEntity("<a/>"));
      assertThatThrownBy(() -> client.execute(post))
          .isInstanceOf(NoHttpResponseException.class)
          .satisfies(
              failure -> assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.SENT));
    }
  }

  /** With and without an {@code Expect: 100-continue} that the server leaves unanswered. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPartIsSentBeforeTheServerGoesAway(boolean expectContinue) throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    HttpPost request = new HttpPost(peer.url());
    request.setEntity(endingThe(peer));
    request.setConfig(
        RequestConfig.copy(Caller.PATIENT).setExpectContinueEnabled(expectContinue).build());
    Caller caller = caller(http -> http.setRequestExecutor(new HttpRequestExecutor(10)));
    assertFailure(
        caller, request, RequestProgress.PARTLY_SENT, "The request may have been sent in part");
    assertThat(peer.requests()).isZero();
  }

  /** A body that ends the server, once a part is on its way, and goes on. */
  private static AbstractHttpEntity endingThe(TlsPeer peer) {
    int part = 64 * 1024;
    return new EntityTemplate(
        out -> {
          out.write(new byte[part]);
          end(peer);
          writeMuch(out, part);
        }) {
      @Override
      public long getContentLength() {
        return 1000L * part;
      }
    };
  }

  /** A body made from another call, which fails without having been sent. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPartIsSentThoughAnotherCallWasNot(boolean wrapped) throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    Caller caller = callers.with(callers.trusting());
    int port = callers.closing(ClosedPort.take()).port();
    HttpPost request = new HttpPost(peer.url());
    request.setEntity(
        new EntityTemplate(
            out -> {
              out.write(new byte[64 * 1024]);
              try {
                caller.get("https://localhost:" + port + "/");
              } catch (IOException e) {
                throw wrapped ? new IOException("no source", e) : e;
              }
            }));
    assertFailure(
        caller, request, RequestProgress.PARTLY_SENT, "The request may have been sent in part");
  }

  @Test
  void aPartIsSentThoughAnErrorComesOfACallThatWasNot() throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    Caller caller = callers.with(callers.trusting());
    int port = callers.closing(ClosedPort.take()).port();
    HttpPost request = new HttpPost(peer.url());
    request.setEntity(
        new EntityTemplate(
            out -> {
              out.write(new byte[64 * 1024]);
              try {
                caller.get("https://localhost:" + port + "/");
              } catch (IOException e) {
                throw new AssertionError("no source", e);
              }
            }));
    AssertionError failure = catchThrowableOfType(AssertionError.class, () -> caller.call(request));
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.PARTLY_SENT);
  }

  private static void writeMuch(OutputStream out, int part) throws IOException {
    for (int i = 1; i < 1000; i++) {
      out.write(new byte[part]);
    }
  }

  private static void end(TlsPeer peer) throws IOException {
    try {
      peer.close();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Test
  void theResponseHadBegun() throws Exception {
    assertFailure(
        caller(),
        new HttpGet(peer(Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY).url()),
        RequestProgress.ANSWERED,
        "The request was sent and the head of the response was received");
  }

  /** The CONNECT is not the caller's request. */
  @ParameterizedTest
  @EnumSource(
      value = Refusal.class,
      names = {"DROP", "HANG_UP", "FORGE"})
  void nothingIsSentThroughAProxyThatFails(Refusal refusal) throws Exception {
    TestProxy proxy = callers.closing(new TestProxy(refusal));
    assertNotSent(caller(http -> http.setProxy(proxy.host())), new HttpGet("https://localhost:1/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://nowhere.invalid/", "https://nowhere.invalid/"})
  void nothingIsSentToAnUnknownHost(String url) throws Exception {
    Caller caller =
        callers.with(
            TlsSettings.builder(),
            pool ->
                pool.dnsResolver(
                    host -> {
                      throw new UnknownHostException(host);
                    }),
            http -> {});
    assertNotSent(caller, new HttpGet(url));
  }

  @Test
  void nothingIsSentByASchemeThatIsNotKnown() throws Exception {
    assertNotSent(caller(), new HttpGet("gopher://localhost:1/"));
  }

  @Test
  void nothingIsSentToAServerThatIsNotTrusted() throws Exception {
    TlsPeer stranger = callers.closing(TlsPeer.start(new Certificates()));
    assertNotSent(caller(), new HttpGet(stranger.url()));
  }

  /** As by a user's own socket factory, of whatever making. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsSentWhereNoSocketIsMade(boolean unchecked) throws Exception {
    PlainConnectionSocketFactory socks =
        new PlainConnectionSocketFactory() {
          @Override
          public Socket createSocket(HttpContext context) throws IOException {
            if (unchecked) {
              throw new IllegalStateException("no socket");
            }
            throw new SocketException("SOCKS: not allowed");
          }
        };
    HttpClientContext context = HttpClientContext.create();
    context.setAttribute(
        "http.socket-factory-registry",
        RegistryBuilder.<ConnectionSocketFactory>create().register("http", socks).build());
    Caller caller = caller();
    Exception failure =
        catchThrowableOfType(
            Exception.class,
            () -> caller.http.execute(new HttpGet("http://localhost:1/"), context));
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
  }

  /** HttpClient throws the same between two attempts of a call. */
  @Test
  void itIsNotKnownOfARequestThatWasAbortedBeforehand() throws Exception {
    HttpGet request = new HttpGet("https://localhost:1/");
    request.abort();
    assertFailureIs(caller(), request, RequestProgress.UNKNOWN);
  }

  private static void assertFailureIs(
      Caller caller, HttpUriRequest request, RequestProgress progress) {
    IOException failure = catchThrowableOfType(IOException.class, () -> caller.call(request));
    assertThat(RequestProgress.of(failure)).as(failure.toString()).isEqualTo(progress);
  }

  /** As HttpClient does with each method for 303, and with those that only read for the others. */
  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:0/", "https://localhost:0/", "https://no.invalid/"})
  void itIsNotKnownOfARedirectThatIsNotSent(String location) throws Exception {
    int port = callers.closing(ClosedPort.take()).port();
    String next = location.replace(":0", ":" + port);
    TlsPeer peer = peer(Fault.NONE);
    Caller caller = caller();
    for (int status : new int[] {302, 303, 307}) {
      peer.answer(request -> Answer.of(status, "").with("Location", next));
      assertFailureIs(
          caller,
          status == 303 ? new HttpPost(peer.url()) : new HttpGet(peer.url()),
          RequestProgress.UNKNOWN);
    }
    assertThat(peer.requests()).isEqualTo(3);
    assertFailureIs(caller, new HttpGet(next), RequestProgress.NOT_SENT);
  }

  @Test
  void itIsNotKnownOfARedirectToAnUntrustedServer() throws Exception {
    TlsPeer stranger = callers.closing(TlsPeer.start(new Certificates()));
    TlsPeer peer = peer(Fault.NONE);
    peer.answer(request -> Answer.of(303, "").with("Location", stranger.url()));
    assertFailureIs(caller(), new HttpPost(peer.url()), RequestProgress.UNKNOWN);
  }

  /** A proxy that answers the CONNECT to the new location with a refusal. */
  @Test
  void itIsNotKnownOfARedirectThroughAProxyThatFails() throws Exception {
    TestProxy proxy = callers.closing(new TestProxy(Refusal.HANG_UP));
    TlsPeer peer = peer(Fault.NONE);
    peer.answer(request -> Answer.of(303, "").with("Location", "https://elsewhere.invalid/"));
    Caller caller =
        caller(
            http ->
                http.setRoutePlanner(
                    (target, request, context) ->
                        target.getHostName().equals("localhost")
                            ? new HttpRoute(target, null, true)
                            : new HttpRoute(
                                target,
                                null,
                                proxy.host(),
                                true,
                                TunnelType.TUNNELLED,
                                LayerType.LAYERED)));
    assertFailureIs(caller, new HttpPost(peer.url()), RequestProgress.UNKNOWN);
  }

  /** The CONNECT of the second attempt comes after a first one that was sent in part. */
  @Test
  void whatWasSentInPartIsSentAgainThroughATunnel() throws Exception {
    TestProxy proxy = callers.proxy();
    TlsPeer peer = peer(Fault.NONE);
    AtomicInteger attempts = new AtomicInteger();
    HttpPost request = new HttpPost(peer.url());
    request.setEntity(
        new EntityTemplate(
            out -> {
              out.write('a');
              if (attempts.incrementAndGet() == 1) {
                throw new SocketException("the source has ended");
              }
            }));
    Caller caller = caller(http -> {});
    try (CloseableHttpClient retrying =
        HttpClients.custom()
            .setConnectionManager(caller.manager)
            .setConnectionManagerShared(true)
            .setProxy(proxy.host())
            .setRetryHandler((e, count, context) -> count == 1)
            .build()) {
      assertThat(retrying.execute(request, new BasicResponseHandler())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(attempts).hasValue(2);
    assertThat(proxy.tunnels).hasValue(2);
  }

  @Test
  void itIsNotKnownAfterAChallenge() throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    peer.answer(
        request -> {
          // On the connection that comes next.
          peer.misbehave(Fault.GARBAGE);
          return Answer.of(401, "").with("WWW-Authenticate", "Basic realm=\"a\"");
        });
    BasicCredentialsProvider users = new BasicCredentialsProvider();
    users.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("user", "password"));
    assertFailureIs(
        caller(http -> http.setDefaultCredentialsProvider(users)),
        new HttpGet(peer.url()),
        RequestProgress.UNKNOWN);
  }

  @Test
  void anotherExceptionTellsNothing() {
    assertThat(RequestProgress.of(new IOException("of something else")))
        .isEqualTo(RequestProgress.UNKNOWN);
  }
}
