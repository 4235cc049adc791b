package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.AlertPeer.Ending;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.Hello;
import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.testkit.TlsRecord;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers, and men in the middle, who want to pass for somebody else or to weaken TLS. */
class VerificationTest extends TlsTest {

  /** RFC 8446 section 6.2. */
  private static final int ILLEGAL_PARAMETER = 47;

  enum Impostor {
    ANOTHER_NAME,
    EXPIRED,
    UNKNOWN_AUTHORITY;

    HeldCertificate certificate(Certificates authority) {
      return this == ANOTHER_NAME
          ? authority.serverOf("other.example")
          : this == EXPIRED ? authority.expired() : authority.server();
    }
  }

  static List<Arguments> impostors() {
    return eachVariantOf((Object[]) Impostor.values());
  }

  /** The certificate is good for localhost only: a session of it must not serve its address. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aSessionOfOneNameIsNotOfferedUnderAnother(String variant) throws Exception {
    TlsPeer peer = peerOf("localhost", variant);
    ResumingSslSocketFactory factory = factory();
    Exchange.times(2, factory, peer.port());
    assertThatThrownBy(() -> Exchange.overAndClose(factory.createSocket("127.0.0.1", peer.port())))
        .isInstanceOf(SSLHandshakeException.class);
    assertThat(peer.requests()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientCannotTurnTheHostNameCheckOff(boolean beforeConnecting) throws Exception {
    TlsPeer peer = peerOf("other.example", "TLSv1.3");
    ResumingSslSocketFactory factory = factory();
    ResumingSslSocket socket = closing((ResumingSslSocket) factory.createSocket());
    SSLParameters lax = new SSLParameters();
    lax.setEndpointIdentificationAlgorithm(null);
    if (beforeConnecting) {
      socket.setSSLParameters(lax);
    }
    socket.connect(new InetSocketAddress("localhost", peer.port()));
    if (!beforeConnecting) {
      socket.setSSLParameters(lax);
    }
    assertThat(lax.getEndpointIdentificationAlgorithm()).as("of the caller").isNull();
    assertThat(socket.getSSLParameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
    assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SSLHandshakeException.class);
  }

  /** Whoever reads answers each (RFC 8446 section 4.6.3), and the peer reads no answer. */
  @Test
  void aPeerThatAsksForKeyUpdatesDoesNotHoldUpTheClose() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          tls.setReceiveBufferSize(1);
          respond(tls);
          while (told.getCount() > 0) {
            tls.startHandshake();
          }
        };
    ResumingSslSocketFactory factory = factory(trusting().closeTimeout(Duration.ofSeconds(60)));
    ScriptedPeer peer = scripted(script, "TLSv1.3");
    try (Socket socket = factory.createSocket()) {
      socket.setSendBufferSize(1);
      socket.connect(new InetSocketAddress("localhost", peer.port()));
      Exchange.over(socket);
      assertTimeoutPreemptively(Duration.ofSeconds(20), socket::close);
    } finally {
      told.countDown();
    }
  }

  /** The client has a session to resume; the impostor takes the full handshake instead. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("impostors")
  void anImpostorInPlaceOfAKnownPeerIsRefused(Impostor kind, String variant) throws Exception {
    TlsPeer peer = peer(protocolOf(variant));
    Certificates authority = kind == Impostor.UNKNOWN_AUTHORITY ? new Certificates() : certificates;
    TlsPeer impostor = peerOf(authority, kind.certificate(authority), protocolOf(variant));
    RecordingProxy proxy = proxyTo(peer);
    ResumingSslSocketFactory factory = factory(trusting(variant));
    // By then it gets a reduced ClientHello, and then everything on offer once more.
    Exchange.times(5, factory, proxy.port());
    assertThat(peer.fullHandshakes()).isEqualTo(1);

    proxy.forwardTo(impostor.port());
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> Exchange.once(factory, proxy.port()))
          .isInstanceOf(SSLHandshakeException.class);
    }
    assertThat(proxy.connections().get(5).offeredSessions()).isNotEmpty();
    assertThat(proxy.connections().get(7).offeredSessions()).isEmpty();
    assertThat(impostor.requests()).isZero();
    assertThat(statistics.total().reducedClientHellosRefused()).isEqualTo(1);
    assertThat(statistics.total().failed()).isEqualTo(3);

    proxy.forwardTo(peer.port());
    assertThat(Exchange.once(factory, proxy.port())).isEqualTo(TlsPeer.BODY);
  }

  /** RFC 8446 section 4.1.3: the server's random tells that it could have done better. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDowngradeToTls12IsRefused(boolean withASession) throws Exception {
    TlsPeer peer = peer("TLSv1.3", "TLSv1.2");
    RecordingProxy proxy = proxyTo(peer);
    ResumingSslSocketFactory factory = factory();
    if (withASession) {
      Exchange.once(factory, proxy.port());
    }
    int requests = peer.requests();
    proxy.alterFromClient(
        hello(Hello.CLIENT_HELLO, hello -> hello.without(Hello.SUPPORTED_VERSIONS)));
    proxy.forget();
    assertThatThrownBy(() -> Exchange.once(factory, proxy.port())).isInstanceOf(SSLException.class);
    proxy.awaitEnds();

    RecordedConnection connection = proxy.connections().get(0);
    assertThat(connection.offeredSessions().isEmpty()).isEqualTo(!withASession);
    assertThat(connection.fromClient()).anyMatch(record -> record.isPlainAlert(ILLEGAL_PARAMETER));
    assertThat(peer.requests()).isEqualTo(requests);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0300, 0x0301, 0x0302})
  void aServerThatPicksAnOlderVersionThanOfferedIsRefused(int version) throws Exception {
    TlsPeer peer = peer("TLSv1.2");
    RecordingProxy proxy = proxyTo(peer);
    proxy.alterFromServer(hello(Hello.SERVER_HELLO, hello -> hello.withLegacyVersion(version)));
    assertThatThrownBy(() -> Exchange.once(factory(), proxy.port()))
        .isInstanceOf(SSLException.class);
    assertThat(peer.handshakes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1", "TLSv1.1"})
  void aServerOfOldVersionsAloneIsRefused(String protocol) throws Exception {
    AlertPeer peer =
        closing(new AlertPeer(certificates.rsaServer(), protocol, Ending.CLOSE_NOTIFY));
    assertThatThrownBy(() -> Exchange.once(factory(), peer.port()))
        .isInstanceOf(SSLException.class);
  }

  /** Neither knows the secret of the session that it claims to resume. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aServerThatOnlyClaimsToResumeIsRefused(String protocol) throws Exception {
    TlsPeer peer = peer(protocol);
    TlsPeer impostor = peerOf("other.example", protocol);
    RecordingProxy proxy = proxyTo(peer);
    ResumingSslSocketFactory factory = factory(trusting().protocols(protocol));
    Exchange.once(factory, proxy.port());

    proxy.forwardTo(impostor.port());
    proxy.forget();
    proxy.alterFromServer(
        hello(
            Hello.SERVER_HELLO,
            hello ->
                protocol.equals("TLSv1.3")
                    ? hello.with(Hello.PRE_SHARED_KEY, new byte[] {0, 0})
                    : hello.withSessionId(offered(proxy).sessionId())));
    assertThatThrownBy(() -> Exchange.once(factory, proxy.port())).isInstanceOf(SSLException.class);
    assertThat(proxy.connections().get(0).offeredSessions()).isNotEmpty();
    assertThat(impostor.requests()).isZero();
  }

  private static Hello offered(RecordingProxy proxy) {
    return proxy.connections().get(0).clientHello().orElseThrow();
  }

  private static UnaryOperator<TlsRecord> hello(int type, UnaryOperator<Hello> change) {
    return record ->
        record.isHandshake(type)
            ? record.withPayload(change.apply(Hello.of(record.payload())).encoded())
            : record;
  }
}
