package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.CredentialsProvider;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Closing waits for the peer, which must not happen within HttpClient's monitors. */
class EarlyCloseTest {

  private final Certificates certificates = new Certificates();
  private final List<String> closers = new CopyOnWriteArrayList<>();

  private CloseableHttpClient client() {
    TlsListener listener =
        new TlsListener() {
          @Override
          public void closed(ConnectionClosed event) {
            closers.add(
                StackWalker.getInstance()
                    .walk(
                        frames ->
                            event.outcome()
                                + " "
                                + frames
                                    .map(StackWalker.StackFrame::getClassName)
                                    .collect(Collectors.joining(" "))));
          }
        };
    return HttpClients.custom()
        .setConnectionManager(
            ResumingConnectionManager.builder()
                .tls(
                    TlsSettings.builder()
                        .trustManagers(certificates.trustManagers())
                        .closeTimeout(Duration.ofSeconds(20))
                        .addListener(listener)
                        .build())
                .build())
        .setDefaultCredentialsProvider(credentials())
        .disableAutomaticRetries()
        .build();
  }

  private static CredentialsProvider credentials() {
    CredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("user", "secret"));
    return credentials;
  }

  private void assertWaitedOutsideOfTheRelease(int connections) {
    assertThat(closers)
        .hasSize(connections)
        .allMatch(closer -> closer.startsWith("CLOSE_NOTIFY "))
        .noneMatch(closer -> closer.contains("ConnectionHolder"));
  }

  @Test
  void theConnectionIsClosedWithTheBodyAndOutsideOfHttpClientsRelease() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        CloseableHttpClient client = client()) {
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
      }
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        response.getEntity().getContent().close();
      }
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        // Nobody asks what comes after all that was announced.
        response.getEntity().getContent().readNBytes(TlsPeer.BODY.length());
      }
    }
    assertWaitedOutsideOfTheRelease(3);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 204 No Content, ''",
    "GET, 304 Not Modified, ''",
    "GET, 205 Reset Content, ''",
    "GET, 200 OK, Content-Length: 0",
    "POST, 200 OK, Content-Length: 0",
    "HEAD, 200 OK, Content-Length: 500",
    "GET, 302 Found, Content-Length: 0",
    "GET, 401 No, Content-Length: 0"
  })
  void soIsAResponseWithoutABody(String method, String status, String header) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").answer(head(status, header));
        CloseableHttpClient client = client()) {
      for (int i = 0; i < 2; i++) {
        RequestBuilder request = RequestBuilder.create(method).setUri(peer.url());
        if (method.equals("POST")) {
          request.setEntity(new StringEntity("question"));
        }
        try (CloseableHttpResponse response = client.execute(request.build())) {
          assertThat(response.getStatusLine().getStatusCode())
              .isEqualTo(Integer.parseInt(status.substring(0, 3)));
        }
      }
      assertThat(peer.connections()).isEqualTo(2);
    }
    assertWaitedOutsideOfTheRelease(2);
  }

  private static String head(String status, String header) {
    String line = header.isEmpty() ? "" : header + "\r\n";
    return "HTTP/1.1 " + status + "\r\n" + line + "Connection: close\r\n\r\n";
  }

  /** HttpClient flushes the connection after a response that comes instead of 100 (Continue). */
  @ParameterizedTest
  @ValueSource(strings = {"204 No Content", "417 Expectation Failed"})
  void soIsOneThatComesInsteadOfLeaveToSendTheBody(String status) throws Exception {
    try (TlsPeer peer =
            TlsPeer.start(certificates, "TLSv1.3")
                .answer(head(status, status.startsWith("204") ? "" : "Content-Length: 0"))
                .misbehave(Fault.EARLY_RESPONSE);
        CloseableHttpClient client = client()) {
      HttpPost request = new HttpPost(peer.url());
      request.setEntity(new StringEntity("question"));
      request.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
      try (CloseableHttpResponse response = client.execute(request)) {
        assertThat(response.getStatusLine().getStatusCode())
            .isEqualTo(Integer.parseInt(status.substring(0, 3)));
      }
    }
    assertWaitedOutsideOfTheRelease(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aChallengeThatClosesIsAnsweredOnAnotherConnection(int length) throws Exception {
    String challenge =
        head("401 Who?", "WWW-Authenticate: Basic realm=\"test\"\r\nContent-Length: " + length);
    try (TlsPeer peer =
            TlsPeer.start(certificates, "TLSv1.3").answer(challenge + "no".substring(0, length));
        CloseableHttpClient client = client()) {
      // The second one is refused as well, and that is the response.
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        assertThat(response.getStatusLine().getStatusCode()).isEqualTo(401);
        EntityUtils.consume(response.getEntity());
      }
      assertThat(peer.requests()).isEqualTo(2);
      assertThat(peer.resets()).isZero();
    }
    assertThat(closers)
        .hasSize(2)
        .allMatch(
            closer ->
                closer.startsWith("CLOSE_NOTIFY ") || closer.startsWith("DATA_AFTER_RESPONSE "))
        .noneMatch(closer -> closer.contains("ConnectionHolder"));
  }

  /** The peer holds its connection open, and the wait would last for 20 s. */
  @Test
  void aResponseThatIsLeftUnreadHasNothingToWaitFor() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.HOLD_OPEN);
        CloseableHttpClient client = client()) {
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        assertThat(response.getStatusLine().getStatusCode()).isEqualTo(200);
      }
    }
    // What HttpClient closes itself is told by another thread.
    Eventually.holds(() -> closers.size() == 1);
    assertThat(closers).allMatch(closer -> closer.startsWith("LOCAL "));
  }

  /** A strategy of the user's that keeps alive what the peer is about to close. */
  @Test
  void whatThePeerHasClosedIsNotKept() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").answer(head("204 No Content", ""));
        ResumingConnectionManager manager =
            ResumingConnectionManager.builder()
                .tls(
                    TlsSettings.builder()
                        .trustManagers(certificates.trustManagers())
                        .closeTimeout(Duration.ofSeconds(20))
                        .build())
                .build();
        CloseableHttpClient client =
            HttpClients.custom()
                .setConnectionManager(manager)
                .setConnectionReuseStrategy((response, context) -> true)
                .disableAutomaticRetries()
                .build()) {
      for (int i = 0; i < 2; i++) {
        try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
          assertThat(response.getStatusLine().getStatusCode()).isEqualTo(204);
        }
        assertThat(manager.getTotalStats().getAvailable()).isZero();
      }
    }
  }
}
