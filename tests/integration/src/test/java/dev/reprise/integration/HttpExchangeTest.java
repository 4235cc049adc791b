package dev.reprise.integration;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.reprise.integration.HttpsMock.closing;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.Handshake;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.http.Header;
import org.apache.http.HttpVersion;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpHead;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP/1.1 has to offer, over connections that serve one request each. */
@Tag("each-httpclient")
@ParameterizedClass
@ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
class HttpExchangeTest {

  /** Less than a TLS record. */
  private static final String SHORT = "<line>some text</line>".repeat(500);

  private static final String LONG = "<line>some text</line>".repeat(20_000);

  private static HttpsMock mock;

  @RegisterExtension final Callers callers = new Callers();
  @Parameter String protocol;
  private Caller caller;

  @BeforeAll
  static void start() throws Exception {
    mock = HttpsMock.start();
  }

  @AfterAll
  static void stop() {
    mock.close();
  }

  @BeforeEach
  void prepare() {
    mock.server().resetAll();
    caller = callers.with(mock.trusted().protocols(protocol));
  }

  private static void answer(ResponseDefinitionBuilder response) {
    mock.server().stubFor(any(anyUrl()).willReturn(response));
  }

  /** Each connection was closed by the server first, and each but the first was resumed. */
  private void assertClosedByTheServer(int connections) {
    assertThat(caller.closes(connections))
        .hasSize(connections)
        .containsOnly(CloseOutcome.CLOSE_NOTIFY);
    assertThat(caller.available()).isZero();
    assertThat(caller.handshakes).extracting(Handshake::protocol).containsOnly(protocol);
    assertThat(caller.statistics.total().full()).isEqualTo(1);
    assertThat(caller.statistics.total().resumed()).isEqualTo(connections - 1L);
  }

  private static LoggedRequest received() {
    List<LoggedRequest> requests = mock.server().findAll(anyRequestedFor(anyUrl()));
    return requests.get(requests.size() - 1);
  }

  @Test
  void getsAndPosts() throws IOException {
    answer(closing(200).withHeader("Content-Length", "5").withBody("<ok/>"));
    assertThat(caller.get(mock.https("/"))).isEqualTo("<ok/>");
    assertThat(caller.post(mock.https("/"), "<a/>")).isEqualTo("<ok/>");
    assertThat(received().getBodyAsString()).isEqualTo("<a/>");
    assertThat(caller.post(mock.https("/"), LONG)).isEqualTo("<ok/>");
    assertThat(received().getBodyAsString()).isEqualTo(LONG);
    assertClosedByTheServer(3);
  }

  @Test
  void readsAChunkedResponse() throws IOException {
    answer(
        closing(200)
            .withHeader("Transfer-Encoding", "chunked")
            .withBody(LONG)
            .withChunkedDribbleDelay(5, 20));
    for (int i = 0; i < 2; i++) {
      try (CloseableHttpResponse response = caller.http.execute(new HttpGet(mock.https("/")))) {
        assertThat(response.getFirstHeader("Transfer-Encoding"))
            .extracting(Header::getValue)
            .isEqualTo("chunked");
        assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(LONG);
      }
    }
    assertClosedByTheServer(2);
  }

  @Test
  void sendsAChunkedRequest() throws IOException {
    answer(closing(200).withBody("<ok/>"));
    for (int i = 0; i < 2; i++) {
      HttpPost request = new HttpPost(mock.https("/"));
      byte[] body = SHORT.getBytes(StandardCharsets.US_ASCII);
      request.setEntity(new InputStreamEntity(new ByteArrayInputStream(body)));
      assertThat(caller.call(request)).isEqualTo("<ok/>");
      assertThat(received().getBodyAsString()).isEqualTo(SHORT);
      assertThat(received().getHeader("Transfer-Encoding")).isEqualTo("chunked");
    }
    assertClosedByTheServer(2);
  }

  @Test
  void readsAGzippedResponse() throws IOException {
    answer(closing(200).withHeader("Content-Encoding", "gzip").withBody(gzip(LONG)));
    assertThat(caller.get(mock.https("/"))).isEqualTo(LONG);
    assertThat(caller.get(mock.https("/"))).isEqualTo(LONG);
    assertClosedByTheServer(2);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toByteArray();
  }

  @Test
  void expectsToContinue() throws IOException {
    answer(closing(200).withBody("<ok/>"));
    for (int i = 0; i < 2; i++) {
      HttpPost request = new HttpPost(mock.https("/"));
      request.setConfig(RequestConfig.copy(Caller.PATIENT).setExpectContinueEnabled(true).build());
      request.setEntity(new StringEntity(SHORT));
      assertThat(caller.call(request)).isEqualTo("<ok/>");
      assertThat(received().getHeader("Expect")).isEqualToIgnoringCase("100-continue");
      assertThat(received().getBodyAsString()).isEqualTo(SHORT);
    }
    assertClosedByTheServer(2);
  }

  @Test
  void followsARedirect() throws IOException {
    answer(closing(200).withBody("there"));
    mock.server()
        .stubFor(
            any(urlEqualTo("/old"))
                .willReturn(closing(302).withHeader("Location", mock.https("/new"))));
    assertThat(caller.get(mock.https("/old"))).isEqualTo("there");
    assertThat(received().getUrl()).isEqualTo("/new");
    assertClosedByTheServer(2);
  }

  @Test
  void knowsWhichResponsesHaveNoBody() throws IOException {
    answer(closing(204));
    assertStatus(new HttpGet(mock.https("/")), 204);
    answer(closing(304).withHeader("ETag", "\"1\""));
    HttpGet conditional = new HttpGet(mock.https("/"));
    conditional.setHeader("If-None-Match", "\"1\"");
    assertStatus(conditional, 304);
    answer(closing(200).withHeader("Content-Length", "5").withBody("<ok/>"));
    assertStatus(new HttpHead(mock.https("/")), 200);
    assertClosedByTheServer(3);
  }

  private void assertStatus(HttpUriRequest request, int status) throws IOException {
    try (CloseableHttpResponse response = caller.http.execute(request)) {
      assertThat(response.getStatusLine().getStatusCode()).isEqualTo(status);
      assertThat(response.getEntity()).isNull();
    }
  }

  @Test
  void readsABodyThatTheEndOfTheConnectionDelimits() throws IOException {
    answer(closing(200).withBody(LONG));
    for (int i = 0; i < 2; i++) {
      try (CloseableHttpResponse response = caller.http.execute(new HttpGet(mock.https("/")))) {
        assertThat(response.getFirstHeader("Transfer-Encoding")).isNull();
        assertThat(response.getFirstHeader("Content-Length")).isNull();
        assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(LONG);
      }
    }
    assertClosedByTheServer(2);
  }

  @Test
  void readsAnErrorWithItsBody() throws IOException {
    answer(closing(500).withBody("<fault/>"));
    assertThat(caller.post(mock.https("/"), "<a/>")).isEqualTo("<fault/>");
    assertThat(caller.post(mock.https("/"), "<a/>")).isEqualTo("<fault/>");
    assertClosedByTheServer(2);
  }

  /** HTTP/1.0 has no persistent connections, so that nothing need be announced. */
  @Test
  void speaksHttp10() throws IOException {
    answer(ok("<ok/>"));
    for (int i = 0; i < 2; i++) {
      HttpGet request = new HttpGet(mock.https("/"));
      request.setProtocolVersion(HttpVersion.HTTP_1_0);
      assertThat(caller.call(request)).isEqualTo("<ok/>");
    }
    assertClosedByTheServer(2);
  }

  @Test
  void reusesAConnectionThatTheServerKeeps() throws IOException {
    answer(ok("<ok/>"));
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(mock.https("/"), "<a/>")).isEqualTo("<ok/>");
    }
    assertThat(caller.available()).isEqualTo(1);
    assertThat(caller.handshakes).hasSize(1);
    assertThat(caller.closes).isEmpty();

    caller.manager.closeIdleConnections(0, TimeUnit.MILLISECONDS);
    assertThat(caller.closes(1)).containsExactly(CloseOutcome.LOCAL);
    assertThat(caller.available()).isZero();
  }

  @Test
  void speaksPlainHttpToo() throws IOException {
    answer(ok("<ok/>"));
    assertThat(caller.get(mock.http("/"))).isEqualTo("<ok/>");
    assertThat(caller.get(mock.http("/"))).isEqualTo("<ok/>");
    assertThat(caller.available()).isEqualTo(1);
    assertThat(caller.handshakes).isEmpty();
  }
}
