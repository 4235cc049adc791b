package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.AlertPeer.Ending;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ServerTls;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.testkit.TlsRecord;
import dev.reprise.tls.CloseOutcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Through a proxy that is spoken to in clear, or over TLS itself: the target has TLS of its own,
 * and the proxy reads nothing of what goes there.
 */
@Tag("each-httpclient")
@ParameterizedClass(name = "{0}, proxy {1}, target {2}")
@MethodSource("layers")
class ProxyTest extends Clients {

  private static final String CONFIDENTIAL = "for-the-target-alone";

  @Parameter(0)
  Library library;

  /** Null for a proxy in clear. */
  @Parameter(1)
  String proxyProtocol;

  @Parameter(2)
  String targetProtocol;

  private final Certificates strangers = new Certificates();
  private ServerTls proxyTls;
  private TlsPeer target;
  private Client client;

  static Stream<Arguments> layers() {
    return Library.withProtocols()
        .flatMap(
            each ->
                Stream.of(null, "TLSv1.2", "TLSv1.3")
                    .map(proxy -> arguments(each.get()[0], proxy, each.get()[1])));
  }

  @BeforeEach
  void startTarget() throws Exception {
    target = peer(targetProtocol);
  }

  private HttpProxy proxy(Refusal refusal) throws Exception {
    return proxy(refusal, certificates, certificates.server());
  }

  private HttpProxy proxy(Refusal refusal, Certificates authority, HeldCertificate certificate)
      throws Exception {
    proxyTls = proxyProtocol == null ? null : new ServerTls(authority, certificate, proxyProtocol);
    return closing(new HttpProxy(refusal, proxyTls));
  }

  private void through(int port, Duration closeTimeout, Consumer<Setup> settings) throws Exception {
    client =
        with(
            library,
            trusting().closeTimeout(closeTimeout),
            setup -> {
              setup.proxy = port;
              setup.proxyTls = proxyProtocol != null;
              setup.user = HttpProxy.USER;
              settings.accept(setup);
            });
  }

  private HttpProxy through(HttpProxy proxy) throws Exception {
    through(proxy.port(), Client.LONG_WAIT, setup -> {});
    return proxy;
  }

  private void assertServes(String url) throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(client.post(url + CONFIDENTIAL, CONFIDENTIAL)).isEqualTo(TlsPeer.BODY);
    }
  }

  private void assertRefused(TlsPeer peer) {
    Throwable failure = catchThrowable(() -> client.post(peer.url() + CONFIDENTIAL, CONFIDENTIAL));
    assertThat(failure).isInstanceOf(SSLException.class);
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    assertThat(peer.requests()).isZero();
  }

  private void assertEachServerResumes() {
    assertThat(target.fullHandshakes()).isEqualTo(1);
    assertThat(proxyTls == null || proxyTls.fullHandshakes() == 1).isTrue();
  }

  @Test
  void theProxyReadsNothingOfWhatGoesToTheTarget() throws Exception {
    HttpProxy proxy = through(proxy(Refusal.NONE));
    assertServes(target.url());
    assertThat(target.requests()).isEqualTo(3);
    assertThat(proxy.tunnels()).isEqualTo(3);
    assertThat(proxy.received()).contains("CONNECT").doesNotContain(CONFIDENTIAL);
    assertEachServerResumes();
    int layers = proxyTls == null ? 1 : 2;
    assertThat(client.statistics.total().resumed()).isEqualTo(2 * layers);
    assertThat(client.statistics.peers()).hasSize(layers);
    assertThat(client.closes(3 * layers))
        .hasSize(3 * layers)
        .isSubsetOf(CloseOutcome.CLOSE_NOTIFY, CloseOutcome.LOCAL);
    assertThat(Collections.frequency(client.closes, CloseOutcome.CLOSE_NOTIFY)).isEqualTo(3);
    assertThat(target.resets()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"CHALLENGE", "CHALLENGE_AND_CLOSE"})
  void theProxyAsksForCredentials(Refusal challenge) throws Exception {
    HttpProxy proxy = through(proxy(challenge));
    assertServes(target.url());
    assertThat(proxy.challenges()).isPositive();
    assertThat(proxy.tunnels()).isEqualTo(3);
    assertThat(proxy.received()).doesNotContain(CONFIDENTIAL);
    assertEachServerResumes();
  }

  /** Servers have the host and, through a proxy, the TCP port in common, by which JSSE resumes. */
  @Test
  void eachServerIsResumedByEachWayToIt() throws Exception {
    through(proxy(Refusal.NONE));
    HttpProxy another = proxy();
    Client two =
        with(
            library,
            setup -> {
              setup.sockets = client.sockets;
              setup.proxy = another.port();
            });
    Client direct = with(library, setup -> setup.sockets = client.sockets);
    TlsPeer other = peer(targetProtocol);
    for (int i = 0; i < 3; i++) {
      for (Client way : List.of(client, two, direct)) {
        assertThat(way.post(target.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
        assertThat(way.post(other.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
      }
    }
    assertThat(target.fullHandshakes()).isEqualTo(3);
    assertThat(other.fullHandshakes()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"another.example", "localhost"})
  void aProxyWithTheWrongCertificateIsToldNothing(String name) throws Exception {
    assumeTrue(proxyProtocol != null, "a proxy in clear has no certificate");
    Certificates authority = name.equals("localhost") ? strangers : certificates;
    HttpProxy proxy = through(proxy(Refusal.NONE, authority, authority.serverOf(name)));
    assertRefused(target);
    assertThat(proxy.received()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"another.example", "localhost"})
  void aTargetWithTheWrongCertificateIsToldNothing(String name) throws Exception {
    Certificates authority = name.equals("localhost") ? strangers : certificates;
    HttpProxy proxy = through(proxy(Refusal.NONE));
    assertRefused(peerOf(authority, authority.serverOf(name), targetProtocol));
    assertThat(proxy.received()).doesNotContain(CONFIDENTIAL);
  }

  @Test
  void anAnswerOfTheProxysOwnIsNotTakenForTheTargets() throws Exception {
    HttpProxy proxy = through(proxy(Refusal.FORGE));
    assertRefused(target);
    assertThat(proxy.received()).contains("CONNECT").doesNotContain(CONFIDENTIAL);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "CHALLENGE", "CHALLENGE_AND_CLOSE"})
  void plainHttpIsForwardedWithoutATunnel(Refusal refusal) throws Exception {
    HttpProxy proxy = through(proxy(refusal));
    String url = plain();
    for (int i = 0; i < 2; i++) {
      assertThat(client.get(url)).isEqualTo(TlsPeer.BODY);
    }
    assertThat(proxy.forwarded()).isEqualTo(2);
    assertThat(proxy.tunnels()).isZero();
  }

  /** HttpClient 4.5's own manager waits for good there; each of its timeouts alone bounds it. */
  @ParameterizedTest
  @EnumSource(names = {"STALL", "STALL_TUNNEL"})
  void aProxyThatDoesNotAnswerHoldsNobodyForGood(Refusal refusal) throws Exception {
    int port = proxy(refusal).port();
    if (library == Library.HTTPCLIENT4) {
      assertTimesOut(port, -1, 200);
      assertTimesOut(port, 200, -1);
    } else {
      assertTimesOut(port, 200, 200);
    }
  }

  /** A proxy that is spoken to over TLS, with which HttpClient 5.4 bounds no handshake. */
  @Test
  void aProxyThatDoesNotAnswerTheHandshakeHoldsNobodyForGood() throws Exception {
    assumeTrue(proxyProtocol != null && library == Library.HTTPCLIENT4, "see above");
    TlsPeer silent = peer(proxyProtocol).misbehave(Fault.STALL_HANDSHAKE);
    assertTimesOut(silent.port(), -1, 200);
  }

  private void assertTimesOut(int proxy, int connectMillis, int responseMillis) throws Exception {
    through(
        proxy,
        Client.LONG_WAIT,
        setup -> {
          setup.connectMillis = connectMillis;
          setup.responseMillis = responseMillis;
        });
    Call call = Call.get(target.url());
    Future<String> answer = threads.submit(() -> client.call(call));
    try {
      Throwable failure = catchThrowable(() -> answer.get(30, TimeUnit.SECONDS)).getCause();
      assertThat(failure).isInstanceOf(InterruptedIOException.class);
      assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
    } finally {
      call.abort();
    }
  }

  /** The target's close_notify goes through the proxy's TLS, so it can only be the first. */
  @ParameterizedTest
  @EnumSource(names = {"CLOSE_NOTIFY", "HOLD_OPEN"})
  void bothLayersEndWithCloseNotifyAndOneWaitAtMost(Ending ending) throws Exception {
    assumeTrue(proxyProtocol != null, "a proxy in clear has no layer");
    HttpProxy proxy = proxy(Refusal.NONE);
    AlertPeer peer = closing(new AlertPeer(certificates.rsaServer(), targetProtocol, ending));
    boolean holdsOpen = ending == Ending.HOLD_OPEN;
    try (RecordingProxy wire = new RecordingProxy(proxy.port())) {
      through(wire.port(), holdsOpen ? Duration.ofMillis(500) : Client.LONG_WAIT, setup -> {});
      assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
      wire.awaitEnds();
      RecordedConnection connection = wire.connections().get(0);
      TlsRecord last = connection.fromClient().get(connection.fromClient().size() - 1);
      assertThat(last.isAlert()).as("last record of " + connection).isTrue();
      if (holdsOpen) {
        // A proxy that has lost the target reads no more.
        assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
      }
      assertThat(client.closes(2))
          .containsExactlyInAnyOrder(
              holdsOpen ? CloseOutcome.WAIT_EXPIRED : CloseOutcome.CLOSE_NOTIFY,
              CloseOutcome.LOCAL);
    }
  }
}
