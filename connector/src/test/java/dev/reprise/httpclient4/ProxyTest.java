package dev.reprise.httpclient4;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ServerTls;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.testkit.TlsRecord;
import dev.reprise.tls.CloseOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import javax.net.ssl.SSLException;
import org.apache.http.HttpHost;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Through a proxy that is spoken to in clear, or over TLS itself, HttpClient's own client beside
 * ours: the target has TLS of its own, and the proxy reads nothing of what goes there.
 */
@Tag("each-httpclient")
@ParameterizedClass(name = "proxy {0}, target {1}")
@CsvSource({
  ",TLSv1.2",
  ",TLSv1.3",
  "TLSv1.2, TLSv1.2",
  "TLSv1.2, TLSv1.3",
  "TLSv1.3, TLSv1.2",
  "TLSv1.3, TLSv1.3"
})
class ProxyTest {

  private static final String CONFIDENTIAL = "for-the-target-alone";

  enum Client {
    STOCK,
    REPRISE
  }

  @RegisterExtension final Callers callers = new Callers();

  /** Null for a proxy in clear. */
  @Parameter(0)
  String proxyProtocol;

  @Parameter(1)
  String targetProtocol;

  private final Certificates strangers = new Certificates();
  private ServerTls proxyTls;
  private Caller caller;

  private HttpProxy proxy(Refusal refusal) throws Exception {
    if (proxyProtocol != null) {
      proxyTls =
          new ServerTls(callers.certificates(), callers.certificates().server(), proxyProtocol);
    }
    return callers.closing(new HttpProxy(refusal, proxyTls));
  }

  private TlsPeer target() throws Exception {
    return callers.peer(targetProtocol);
  }

  private CloseableHttpClient through(HttpHost proxy, Client client) throws Exception {
    return client == Client.STOCK ? stock(proxy) : reprise(proxy, Caller.LONG_WAIT).http;
  }

  private Caller reprise(HttpHost proxy, Duration closeTimeout) {
    caller =
        callers.with(callers.trusting().closeTimeout(closeTimeout), http -> configure(http, proxy));
    return caller;
  }

  private CloseableHttpClient stock(HttpHost proxy) throws Exception {
    HttpClientBuilder http =
        HttpClients.custom()
            .setSSLContext(callers.stock())
            .setDefaultRequestConfig(Caller.PATIENT)
            .disableAutomaticRetries();
    configure(http, proxy);
    return callers.closing(http.build());
  }

  private static void configure(HttpClientBuilder http, HttpHost proxy) {
    http.setProxy(proxy).setDefaultCredentialsProvider(Callers.credentials(proxy));
  }

  private static String get(CloseableHttpClient http, String url) throws IOException {
    HttpGet request = new HttpGet(url);
    request.setHeader("Authorization", "Bearer " + CONFIDENTIAL);
    try (CloseableHttpResponse response = http.execute(request)) {
      return EntityUtils.toString(response.getEntity());
    }
  }

  private void assertRefused(CloseableHttpClient http, String url) {
    IOException failure = catchThrowableOfType(IOException.class, () -> get(http, url));
    assertThat(failure).isInstanceOf(SSLException.class);
    if (caller != null) {
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theProxyReadsNothingOfWhatGoesToTheTarget(Client client) throws Exception {
    HttpProxy proxy = proxy(Refusal.NONE);
    TlsPeer target = target();
    CloseableHttpClient http = through(Callers.host(proxy), client);
    for (int i = 0; i < 3; i++) {
      assertThat(get(http, target.url())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(target.requests()).isEqualTo(3);
    assertThat(proxy.tunnels()).isEqualTo(3);
    assertThat(proxy.received()).contains("CONNECT").doesNotContain(CONFIDENTIAL);
    if (client == Client.REPRISE) {
      assertThat(target.fullHandshakes()).isEqualTo(1);
      assertProxyResumes();
      int layers = proxyTls == null ? 1 : 2;
      assertThat(caller.statistics.total().resumed()).isEqualTo(2 * layers);
      assertThat(caller.statistics.peers()).hasSize(layers);
      assertThat(caller.closes(3 * layers))
          .hasSize(3 * layers)
          .isSubsetOf(CloseOutcome.CLOSE_NOTIFY, CloseOutcome.LOCAL);
      assertThat(Collections.frequency(caller.closes, CloseOutcome.CLOSE_NOTIFY)).isEqualTo(3);
      assertThat(target.resets()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTunnelIsKeptAlive(Client client) throws Exception {
    HttpProxy proxy = proxy(Refusal.NONE);
    TlsPeer target = target().misbehave(Fault.KEEP_ALIVE);
    CloseableHttpClient http = through(Callers.host(proxy), client);
    for (int i = 0; i < 3; i++) {
      assertThat(get(http, target.url())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(proxy.tunnels()).isEqualTo(1);
    assertThat(target.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "STOCK, CHALLENGE",
    "REPRISE, CHALLENGE",
    "STOCK, CHALLENGE_AND_CLOSE",
    "REPRISE, CHALLENGE_AND_CLOSE"
  })
  void theProxyAsksForCredentials(Client client, Refusal challenge) throws Exception {
    HttpProxy proxy = proxy(challenge);
    TlsPeer target = target();
    CloseableHttpClient http = through(Callers.host(proxy), client);
    for (int i = 0; i < 3; i++) {
      assertThat(get(http, target.url())).isEqualTo(TlsPeer.BODY);
    }
    assertThat(proxy.challenges()).isPositive();
    assertThat(proxy.tunnels()).isEqualTo(3);
    assertThat(proxy.received()).doesNotContain(CONFIDENTIAL);
    if (client == Client.REPRISE) {
      assertThat(target.fullHandshakes()).isEqualTo(1);
      assertProxyResumes();
    }
  }

  private void assertProxyResumes() {
    assertThat(proxyTls == null || proxyTls.fullHandshakes() == 1).isTrue();
  }

  /** Both servers have the host and, through the proxy, the TCP port in common. */
  @Test
  void tunnelsAreResumedForEachServer() throws Exception {
    Caller caller = reprise(Callers.host(proxy(Refusal.NONE)), Caller.LONG_WAIT);
    TlsPeer one = target();
    TlsPeer other = target();
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(one.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
      assertThat(caller.post(other.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(one.fullHandshakes()).isEqualTo(1);
    assertThat(other.fullHandshakes()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedTunnelIsAResponse(Client client) throws Exception {
    TlsPeer target = target();
    HttpProxy proxy = proxy(Refusal.FORBID);
    CloseableHttpClient http = through(Callers.host(proxy), client);
    try (CloseableHttpResponse response = http.execute(new HttpGet(target.url()))) {
      assertThat(response.getStatusLine().getStatusCode()).isEqualTo(403);
    }
    assertThat(target.connections()).isZero();
    if (client == Client.REPRISE) {
      assertThat(caller.available()).isZero();
      assertThat(caller.manager.socketFactory().laneCounts().live())
          .isLessThanOrEqualTo(proxyTls == null ? 0 : 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "STOCK, another.example",
    "REPRISE, another.example",
    "STOCK, localhost",
    "REPRISE, localhost"
  })
  void aProxyWithTheWrongCertificateIsToldNothing(Client client, String name) throws Exception {
    assumeTrue(proxyProtocol != null, "a proxy in clear has no certificate");
    Certificates authority = name.equals("localhost") ? strangers : callers.certificates();
    TlsPeer target = target();
    HttpProxy proxy =
        callers.closing(
            new HttpProxy(
                Refusal.NONE, new ServerTls(authority, authority.serverOf(name), proxyProtocol)));
    assertRefused(through(Callers.host(proxy), client), target.url());
    assertThat(proxy.received()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "STOCK, another.example",
    "REPRISE, another.example",
    "STOCK, localhost",
    "REPRISE, localhost"
  })
  void aTargetWithTheWrongCertificateIsToldNothing(Client client, String name) throws Exception {
    Certificates authority = name.equals("localhost") ? strangers : callers.certificates();
    TlsPeer target = callers.peerOf(authority, authority.serverOf(name), targetProtocol);
    HttpProxy proxy = proxy(Refusal.NONE);
    assertRefused(through(Callers.host(proxy), client), target.url());
    assertThat(target.requests()).isZero();
    assertThat(proxy.received()).doesNotContain(CONFIDENTIAL);
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerOfTheProxysOwnIsNotTakenForTheTargets(Client client) throws Exception {
    TlsPeer target = target();
    HttpProxy proxy = proxy(Refusal.FORGE);
    assertRefused(through(Callers.host(proxy), client), target.url());
    assertThat(proxy.received()).contains("CONNECT").doesNotContain(CONFIDENTIAL);
  }

  @ParameterizedTest
  @CsvSource({"STOCK, NONE", "REPRISE, NONE", "REPRISE, CHALLENGE", "REPRISE, CHALLENGE_AND_CLOSE"})
  void plainHttpIsForwardedWithoutATunnel(Client client, Refusal refusal) throws Exception {
    HttpProxy proxy = proxy(refusal);
    CloseableHttpClient http = through(Callers.host(proxy), client);
    String url = callers.plain();
    assertThat(get(http, url)).isEqualTo(TlsPeer.BODY);
    assertThat(get(http, url)).isEqualTo(TlsPeer.BODY);
    assertThat(proxy.forwarded()).isEqualTo(2);
    assertThat(proxy.tunnels()).isEqualTo(0);
  }

  /** The target's close_notify goes through the proxy's TLS, so it can only be the first. */
  @ParameterizedTest
  @ValueSource(strings = {"NONE", "HOLD_OPEN"})
  void bothLayersEndWithCloseNotifyAndOneWaitAtMost(Fault fault) throws Exception {
    assumeTrue(proxyProtocol != null, "a proxy in clear has no layer");
    HttpProxy proxy = proxy(Refusal.NONE);
    TlsPeer target = target().misbehave(fault);
    boolean holdsOpen = fault == Fault.HOLD_OPEN;
    try (RecordingProxy wire = new RecordingProxy(proxy.port())) {
      Caller caller =
          reprise(
              new HttpHost("localhost", wire.port(), "https"),
              holdsOpen ? Duration.ofMillis(500) : Caller.LONG_WAIT);
      assertThat(caller.get(target.url())).isEqualTo(TlsPeer.BODY);
      wire.awaitEnds();
      RecordedConnection connection = wire.connections().get(0);
      TlsRecord last = connection.fromClient().get(connection.fromClient().size() - 1);
      assertThat(last.isAlert()).as("last record of " + connection).isTrue();
      if (holdsOpen) {
        // A proxy that has lost the target reads no more.
        assertThat(lastRecordType(proxy.received())).isIn(alertTypes());
      }
      assertThat(caller.closes(2))
          .containsExactlyInAnyOrder(
              holdsOpen ? CloseOutcome.WAIT_EXPIRED : CloseOutcome.CLOSE_NOTIFY,
              CloseOutcome.LOCAL);
    }
  }

  private Object[] alertTypes() {
    // TLS 1.3 hides the type of an alert in application data, but not how short it is.
    return targetProtocol.equals("TLSv1.2")
        ? new Object[] {"21"}
        : new Object[] {"23 of 19", "23 of 35"};
  }

  /** The type of the last record that went through the tunnel, with its length for type 23. */
  private static String lastRecordType(String received) {
    byte[] bytes = received.getBytes(ISO_8859_1);
    int position = received.indexOf("\r\n\r\n") + 4;
    String last = "none";
    while (position + 5 <= bytes.length) {
      int length = (bytes[position + 3] & 0xff) << 8 | (bytes[position + 4] & 0xff);
      last = bytes[position] == 23 ? "23 of " + length : String.valueOf(bytes[position]);
      position += 5 + length;
    }
    return last;
  }
}
