package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.apache.http.HttpHost;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names the cause in recordings of real runs of applications that have a known fault. */
class RecordingTest {

  private static final int CALLS = 8;
  private static final List<String> EVENTS =
      List.of("TLSHandshake", "X509Validation", "SecurityProviderService", "SocketRead");
  private static final Certificates certificates = new Certificates();

  @TempDir private Path folder;

  private interface Call {
    void make(String url) throws Exception;
  }

  private static Call times(Call call) {
    return url -> {
      for (int i = 0; i < CALLS; i++) {
        call.make(url);
      }
    };
  }

  private Path file() {
    return folder.resolve("app.jfr");
  }

  /** Records it as the page says, and reads that, without or with a look at the server. */
  private String verdict(TlsPeer peer, boolean look, Call application) throws Exception {
    try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
      EVENTS.forEach(
          event -> recording.enable("jdk." + event).withoutThreshold().with("throttle", "off"));
      recording.enable("jdk.SocketWrite").withoutThreshold().with("throttle", "off");
      recording.start();
      application.make(peer.url());
      recording.stop();
      recording.dump(file());
    }
    return verdict(look ? peer.url() : "--any-status");
  }

  private ProbeRun recorded(String url) throws IOException {
    return ProbeRun.of(certificates, url, "--recording", file().toString());
  }

  private String verdict(String url) throws IOException {
    ProbeRun run = recorded(url);
    assertThat(run.out()).as(run.err()).contains("\"sentences\"");
    return run.out();
  }

  private DynamicTest keeping(String name, Call call, String... words) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          try (TlsPeer peer = TlsPeer.startStrict(certificates).misbehave(Fault.KEEP_ALIVE)) {
            peer.answer(request -> Answer.ok("x".repeat(1 << 20)));
            assertThat(verdict(peer, false, times(call))).contains(words);
          }
        });
  }

  private static SSLContext context() {
    return certificates.contextOf(certificates.client());
  }

  private static PoolingHttpClientConnectionManager pool(SSLContext context) {
    ConnectionSocketFactory sockets = new SSLConnectionSocketFactory(context);
    return new PoolingHttpClientConnectionManager(
        RegistryBuilder.<ConnectionSocketFactory>create().register("https", sockets).build());
  }

  private static CloseableHttpClient over(PoolingHttpClientConnectionManager pool) {
    return HttpClients.custom().setConnectionManager(pool).disableConnectionState().build();
  }

  private static void get(CloseableHttpClient client, String url, String connection, boolean read)
      throws IOException {
    HttpGet request = new HttpGet(url);
    request.setHeader("Connection", connection);
    try (CloseableHttpResponse response = client.execute(request)) {
      if (read) {
        EntityUtils.consume(response.getEntity());
      }
    }
  }

  private static Void get(CloseableHttpClient client, String url) throws IOException {
    get(client, url, "keep-alive", true);
    return null;
  }

  private static HttpsURLConnection open(String url, SSLSocketFactory factory) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) URI.create(url).toURL().openConnection();
    connection.setSSLSocketFactory(factory);
    return connection;
  }

  private static byte[] get(String url, SSLSocketFactory factory) throws IOException {
    return open(url, factory).getInputStream().readAllBytes();
  }

  @TestFactory
  Stream<DynamicTest> theClientsFault() {
    SSLContext context = context();
    PoolingHttpClientConnectionManager pool = pool(context);
    CloseableHttpClient client = over(pool);
    CloseableHttpClient binding = HttpClients.custom().setConnectionManager(pool(context)).build();
    return Stream.of(
        keeping(
            "a factory for each call",
            url -> get(url, context().getSocketFactory()),
            "makes a new SSLContext or SSLSocketFactory for each call (8 for 8 handshakes",
            "8 of 8 handshakes were full",
            "Reprise would save nothing before that is done"),
        keeping(
            "a client of java.net.http for each call",
            url ->
                java.net.http.HttpClient.newBuilder()
                    .sslContext(context)
                    .build()
                    .send(
                        HttpRequest.newBuilder(URI.create(url)).build(),
                        HttpResponse.BodyHandlers.discarding()),
            "makes a new java.net.http.HttpClient again and again (8 in all)"),
        keeping(
            "a client of Apache for each call",
            url -> {
              try (CloseableHttpClient each = over(pool(context))) {
                get(each, url);
              }
            },
            "it closed its HTTP client or pool after 8 of 8"),
        keeping(
            "connections that are bound to a client certificate",
            url -> get(binding, url),
            "connections to make room for new ones, though they were fit for use",
            "disableConnectionState()"),
        keeping(
            "a response that is not read",
            url -> get(client, url, "keep-alive", false),
            "it closed the response before its body was read to the end, 8 times for 8"),
        keeping(
            "a disconnect",
            url -> {
              HttpsURLConnection connection = open(url, context.getSocketFactory());
              connection.getResponseCode();
              connection.disconnect();
            },
            "it calls disconnect() after 8 of 8",
            "Keep connections first",
            "RecordingTest"),
        keeping(
            "eviction",
            url -> {
              get(client, url);
              pool.closeIdleConnections(0, TimeUnit.SECONDS);
            },
            "its pool closed 8 of 8 connections as idle"),
        keeping(
            "a client for each call beside one that is kept",
            url -> {
              get(client, url);
              get(client, url);
              try (CloseableHttpClient each = over(pool(context))) {
                get(each, url);
              }
            },
            "24 requests over 9 connections, of which about 8 served one",
            "it closed its HTTP client or pool after 8 of 9"),
        keeping(
            "nothing, in a thread for each call",
            url -> {
              ExecutorService thread = Executors.newSingleThreadExecutor();
              thread.submit(() -> get(client, url)).get();
              thread.shutdown();
            },
            "connections are reused, 8 requests over 1",
            "Reprise would save nothing here"));
  }

  @Test
  void theServerOrAHeader() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      CloseableHttpClient client = over(pool(context()));
      assertThat(verdict(peer, false, times(url -> get(client, url))))
          .contains("8 of 8 connections were closed right after", "does not tell which");
      ProbeRun dead = recorded("https://localhost:1/");
      assertThat(dead.err()).contains("The recording has no call to localhost:1");
      assertThat(dead.out()).contains("does not tell which");
      assertThat(verdict(peer, false, url -> get(client, url))).contains("too few to say anything");
      assertThat(recorded("--any-status").exitCode()).isEqualTo(ProbeCommand.NOT_TOLD);
      assertThat(verdict(peer, true, times(url -> get(client, url))))
          .contains("so each call needs a new one: 8 in this recording", "were resumed")
          .contains("Reprise would save no full handshake here: a session always begins with");
      peer.misbehave(Fault.KEEP_ALIVE);
      assertThat(verdict(peer, true, times(url -> get(client, url, "close", true))))
          .contains("though the server keeps connections. Look for a request header");
    }
  }

  @Test
  void theServerEndsIdleConnections() throws Exception {
    PoolingHttpClientConnectionManager pool = pool(context());
    pool.setValidateAfterInactivity(1);
    CloseableHttpClient client = over(pool);
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE)) {
      Call call =
          url -> {
            get(client, url);
            peer.endConnections();
            peer.awaitEnds();
            Thread.sleep(2);
          };
      assertThat(verdict(peer, false, times(call)))
          .contains("The server, or a firewall: it ended 7 of 8 connections while they were idle");
    }
  }

  @Test
  void throughAProxy() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        HttpProxy proxy = new HttpProxy(HttpProxy.Refusal.NONE)) {
      HttpHost host = new HttpHost("localhost", proxy.port());
      CloseableHttpClient client =
          HttpClients.custom().setSSLContext(context()).setProxy(host).build();
      assertThat(verdict(peer, false, times(url -> get(client, url))))
          .contains("All of this went through the proxy localhost:" + proxy.port());
    }
  }

  /** Two calls at a time, neither of which is answered before the other has come. */
  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void oneTicket() throws Exception {
    SSLSocketFactory factory = context().getSocketFactory();
    CyclicBarrier both = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      Call call =
          url -> {
            Future<?> other = threads.submit(() -> get(url, factory));
            get(url, factory);
            other.get();
          };
      peer.observe(
          request -> {
            try {
              both.await();
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
      assertThat(verdict(peer, false, times(call))).containsIgnoringCase("this Java");
      peer.observe(request -> {});
      assertThat(verdict(peer.url())).contains("This Java: before 24 it keeps one");
      ProbeRun run = recorded(peer.url());
      JsonNode saving = run.at("/servers/0/saving");
      assertThat(saving.at("/fullHandshakesPerHour").asDouble()).isPositive();
      assertThat(saving.at("/fullHandshakesPerDayLeft").asInt()).isEqualTo(2);
      assertThat(saving.at("/leastCpuSecondsPerHour").asDouble())
          .isBetween(0.0, saving.at("/mostCpuSecondsPerHour").asDouble());
      assertThat(run.out()).contains("Reprise would save about", "saves no round trip");
      assertThat(run.at("/sum/threadsPerHour").asDouble()).isPositive();
      ProbeRun page = ProbeRun.with(Map.of(), "--recording", file().toString());
      assertThat(page.out()).contains("Reprise would save at most", "with Reprise it starts none");
    } finally {
      threads.shutdown();
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3, saves no round trip", "TLSv1.2, a round trip for each as well"})
  void sessionsAreInvalidated(String version, String roundTrips) throws Exception {
    SSLContext context = context();
    SSLSessionContext sessions = context.getClientSessionContext();
    Call call =
        url -> {
          get(url, context.getSocketFactory());
          for (byte[] id : Collections.list(sessions.getIds())) {
            SSLSession session = sessions.getSession(id);
            if (session != null) {
              session.invalidate();
            }
          }
        };
    try (TlsPeer peer = TlsPeer.start(certificates, version)) {
      assertThat(verdict(peer, false, times(call)))
          .contains("Either the server resumes none, or", "Reprise would save at most")
          .contains("It is not known how much CPU time that is", roundTrips);
      assertThat(verdict(peer.url())).contains("it resumes them when calls follow at once");
    }
  }

  /** Each in a thread of its own, which does nothing else afterwards. */
  @Test
  void readTimeouts() throws Exception {
    RequestConfig timeout = RequestConfig.custom().setSocketTimeout(50).build();
    CloseableHttpClient client =
        HttpClients.custom().setSSLContext(context()).setDefaultRequestConfig(timeout).build();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2").misbehave(Fault.STALL)) {
      Call call =
          url -> {
            Thread thread = new Thread(() -> assertThatThrownBy(() -> get(client, url)));
            thread.start();
            thread.join();
          };
      assertThat(verdict(peer, false, times(call))).contains("it gave up 8 of 8 connections");
      assertThat(recorded("--any-status").at("/servers/0/calls/mostUnderWay").asInt()).isOne();
    }
  }

  /** A call that fails at one server, and again, while connections to another are kept. */
  @Test
  void aServerThatIsDownDoesNotDamageTheRecording() throws Exception {
    try (TlsPeer peer = TlsPeer.startStrict(certificates).misbehave(Fault.KEEP_ALIVE);
        TlsPeer down = TlsPeer.start(certificates).misbehave(Fault.CLOSE_IN_HANDSHAKE);
        CloseableHttpClient client = over(pool(context()))) {
      Call call =
          url -> {
            get(client, url);
            for (int i = 0; i < 2; i++) {
              assertThatThrownBy(() -> get(client, down.url())).isInstanceOf(IOException.class);
            }
          };
      assertThat(verdict(peer, false, call)).contains(String.valueOf(peer.port()));
    }
  }
}
