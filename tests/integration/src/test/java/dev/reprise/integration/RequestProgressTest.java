package dev.reprise.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.httpclient4.RequestProgress;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.PeerFault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.Consumer;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.protocol.HttpRequestExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed call tells whether the server may have acted on it. */
@Tag("each-httpclient")
class RequestProgressTest {

  @RegisterExtension final Callers callers = new Callers();

  private final Certificates certificates = new Certificates();

  private TlsPeer peer(PeerFault fault) throws Exception {
    return callers.closing(TlsPeer.start(certificates).misbehave(fault));
  }

  private Caller caller(Consumer<HttpClientBuilder> http) {
    return callers.with(
        TlsSettings.builder().trustManagers(certificates.trustManagers()),
        pool -> pool.maxTotal(1),
        http);
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
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertFailure(
        caller(),
        new HttpGet("https://localhost:" + port + "/"),
        RequestProgress.NOT_SENT,
        "The request was not sent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GARBAGE", "STALL_HANDSHAKE"})
  void nothingIsSentBeforeTheHandshake(PeerFault fault) throws Exception {
    TlsPeer peer = peer(fault);
    HttpGet request = new HttpGet(peer.url());
    request.setConfig(RequestConfig.custom().setConnectTimeout(200).build());
    assertFailure(caller(), request, RequestProgress.NOT_SENT, "The request was not sent");
  }

  @Test
  void nothingIsSentWhileThePoolIsExhausted() throws Exception {
    TlsPeer peer = peer(PeerFault.NONE);
    Caller caller = caller();
    try (CloseableHttpResponse response = caller.http.execute(new HttpGet(peer.url()))) {
      assertThat(response.getStatusLine().getStatusCode()).isEqualTo(200);
      HttpGet second = waiting(new HttpGet(peer.url()), 30_000);
      IOException failure = catchThrowableOfType(IOException.class, () -> caller.call(second));
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    }
    assertThat(peer.requests()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"STALL", "RESET_BEFORE_RESPONSE"})
  void allIsSentBeforeTheResponse(PeerFault fault) throws Exception {
    TlsPeer peer = peer(fault);
    assertFailure(
        caller(),
        waiting(new HttpGet(peer.url()), 200),
        RequestProgress.SENT,
        "The request was sent, and no response was received");
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** With and without an {@code Expect: 100-continue} that the server leaves unanswered. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPartIsSentBeforeTheServerGoesAway(boolean expectContinue) throws Exception {
    TlsPeer peer = peer(PeerFault.NONE);
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
        new HttpGet(peer(PeerFault.TRUNCATE_CLOSE_DELIMITED).url()),
        RequestProgress.ANSWERED,
        "The request was sent and the head of the response was received");
  }

  @Test
  void anotherExceptionTellsNothing() {
    assertThat(RequestProgress.of(new IOException("of something else")))
        .isEqualTo(RequestProgress.UNKNOWN);
  }
}
