package dev.reprise.integration;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static dev.reprise.integration.HttpsMock.closing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.httpclient4.RequestProgress;
import dev.reprise.integration.TestProxy.Refusal;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP and HTTPS through a proxy, with and without credentials. */
@Tag("each-httpclient")
class ProxyTest {

  @RegisterExtension final Callers callers = new Callers();

  private final Certificates certificates = new Certificates();

  private TestProxy proxy(Refusal refusal) throws IOException {
    return callers.closing(new TestProxy(refusal));
  }

  private TlsPeer peer(String protocol) throws Exception {
    return callers.closing(TlsPeer.start(certificates, protocol));
  }

  private Caller through(TestProxy proxy) {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(proxy.host()),
        new UsernamePasswordCredentials(TestProxy.USER, TestProxy.PASSWORD));
    return callers.with(
        TlsSettings.builder()
            .closeWait(Caller.LONG_WAIT)
            .trustManagers(certificates.trustManagers()),
        pool -> {},
        http -> http.setProxy(proxy.host()).setDefaultCredentialsProvider(credentials));
  }

  /** Both servers have the host and, through the proxy, the TCP port in common. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void tunnelsAreResumedForEachServer(String protocol) throws Exception {
    TestProxy proxy = proxy(Refusal.NONE);
    TlsPeer one = peer(protocol);
    TlsPeer other = peer(protocol);
    Caller caller = through(proxy);
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(one.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
      assertThat(caller.post(other.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(one.fullHandshakes()).isEqualTo(1);
    assertThat(other.fullHandshakes()).isEqualTo(1);
    assertThat(caller.statistics.total().resumed()).isEqualTo(4);
    assertThat(caller.statistics.peers()).hasSize(2);
    assertThat(caller.closes).hasSize(6).containsOnly(CloseOutcome.CLOSE_NOTIFY);
    assertThat(proxy.tunnels).hasValue(6);
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, CHALLENGE",
    "TLSv1.3, CHALLENGE",
    "TLSv1.2, CHALLENGE_AND_CLOSE",
    "TLSv1.3, CHALLENGE_AND_CLOSE"
  })
  void aTunnelIsOpenedWithCredentials(String protocol, Refusal challenge) throws Exception {
    TestProxy proxy = proxy(challenge);
    TlsPeer peer = peer(protocol);
    Caller caller = through(proxy);
    for (int i = 0; i < 3; i++) {
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(proxy.challenges.get()).isPositive();
    assertThat(proxy.tunnels).hasValue(3);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    assertThat(caller.statistics.total().resumed()).isEqualTo(2);
    assertThat(caller.closes).hasSize(3).containsOnly(CloseOutcome.CLOSE_NOTIFY);
  }

  @Test
  void aRefusedTunnelIsAResponseAndLeavesNothing() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Caller caller = through(proxy(Refusal.FORBID));
    try (CloseableHttpResponse response = caller.http.execute(new HttpGet(peer.url()))) {
      assertThat(response.getStatusLine().getStatusCode()).isEqualTo(403);
    }
    assertThat(caller.available()).isZero();
    assertThat(caller.manager.socketFactory().laneCounts().live()).isZero();
    assertThat(peer.connections()).isZero();
  }

  @Test
  void aTunnelThatEndsBeforeTheHandshakeHasSentNothing() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Caller caller = through(proxy(Refusal.HANG_UP));
    IOException failure =
        catchThrowableOfType(IOException.class, () -> caller.post(peer.url(), "<a/>"));
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    assertThat(caller.available()).isZero();
    assertThat(caller.statistics.total().failed()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Refusal.class,
      names = {"NONE", "CHALLENGE", "CHALLENGE_AND_CLOSE"})
  void plainHttpIsForwardedWithoutATunnel(Refusal refusal) throws Exception {
    TestProxy proxy = proxy(refusal);
    Caller caller = through(proxy);
    try (HttpsMock mock = HttpsMock.start()) {
      mock.server().stubFor(any(anyUrl()).willReturn(closing(200).withBody("<ok/>")));
      assertThat(caller.get(mock.http("/path"))).isEqualTo("<ok/>");
      assertThat(caller.get(mock.http("/path"))).isEqualTo("<ok/>");
    }
    assertThat(proxy.forwarded).hasValue(2);
    assertThat(proxy.tunnels).hasValue(0);
    assertThat(caller.handshakes).isEmpty();
  }
}
