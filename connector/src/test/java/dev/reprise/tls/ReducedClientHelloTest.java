package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.Hello;
import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.GroupParameters;
import dev.reprise.tls.internal.channel.ServerHello;
import dev.reprise.tls.internal.jdk.NamedGroups;
import dev.reprise.tls.internal.provider.ReducedClientHello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.AlgorithmConstraints;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A peer that was known, and then is another one, or has forgotten everything; and the groups of
 * keys that it is offered, the hybrids of ML-KEM among them.
 */
class ReducedClientHelloTest extends TlsTest {

  /** By then a peer is known, and offered no more than it uses. */
  private static final int EXCHANGES_TO_BE_KNOWN = 5;

  private static final int X25519 = 0x1d;
  private static final int X25519_MLKEM768 = 0x11ec;
  private static final int SECP256R1 = 0x17;
  private static final int SECP384R1 = 0x18;
  private static final Set<Object> OTHER_GROUPS =
      Set.of("x25519", "x448", "secp384r1", "secp521r1", "ffdhe2048", "ffdhe3072");

  private ResumingSslSocketFactory factory;
  private RecordingProxy proxy;
  private TlsPeer second;

  @BeforeEach
  void start() {
    start("JSSE");
  }

  /** The machine has been up for longer than the sessions live, as machines are. */
  private void start(String provider) {
    factory = factory(trusting(provider).sessionTimeout(Duration.ofMinutes(1)));
  }

  private void exchange(RecordingProxy proxy, int times) throws IOException {
    Exchange.times(times, factory, proxy.port());
  }

  /** Makes a server known, in whose place there is another one then. */
  private void replaceAKnownServer(String before, String after) throws Exception {
    proxy = proxyTo(peer(before));
    exchange(proxy, EXCHANGES_TO_BE_KNOWN);
    second = peer(after);
    proxy.forwardTo(second.port());
  }

  private Handshake last() {
    return recorder.handshakes.get(recorder.handshakes.size() - 1);
  }

  /** Stock shows what the socket may speak, and not what it has come to. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void aSocketShowsTheProtocolsThatItWasMadeWith(String provider) throws Exception {
    start(provider);
    TlsPeer peer = peer("TLSv1.2");
    for (int i = 0; i <= EXCHANGES_TO_BE_KNOWN; i++) {
      try (ResumingSslSocket socket = connect(factory, peer.port())) {
        Exchange.over(socket);
        assertThat(socket.getEnabledProtocols()).contains("TLSv1.2", "TLSv1.3");
      }
    }
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}, then {1}, {2}")
  @CsvSource({
    "TLSv1.3, TLSv1.3, JSSE",
    "TLSv1.2, TLSv1.2, JSSE",
    "TLSv1.3, TLSv1.2, JSSE",
    "TLSv1.2, TLSv1.3, JSSE",
    "TLSv1.3, TLSv1.3, Conscrypt",
    "TLSv1.2, TLSv1.2, Conscrypt",
    "TLSv1.3, TLSv1.2, Conscrypt",
    "TLSv1.2, TLSv1.3, Conscrypt",
  })
  void aPeerThatForgotItsSessionsIsOfferedEverythingOverANewConnection(
      String before, String after, String provider) throws Exception {
    start(provider);
    replaceAKnownServer(before, after);
    exchange(proxy, 1);

    assertThat(last().protocol()).isEqualTo(after);
    assertThat(last().fullCause()).isEqualTo(FullHandshakeCause.NOT_ACCEPTED);
    assertThat(second.connections()).isEqualTo(2);
    assertThat(second.requests()).isEqualTo(1);
    assertThat(statistics.total().failed()).isZero();
    assertThat(statistics.total().reducedClientHellosRefused()).isEqualTo(1);
    assertThat(recorder.refusals)
        .singleElement()
        .satisfies(
            refusal -> {
              assertThat(refusal.peer()).isEqualTo(Peer.of("localhost", proxy.port()));
              assertThat(refusal.offer())
                  .isEqualTo(before.equals("TLSv1.3") ? "TLSv1.3 " + groupName() : "TLSv1.2");
              assertThat(refusal.cause()).isInstanceOf(SSLException.class);
              assertThat(refusal.duration()).isPositive();
            });

    exchange(proxy, 10);
    assertThat(statistics.total().full()).isEqualTo(2);
    assertThat(second.connections()).isEqualTo(12);
    assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(3);
  }

  /** What the servers of this JDK choose: from 27 on a hybrid (JEP 527). */
  static String groupName() {
    return Runtime.version().feature() < 27 ? "x25519" : "X25519MLKEM768";
  }

  /**
   * JSSE makes key shares of x25519 and secp256r1, Conscrypt and JSSE from JDK 27 on of
   * X25519MLKEM768 and x25519.
   */
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({"TLSv1.3, JSSE", "TLSv1.2, JSSE", "TLSv1.3, Conscrypt", "TLSv1.2, Conscrypt"})
  void aKnownPeerIsOfferedNoKeyShareThatItDoesNotUse(String protocol, String provider)
      throws Exception {
    start(provider);
    TlsPeer peer = peer(protocol);
    RecordingProxy proxy = proxyTo(peer);
    exchange(proxy, 2 * EXCHANGES_TO_BE_KNOWN);
    proxy.awaitEnds();
    assertThat(keyShares(proxy.connections().get(0))).hasSize(2).contains(X25519);
    for (RecordedConnection known :
        proxy.connections().subList(EXCHANGES_TO_BE_KNOWN, 2 * EXCHANGES_TO_BE_KNOWN)) {
      Hello hello = known.clientHello().orElseThrow();
      if (protocol.equals("TLSv1.3")) {
        assertThat(hello.keyShareGroups())
            .containsExactly(groupName().equals("x25519") ? X25519 : X25519_MLKEM768);
      } else {
        assertThat(hello.keyShareGroups()).isEmpty();
        assertThat(hello.supportedVersions()).doesNotContain(0x0304);
      }
    }
    assertThat(statistics.total().full()).isEqualTo(1);
    assertThat(statistics.total().resumed()).isEqualTo(2 * EXCHANGES_TO_BE_KNOWN - 1);
    assertThat(recorder.refusals).isEmpty();
  }

  /** Between the refusal and the new connection: neither that one nor its lease is left over. */
  @Test
  void aCloseThatMeetsTheReconnectLeavesNothing() throws Exception {
    replaceAKnownServer("TLSv1.3", "TLSv1.3");
    Socket socket = factory.createSocket();
    recorder.then = event -> assertThatCode(socket::close).doesNotThrowAnyException();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress("localhost", proxy.port()));
    assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SocketException.class);
    assertThat(factory.laneCounts().leased()).isZero();
    assertThat(second.requests()).isZero();
  }

  /** Nobody knows whether a server that does not answer would have: it is not blamed for long. */
  @ParameterizedTest(name = "{0}, aborts: {1}")
  @CsvSource({"TLSv1.2, false", "TLSv1.3, false", "TLSv1.2, true", "TLSv1.3, true"})
  void theCallersTimeoutsAndAbortsLeaveItOn(String protocol, boolean aborts) throws Exception {
    TlsPeer peer = peer(protocol);
    RecordingProxy proxy = proxyTo(peer);
    for (int i = 1; i <= 4; i++) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      peer.misbehave(Fault.STALL_HANDSHAKE);
      int stalled = i;
      try (ResumingSslSocket socket = connect(factory, proxy.port())) {
        if (aborts) {
          Future<?> handshake = begin(socket::startHandshake);
          Eventually.holds(() -> peer.stalled() == stalled);
          socket.abort();
          assertThatThrownBy(handshake::get).hasCauseInstanceOf(IOException.class);
        } else {
          socket.setSoTimeout(50);
          assertThatThrownBy(() -> Exchange.over(socket))
              .isInstanceOf(SocketTimeoutException.class);
        }
      }
      peer.misbehave(Fault.NONE);
    }
    exchange(proxy, EXCHANGES_TO_BE_KNOWN);
    proxy.awaitEnds();
    List<RecordedConnection> all = proxy.connections();
    assertThat(keyShares(all.get(all.size() - 1))).hasSize(protocol.equals("TLSv1.3") ? 1 : 0);
    // JSSE has taken its ticket by then; that says nothing of the server's tickets.
    assertThat(recorder.handshakes)
        .extracting(Handshake::fullCause)
        .doesNotContain(FullHandshakeCause.NO_SESSION, FullHandshakeCause.NOT_ACCEPTED);
  }

  /** Before its ClientHello is made; another call has the session by then. */
  @Test
  void anAbortIsToldAsSuch() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Exchange.times(EXCHANGES_TO_BE_KNOWN, factory, peer.port());
    ResumingSslSocket socket = connect(factory, peer.port());
    FutureTask<ResumingSslSocket> abort =
        new FutureTask<>(
            () -> {
              socket.abort();
              ResumingSslSocket other = connect(factory, peer.port());
              other.startHandshake();
              return other;
            });
    // The handshake asks for these first.
    constrain(
        socket,
        algorithm -> {
          threads.execute(abort);
          Eventually.holds(abort::isDone);
          return true;
        });
    assertThatThrownBy(socket::startHandshake)
        .isInstanceOf(SocketException.class)
        .hasMessage("Socket is closed");
    try (Socket other = abort.get()) {
      assertThat(Exchange.over(other)).isEqualTo(TlsPeer.BODY);
    }
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  /** Has handshakes ask the test which algorithms they may use. */
  private void constrain(SSLSocket socket, Predicate<Object> permits) {
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setAlgorithmConstraints(
        implemented(
            AlgorithmConstraints.class, (proxy, method, arguments) -> permits.test(arguments[1])));
    socket.setSSLParameters(parameters);
  }

  @Test
  void howLongARefusalSwitchesItOffIsToldAndForgottenAfterAnHour() throws Exception {
    factory =
        factory(
            trusting().sessionTimeout(Duration.ofDays(1)).laneIdleTimeout(Duration.ofDays(1)),
            clock::get);
    TlsPeer one = peer("TLSv1.3");
    TlsPeer other = peer("TLSv1.3");
    RecordingProxy proxy = proxyTo(one);
    exchange(proxy, EXCHANGES_TO_BE_KNOWN);
    proxy.forwardTo(other.port());
    exchange(proxy, 1 + 12 + 1);
    proxy.forwardTo(one.port());
    exchange(proxy, 1 + 48 + 1);
    pass(Duration.ofMinutes(61));
    proxy.forwardTo(other.port());
    exchange(proxy, 1);
    assertThat(recorder.refusals)
        .extracting(ReducedClientHelloRefused::resumptionsNeeded)
        .containsExactly(12, 48, 12);
  }

  @Test
  void theNewConnectionIsSetUpAsTheFirstOne() throws Exception {
    String[] suites = {"TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256"};
    replaceAKnownServer("TLSv1.3", "TLSv1.3");
    SSLSocket socket = closing((SSLSocket) factory.createSocket());
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    socket.setSoTimeout(12_345);
    socket.setReceiveBufferSize(16 * 1024);
    int receiveBuffer = socket.getReceiveBufferSize();
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setCipherSuites(suites);
    socket.setSSLParameters(parameters);
    socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.2"), 0));
    socket.connect(new InetSocketAddress("localhost", proxy.port()), 5_000);
    assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);

    assertThat(second.connections()).isEqualTo(2);
    assertThat(socket.getTcpNoDelay()).isTrue();
    assertThat(socket.getKeepAlive()).isTrue();
    assertThat(socket.getSoTimeout()).isEqualTo(12_345);
    assertThat(socket.getReceiveBufferSize()).isEqualTo(receiveBuffer);
    assertThat(socket.getLocalAddress()).isEqualTo(InetAddress.getByName("127.0.0.2"));
    assertThat(socket.getEnabledCipherSuites()).containsExactly(suites);
    assertThat(socket.getEnableSessionCreation()).isTrue();
  }

  @Test
  void aTunnelIsNotMadeAgainSoItIsOfferedEverything() throws Exception {
    replaceAKnownServer("TLSv1.3", "TLSv1.3");
    Socket tunnel = new Socket("localhost", proxy.port());
    Exchange.overAndClose(factory.createSocket(tunnel, "localhost", proxy.port(), true));
    assertThat(second.connections()).isEqualTo(1);
    assertThat(last().fullCause()).isEqualTo(FullHandshakeCause.NOT_ACCEPTED);
    assertThat(recorder.refusals).isEmpty();
  }

  @Test
  void theUsersProtocolsAreNeverWidened() throws Exception {
    TlsPeer both = peer("TLSv1.2", "TLSv1.3");
    RecordingProxy proxy = proxyTo(both);
    for (int i = 0; i < 6; i++) {
      try (SSLSocket socket = connect(factory, proxy.port())) {
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
        Exchange.over(socket);
      }
    }
    proxy.awaitEnds();
    assertThat(recorder.handshakes).extracting(Handshake::protocol).containsOnly("TLSv1.2");
    assertThat(proxy.connections())
        .hasSize(6)
        .allSatisfy(
            connection ->
                assertThat(Set.copyOf(connection.clientHello().orElseThrow().supportedVersions()))
                    .isSubsetOf(Set.of(0x0303)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theUsersGroupsAreOfferedAndNoOther(String provider) throws Exception {
    assumeTrue(NamedGroups.areThere(), "SSLParameters.setNamedGroups came with JDK 20");
    start(provider);
    TlsPeer peer = peer("TLSv1.3");
    RecordingProxy proxy = proxyTo(peer);
    exchange(proxy, EXCHANGES_TO_BE_KNOWN);
    try (SSLSocket socket = connect(factory, proxy.port())) {
      SSLParameters parameters = socket.getSSLParameters();
      socket.setSSLParameters(GroupParameters.of(parameters, "secp384r1"));
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    }
    proxy.awaitEnds();
    assertThat(proxy.connections()).hasSize(EXCHANGES_TO_BE_KNOWN + 1);
    assertThat(keyShares(proxy.connections().get(EXCHANGES_TO_BE_KNOWN)))
        .containsExactly(SECP384R1);
  }

  /** Behind a front that chooses by the ClientHello, clients of TLS 1.2 alone meet another host. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theNameIsVerifiedOfWhatEverythingOnOfferLeadsTo(String provider) throws Exception {
    factory = factory(trusting(provider).trustManagers(new ChainOnlyTrust(certificates)));
    TlsPeer before = peer("TLSv1.2");
    TlsPeer legacy = peer("TLSv1.2");
    TlsPeer upgraded = peer("TLSv1.3");
    RecordingProxy proxy = proxyTo(before);
    legacy.misbehave(Fault.CERTIFICATE_OF_OTHER_HOST);
    exchange(proxy, EXCHANGES_TO_BE_KNOWN);
    proxy.forwardTo(legacy.port());
    proxy.alterFromServer(
        record -> {
          proxy.forwardTo(upgraded.port());
          return record;
        });
    exchange(proxy, 1);
    assertThat(upgraded.requests()).isEqualTo(1);
    assertThat(legacy.requests()).isZero();
  }

  @Test
  void aGroupThatIsNotKnownIsNotLeftOutNorOfferedAlone() {
    assertThat(ReducedClientHello.of("TLSv1.3", 0x6399, "any")).isNull();
  }

  /** A key share of 1,665 bytes does not come in one segment. */
  @ParameterizedTest
  @CsvSource({"0x11EC, 1120", "0x11EB, 1153", "0x11ED, 1665", "0x001D, 32"})
  void theGroupIsReadWithTheFirstSegment(int group, int share) {
    byte[] hello = serverHello(group, share);
    assertThat(ServerHello.keyShareGroup(hello, 0, hello.length)).isEqualTo(group);
    int upToGroup = hello.length - share - 2;
    for (int length = 0; length < upToGroup; length++) {
      assertThat(ServerHello.keyShareGroup(hello, 0, length)).isEqualTo(ServerHello.NO_GROUP);
    }
    assertThat(ServerHello.keyShareGroup(hello, 0, upToGroup)).isEqualTo(group);
    assertThat(ServerHello.keyShareGroup(hello, 0, Math.min(1448, hello.length))).isEqualTo(group);
  }

  private static byte[] serverHello(int group, int share) {
    byte[] plain = new byte[42];
    plain[0] = Hello.SERVER_HELLO;
    ByteBuffer key = ByteBuffer.allocate(4 + share).putShort((short) group).putShort((short) share);
    return record(
        Hello.of(plain)
            .withSessionId(new byte[32])
            .with(Hello.SUPPORTED_VERSIONS, new byte[] {3, 4})
            .with(Hello.KEY_SHARE, key.array())
            .encoded());
  }

  private static byte[] record(byte[] hello) {
    ByteBuffer out = ByteBuffer.allocate(5 + hello.length).put((byte) 22).putShort((short) 0x303);
    return out.putShort((short) hello.length).put(hello).array();
  }

  private static List<Integer> keyShares(RecordedConnection connection) {
    return connection.clientHello().orElseThrow().keyShareGroups();
  }

  private static int firstGroup(RecordedConnection connection) {
    byte[] hello = record(connection.fromServer().get(0).payload());
    return ServerHello.keyShareGroup(hello, 0, hello.length);
  }

  /** The groups that the server chose, which is offered no others once it is known. */
  private Set<Integer> groupsOfTenCalls(int port, Integer... known) throws Exception {
    RecordingProxy proxy = closing(new RecordingProxy(port));
    start("Conscrypt");
    exchange(proxy, 10);
    assertThat(statistics.total().full()).isEqualTo(1);
    assertThat(statistics.total().resumed()).isEqualTo(9);
    proxy.awaitEnds();
    assertThat(proxy.connections()).hasSize(10);
    assertThat(keyShares(proxy.connections().get(0))).contains(X25519_MLKEM768);
    assertThat(keyShares(proxy.connections().get(9))).containsExactly(known);
    return proxy.connections().stream()
        .map(ReducedClientHelloTest::firstGroup)
        .collect(Collectors.toSet());
  }

  @Test
  void aHybridIsNegotiatedAndResumed() throws Exception {
    assertThat(groupsOfTenCalls(boringPeer().port(), X25519_MLKEM768))
        .containsExactly(X25519_MLKEM768);
  }

  /** A peer that knows no hybrid and takes neither key share. */
  @Test
  void aHelloRetryRequestToAnotherGroupIsFollowedAndResumedAfter() throws Exception {
    assumeTrue(Runtime.version().feature() < 27, "JSSE knows the hybrids from JDK 27 on");
    assumeEllipticCurves();
    ScriptedPeer.Script script =
        tls -> {
          constrain(tls, algorithm -> !OTHER_GROUPS.contains(algorithm));
          respond(tls);
        };
    ScriptedPeer peer = scripted(script, "TLSv1.3");
    assertThat(groupsOfTenCalls(peer.port(), SECP256R1)).containsExactly(SECP256R1);
  }
}
