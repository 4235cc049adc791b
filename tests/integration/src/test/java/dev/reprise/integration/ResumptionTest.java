package dev.reprise.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.X509TrustManager;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resumption under HTTP clients, as the client counts it and as the server does. */
class ResumptionTest {

  @RegisterExtension final Callers callers = new Callers();
  private TlsPeer server;

  @BeforeEach
  void start() throws Exception {
    server = callers.peer();
  }

  private TlsSettings.Builder trusting(String protocol) {
    return callers.trusting().closeTimeout(Caller.LONG_WAIT).protocols(protocol);
  }

  private int resumed() {
    return server.handshakes() - server.fullHandshakes();
  }

  @Tag("each-httpclient")
  @ParameterizedTest(name = "{0}, {1} threads")
  @CsvSource({
    "TLSv1.2, 1",
    "TLSv1.3, 1",
    "TLSv1.2, 16",
    "TLSv1.3, 16",
    "TLSv1.2, 64",
    "TLSv1.3, 64"
  })
  void noFullHandshakeAfterEachLanesFirst(String protocol, int threads) throws Exception {
    Caller caller = callers.with(trusting(protocol));
    Callable<?> call = () -> assertThat(caller.post(server.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    // One lane serves all where a session does; what connects before it has one finds none.
    call.call();
    inThreads(threads, 5 * threads, call);

    int calls = 1 + 5 * threads;
    int lanes = caller.manager.socketFactory().laneCounts().live();
    assertThat(lanes).isBetween(1, protocol.equals("TLSv1.2") ? 1 : threads);
    assertThat(caller.statistics.total().full()).isEqualTo(lanes);
    assertThat(caller.statistics.total().resumed()).isEqualTo(calls - lanes);
    assertThat(server.fullHandshakes()).isEqualTo(lanes);
    assertThat(resumed()).isEqualTo(calls - lanes);
    assertThat(caller.statistics.total().closes().get(CloseOutcome.CLOSE_NOTIFY)).isEqualTo(calls);
  }

  private static void inThreads(int threads, int times, Callable<?> action) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        results.add(pool.submit(action));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void underHttpsUrlConnectionToo(String protocol) throws Exception {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(trusting(protocol).build());
    for (int i = 0; i < 5; i++) {
      assertThat(post(sockets, server.url())).hasSize(5);
    }
    assertThat(server.fullHandshakes()).isEqualTo(1);
    assertThat(resumed()).isEqualTo(4);
    assertThat(sockets.laneCounts().leased()).isZero();
  }

  private static byte[] post(ResumingSslSocketFactory sockets, String url) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) new URL(url).openConnection();
    connection.setSSLSocketFactory(sockets);
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write("<a/>".getBytes(StandardCharsets.US_ASCII));
    }
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void underOkHttpToo(String protocol) throws Exception {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(trusting(protocol).build());
    // OkHttp's threads stay for a minute.
    OkHttpClient client =
        Outliving.start(
            () -> {
              OkHttpClient made =
                  new OkHttpClient.Builder()
                      .protocols(List.of(Protocol.HTTP_1_1))
                      .sslSocketFactory(
                          sockets, (X509TrustManager) callers.certificates().trustManagers()[0])
                      .build();
              for (int i = 0; i < 5; i++) {
                assertThat(post(made, server.url())).hasSize(5);
              }
              return made;
            });
    assertThat(client.connectionPool().connectionCount()).isZero();
    assertThat(server.fullHandshakes()).isEqualTo(1);
    assertThat(resumed()).isEqualTo(4);
    assertThat(sockets.laneCounts().leased()).isZero();
  }

  private static byte[] post(OkHttpClient client, String url) throws IOException {
    RequestBody body = RequestBody.create("<a/>", MediaType.get("text/xml"));
    Request request = new Request.Builder().url(url).post(body).build();
    try (Response response = client.newCall(request).execute()) {
      return response.body().bytes();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void noThreadIsStarted(String protocol) throws Exception {
    TlsPeer peer = callers.peer(protocol);
    Caller caller = callers.with(callers.trusting());
    caller.get(peer.url());
    post(caller.manager.socketFactory(), peer.url());

    long others = startedThreads() - peer.threadsStarted();
    int calls = 50;
    for (int i = 0; i < calls; i++) {
      assertThat(caller.get(peer.url())).isEqualTo(TlsPeer.BODY);
      post(caller.manager.socketFactory(), peer.url());
    }
    // The JVM may start a few of its own meanwhile.
    assertThat(startedThreads() - peer.threadsStarted() - others).isLessThan(calls / 5);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  private static long startedThreads() {
    return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void clientCertificatesAreRemembered(String protocol) throws Exception {
    Certificates certificates = callers.certificates();
    TlsPeer mutual = callers.closing(TlsPeer.startStrict(certificates, protocol));
    Caller known =
        callers.with(
            trusting(protocol).keyManagers(certificates.keyManagers(certificates.client())));
    for (int i = 0; i < 4; i++) {
      assertThat(known.post(mutual.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(known.statistics.total().full()).isEqualTo(1);
    assertThat(known.statistics.total().resumed()).isEqualTo(3);
    assertThat(mutual.fullHandshakes()).isEqualTo(1);

    Caller unknown = callers.with(trusting(protocol));
    assertThatThrownBy(() -> unknown.post(mutual.url(), "<a/>")).isInstanceOf(IOException.class);
    assertThat(mutual.requests()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anAddressAsHostIsVerifiedAndResumed(String protocol) throws Exception {
    Caller caller = callers.with(trusting(protocol));
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post("https://127.0.0.1:" + server.port() + "/", "<a/>"))
          .isEqualTo(TlsPeer.BODY);
    }
    assertThat(server.fullHandshakes()).isEqualTo(1);
    assertThat(resumed()).isEqualTo(2);
  }
}
