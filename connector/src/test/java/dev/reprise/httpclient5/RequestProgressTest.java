package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.IOCallback;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed call tells whether its request was sent, as with HttpClient 4.5. */
class RequestProgressTest {

  private static final int PART = 64 * 1024;

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ClosedPort nobody = ClosedPort.take();

  @AfterEach
  void stop() throws Exception {
    nobody.close();
    threads.shutdownNow();
    assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
  }

  private HttpClientBuilder clientWith(int responseMillis) {
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            TlsSettings.builder().trustManagers(certificates.trustManagers()).build());
    nothingLeftOver.watchLeases(() -> sockets.laneCounts().leased());
    return HttpClients.custom()
        .setConnectionManager(
            ResumingConnectionManagerBuilder.create()
                .socketFactory(sockets)
                .setMaxConnTotal(1)
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom().setConnectTimeout(Timeout.ofSeconds(20)).build())
                .setDefaultTlsConfig(
                    TlsConfig.custom()
                        .setHandshakeTimeout(Timeout.ofMilliseconds(responseMillis))
                        .build())
                .build())
        .disableAutomaticRetries()
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setResponseTimeout(Timeout.ofMilliseconds(responseMillis))
                .build());
  }

  private CloseableHttpClient client() {
    return clientWith(20_000).build();
  }

  private static String call(CloseableHttpClient client, ClassicHttpRequest request)
      throws IOException {
    return client.execute(request, response -> EntityUtils.toString(response.getEntity()));
  }

  private static void assertFailure(
      CloseableHttpClient client,
      ClassicHttpRequest request,
      RequestProgress progress,
      String words) {
    IOException failure = catchThrowableOfType(IOException.class, () -> call(client, request));
    assertThat(failure).isNotNull();
    assertThat(RequestProgress.of(failure)).as(failure.toString()).isEqualTo(progress);
    assertThat(RequestProgress.of(new IllegalStateException(failure))).isEqualTo(progress);
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).contains(words);
  }

  /** HttpClient has exceptions of its own for this, which say so by their class. */
  private static void assertNotSent(CloseableHttpClient client, ClassicHttpRequest request) {
    IOException failure = catchThrowableOfType(IOException.class, () -> call(client, request));
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void nothingIsSentWhereNothingListens(String scheme) throws Exception {
    try (CloseableHttpClient client = client()) {
      assertNotSent(client, new HttpGet(scheme + "://localhost:" + nobody.port() + "/"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GARBAGE", "STALL_HANDSHAKE"})
  void nothingIsSentBeforeTheHandshake(Fault fault) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(fault);
        CloseableHttpClient client = clientWith(200).build()) {
      assertNotSent(client, new HttpGet(peer.url()));
    }
  }

  @Test
  void nothingIsSentWhileThePoolIsExhausted() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client =
            clientWith(20_000).addExecInterceptorFirst("call", new CallProgress()).build()) {
      HttpGet second = new HttpGet(peer.url());
      second.setConfig(
          RequestConfig.custom().setConnectionRequestTimeout(Timeout.ofMilliseconds(50)).build());
      client.execute(
          new HttpGet(peer.url()),
          response -> {
            assertNotSent(client, second);
            return null;
          });
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  /** The CONNECT is not the caller's request. */
  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n"})
  void nothingIsSentThroughAProxyThatFails(String answer) throws Exception {
    try (ServerSocket proxy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        CloseableHttpClient client =
            clientWith(20_000)
                .setProxy(new HttpHost("http", "localhost", proxy.getLocalPort()))
                .build()) {
      threads.submit(
          () -> {
            try (Socket socket = proxy.accept()) {
              StringBuilder head = new StringBuilder();
              while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) socket.getInputStream().read());
              }
              socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
            return null;
          });
      assertNotSent(client, new HttpGet("https://localhost:1/"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"STALL", "RESET_BEFORE_RESPONSE"})
  void allIsSentBeforeTheResponse(Fault fault) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(fault);
        CloseableHttpClient client = clientWith(2_000).build()) {
      HttpPost post = new HttpPost(peer.url());
      post.setEntity(new StringEntity("<a/>"));
      assertFailure(
          client, post, RequestProgress.SENT, "The request was sent, and no response was received");
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  /** HttpClient's retries throw a copy of the exception, with its stack trace alone. */
  @Test
  void itIsKnownThoughHttpClientCopiesTheException() throws Exception {
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            TlsSettings.builder().trustManagers(certificates.trustManagers()).build());
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, ScriptedPeer::readRequest);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(
                    ResumingConnectionManagerBuilder.create().socketFactory(sockets).build())
                .build()) {
      HttpPost post = new HttpPost("https://localhost:" + peer.port() + "/");
      post.setEntity(new StringEntity("<a/>"));
      IOException failure = catchThrowableOfType(IOException.class, () -> call(client, post));
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.SENT);
    }
  }

  /** With and without an {@code Expect: 100-continue} that the server leaves unanswered. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPartIsSentBeforeTheServerGoesAway(boolean expectContinue) throws Exception {
    Http1Config impatient =
        Http1Config.custom().setWaitForContinueTimeout(Timeout.ofMilliseconds(10)).build();
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client =
            clientWith(20_000)
                .setRequestExecutor(new HttpRequestExecutor(impatient, null, null))
                .build()) {
      HttpPost post = new HttpPost(peer.url());
      post.setEntity(
          body(
              out -> {
                out.write(new byte[PART]);
                end(peer);
                for (int i = 1; i < 1000; i++) {
                  out.write(new byte[PART]);
                }
              }));
      post.setConfig(RequestConfig.custom().setExpectContinueEnabled(expectContinue).build());
      assertFailure(
          client, post, RequestProgress.PARTLY_SENT, "The request may have been sent in part");
      assertThat(peer.requests()).isZero();
    }
  }

  private static void end(TlsPeer peer) throws IOException {
    try {
      peer.close();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static EntityTemplate body(IOCallback<OutputStream> callback) {
    return new EntityTemplate(1000L * PART, ContentType.TEXT_XML, null, callback);
  }

  @Test
  void aPartIsSentThoughAnErrorComesOfACallThatWasNot() throws Exception {
    int port = nobody.port();
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client = client();
        CloseableHttpClient another = client()) {
      HttpPost post = new HttpPost(peer.url());
      post.setEntity(
          body(
              out -> {
                out.write(new byte[PART]);
                try {
                  call(another, new HttpGet("https://localhost:" + port + "/"));
                } catch (IOException e) {
                  throw new AssertionError("no source", e);
                }
              }));
      AssertionError failure =
          catchThrowableOfType(AssertionError.class, () -> client.execute(post, response -> null));
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.PARTLY_SENT);
    }
  }

  /** A body made from another call, which fails without having been sent. */
  @Test
  void aPartIsSentThoughAnotherCallWasNot() throws Exception {
    int port = nobody.port();
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client = client();
        CloseableHttpClient another = client()) {
      HttpPost post = new HttpPost(peer.url());
      post.setEntity(
          body(
              out -> {
                out.write(new byte[PART]);
                call(another, new HttpGet("https://localhost:" + port + "/"));
              }));
      assertFailure(
          client, post, RequestProgress.PARTLY_SENT, "The request may have been sent in part");
    }
  }

  @Test
  void theResponseHadBegun() throws Exception {
    try (TlsPeer peer =
            TlsPeer.start(certificates).misbehave(Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);
        CloseableHttpClient client = client()) {
      assertFailure(
          client,
          new HttpGet(peer.url()),
          RequestProgress.ANSWERED,
          "The request was sent and the head of the response was received");
    }
  }

  private static final int[] REDIRECTS = {302, 303, 307};

  /** The server has acted on the request before. */
  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:0/", "https://localhost:0/", "https://no.invalid/"})
  void itIsNotKnownOfARedirectThatIsNotSent(String location) throws Exception {
    String next = location.replace(":0", ":" + nobody.port());
    try (TlsPeer peer = TlsPeer.start(certificates);
        CloseableHttpClient client = client()) {
      for (int status : REDIRECTS) {
        peer.answer(request -> Answer.of(status, "").with("Location", next));
        assertUnknown(client, new HttpPost(peer.url()));
      }
      assertThat(peer.requests()).isEqualTo(REDIRECTS.length);
    }
  }

  @Test
  void itIsNotKnownOfARedirectToAnUntrustedServer() throws Exception {
    try (TlsPeer stranger = TlsPeer.start(new Certificates());
        TlsPeer peer =
            TlsPeer.start(certificates)
                .answer(request -> Answer.of(303, "").with("Location", stranger.url()));
        CloseableHttpClient client = client()) {
      assertUnknown(client, new HttpPost(peer.url()));
    }
  }

  @Test
  void itIsNotKnownAfterAChallenge() throws Exception {
    BasicCredentialsProvider users = new BasicCredentialsProvider();
    users.setCredentials(
        new AuthScope(null, -1), new UsernamePasswordCredentials("user", "password".toCharArray()));
    try (TlsPeer server = TlsPeer.start(certificates);
        CloseableHttpClient client =
            clientWith(20_000).setDefaultCredentialsProvider(users).build()) {
      server.answer(
          request -> {
            // On the connection that comes next.
            server.misbehave(Fault.GARBAGE);
            return Answer.of(401, "").with("WWW-Authenticate", "Basic realm=\"a\"");
          });
      assertUnknown(client, new HttpGet(server.url()));
    }
  }

  /** Where the pool has no connection left, and over connections that are not of this package. */
  @Test
  void theInterceptorTellsWhatTheConnectionsCannotKnow() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        TlsPeer next = TlsPeer.start(certificates);
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(
                    PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(1)
                        .setTlsSocketStrategy(
                            new ResumingTlsSocketStrategy(
                                new ResumingSslSocketFactory(
                                    TlsSettings.builder()
                                        .trustManagers(certificates.trustManagers())
                                        .build())))
                        .build())
                .setDefaultRequestConfig(
                    RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.ofMilliseconds(50))
                        .build())
                .disableAutomaticRetries()
                .addExecInterceptorFirst("call", new CallProgress())
                .build()) {
      String closed = "https://localhost:" + nobody.port() + "/";
      assertNotSent(client, new HttpPost(closed));
      peer.answer(request -> Answer.of(303, "").with("Location", closed));
      assertUnknown(client, new HttpPost(peer.url()));
      peer.answer(request -> Answer.of(303, "").with("Location", next.url()));
      client.execute(
          new HttpGet(next.url()),
          response -> {
            assertNotSent(client, new HttpPost(next.url()));
            assertUnknown(client, new HttpPost(peer.url()));
            return null;
          });
      assertThat(next.requests()).isEqualTo(1);
    }
  }

  private static void assertUnknown(CloseableHttpClient client, ClassicHttpRequest request) {
    IOException failure = catchThrowableOfType(IOException.class, () -> call(client, request));
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.UNKNOWN);
  }

  /** HttpClient drops what it knew of a request that was aborted. */
  @Test
  void itIsNotKnownOfWhatWasAborted() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          ScriptedPeer.readRequest(tls);
          asked.countDown();
          end.await();
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script);
        CloseableHttpClient client = client()) {
      HttpGet request = new HttpGet("https://localhost:" + peer.port() + "/");
      threads.submit(
          () -> {
            asked.await();
            request.abort();
            return null;
          });
      IOException failure = catchThrowableOfType(IOException.class, () -> call(client, request));
      assertThat(RequestProgress.of(failure))
          .isNotIn(RequestProgress.NOT_SENT, RequestProgress.ANSWERED);
      end.countDown();
    }
  }
}
