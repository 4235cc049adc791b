package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.Hello;
import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.jdk.NamedGroups;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.AlgorithmConstraints;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer that was known, and then is another one, or has forgotten everything. */
class ReducedClientHelloTest extends TlsTest {

  /** By then a peer is known, and offered no more than it uses. */
  private static final int EXCHANGES_TO_BE_KNOWN = 5;

  private static final int X25519 = 0x1d;
  private static final int X25519_MLKEM768 = 0x11ec;
  private static final int SECP384R1 = 0x18;

  private ResumingSslSocketFactory factory;

  @BeforeEach
  void start() {
    start("JSSE");
  }

  /** The machine has been up for longer than the sessions live, as machines are. */
  private void start(String provider) {
    factory = factory(trusting(provider).sessionTimeout(Duration.ofMinutes(1)));
  }

  private void exchange(RecordingProxy proxy, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      assertThat(Exchange.once(factory, proxy.port())).isEqualTo(TlsPeer.BODY);
    }
  }

  private Handshake last() {
    return recorder.handshakes.get(recorder.handshakes.size() - 1);
  }

  /** Stock shows what the socket may speak, and not what it has come to. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void aSocketShowsTheProtocolsThatItWasMadeWith(String provider) throws Exception {
    start(provider);
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2")) {
      for (int i = 0; i <= EXCHANGES_TO_BE_KNOWN; i++) {
        try (ResumingSslSocket socket =
            (ResumingSslSocket) factory.createSocket("localhost", peer.port())) {
          Exchange.over(socket);
          assertThat(socket.getEnabledProtocols()).contains("TLSv1.2", "TLSv1.3");
        }
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
    }
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
    try (TlsPeer first = TlsPeer.start(certificates, before);
        TlsPeer second = TlsPeer.start(certificates, after);
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      proxy.forwardTo(second.port());
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
                assertThat(refusal)
                    .hasToString(
                        "localhost:"
                            + proxy.port()
                            + ": the server refused a reduced ClientHello ("
                            + refusal.offer()
                            + ") after "
                            + refusal.duration().toNanos() / 10_000 / 100.0
                            + " ms. Full ones are sent until 12 handshakes in a row have"
                            + " resumed: "
                            + refusal.cause());
              });

      exchange(proxy, 10);
      assertThat(statistics.total().full()).isEqualTo(2);
      assertThat(second.connections()).isEqualTo(12);
    }
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
    try (TlsPeer peer = TlsPeer.start(certificates, protocol);
        RecordingProxy proxy = new RecordingProxy(peer.port())) {
      exchange(proxy, 2 * EXCHANGES_TO_BE_KNOWN);
      proxy.awaitEnds();
      assertThat(proxy.connections().get(0).clientHello().orElseThrow().keyShareGroups())
          .hasSize(2)
          .contains(X25519);
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
  }

  /** Between the refusal and the new connection: neither that one nor its lease is left over. */
  @Test
  void aCloseThatMeetsTheReconnectLeavesNothing() throws Exception {
    AtomicReference<Socket> closed = new AtomicReference<>();
    TlsListener closer =
        new TlsListener() {
          @Override
          public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
            try {
              closed.get().close();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    factory.reload(factory.settings().toBuilder().addListener(closer).build());
    try (TlsPeer first = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer second = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      proxy.forwardTo(second.port());
      Socket socket = factory.createSocket();
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress("localhost", proxy.port()));
      closed.set(socket);
      assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SocketException.class);
      assertThat(factory.laneCounts().leased()).isZero();
      assertThat(second.requests()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aClusterWithoutSharedTicketKeysIsSoonLeftAlone(String protocol) throws Exception {
    try (TlsPeer one = TlsPeer.start(certificates, protocol);
        TlsPeer other = TlsPeer.start(certificates, protocol);
        RecordingProxy proxy = new RecordingProxy(one.port())) {
      for (int turn = 0; turn < 20; turn++) {
        proxy.forwardTo(turn % 2 == 0 ? one.port() : other.port());
        exchange(proxy, 6);
      }
      assertThat(one.requests() + other.requests()).isEqualTo(120);
      assertThat(statistics.total().failed()).isZero();
      assertThat(proxy.connections()).hasSizeBetween(121, 124);
      assertThat(statistics.total().reducedClientHellosRefused())
          .isEqualTo(proxy.connections().size() - 120);
    }
  }

  /** Nobody knows whether a server that does not answer would have: it is not blamed for long. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theCallersTimeoutsDoNotSwitchItOff(String protocol) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, protocol);
        RecordingProxy proxy = new RecordingProxy(peer.port())) {
      for (int i = 0; i < 4; i++) {
        exchange(proxy, EXCHANGES_TO_BE_KNOWN);
        peer.misbehave(Fault.STALL_HANDSHAKE);
        try (Socket socket = factory.createSocket("localhost", proxy.port())) {
          socket.setSoTimeout(50);
          assertThatThrownBy(() -> Exchange.over(socket))
              .isInstanceOf(SocketTimeoutException.class);
        }
        peer.misbehave(Fault.NONE);
      }
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      assertThatTheLastOfferIsReduced(proxy, protocol);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theCallersAbortLeavesItOn(String protocol) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, protocol);
        RecordingProxy proxy = new RecordingProxy(peer.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      peer.misbehave(Fault.STALL_HANDSHAKE);
      ResumingSslSocket socket =
          (ResumingSslSocket) factory.createSocket("localhost", proxy.port());
      Future<?> call = threads.submit(() -> Exchange.over(socket));
      int connections = EXCHANGES_TO_BE_KNOWN + 1;
      Eventually.holds(
          () ->
              proxy.connections().size() == connections
                  && proxy.connections().get(connections - 1).clientHello().isPresent());
      socket.abort();
      // JSSE before 11.0.13 wraps it.
      assertThatThrownBy(call::get).hasCauseInstanceOf(IOException.class);
      peer.misbehave(Fault.NONE);
      // With TLS 1.3 the ticket of the connection that was aborted is gone.
      exchange(proxy, 2);
      assertThatTheLastOfferIsReduced(proxy, protocol);
    }
  }

  /** Before its ClientHello is made; another call has the session by then. */
  @Test
  void anAbortIsToldAsSuch() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      for (int i = 0; i < EXCHANGES_TO_BE_KNOWN; i++) {
        Exchange.once(factory, peer.port());
      }
      ResumingSslSocket socket = connect(factory, peer.port());
      FutureTask<ResumingSslSocket> abort =
          new FutureTask<>(
              () -> {
                socket.abort();
                ResumingSslSocket other = connect(factory, peer.port());
                other.startHandshake();
                return other;
              });
      // The handshake asks these first.
      Object constraints =
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {AlgorithmConstraints.class},
              (proxy, method, arguments) -> {
                threads.execute(abort);
                return abort.get(20, TimeUnit.SECONDS) != null;
              });
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setAlgorithmConstraints((AlgorithmConstraints) constraints);
      socket.setSSLParameters(parameters);
      assertThatThrownBy(socket::startHandshake)
          .isInstanceOf(SocketException.class)
          .hasMessage("Socket is closed");
      try (Socket other = abort.get()) {
        assertThat(Exchange.over(other)).isEqualTo(TlsPeer.BODY);
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
    }
  }

  private static void assertThatTheLastOfferIsReduced(RecordingProxy proxy, String protocol)
      throws Exception {
    proxy.awaitEnds();
    List<RecordedConnection> all = proxy.connections();
    assertThat(all.get(all.size() - 1).clientHello().orElseThrow().keyShareGroups())
        .hasSize(protocol.equals("TLSv1.3") ? 1 : 0);
  }

  @Test
  void howLongARefusalSwitchesItOffIsToldAndForgottenAfterAnHour() throws Exception {
    AtomicLong ahead = new AtomicLong();
    factory =
        factory(
            trusting().sessionTimeout(Duration.ofDays(1)).laneIdleTimeout(Duration.ofDays(1)),
            ahead::get);
    try (TlsPeer one = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer other = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(one.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      proxy.forwardTo(other.port());
      exchange(proxy, 1 + 12 + 1);
      proxy.forwardTo(one.port());
      exchange(proxy, 1 + 48 + 1);
      ahead.addAndGet(Duration.ofMinutes(61).toNanos());
      proxy.forwardTo(other.port());
      exchange(proxy, 1);
      assertThat(recorder.refusals)
          .extracting(ReducedClientHelloRefused::resumptionsNeeded)
          .containsExactly(12, 48, 12);
    }
  }

  @Test
  void theNewConnectionIsSetUpAsTheFirstOne() throws Exception {
    String[] suites = {"TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256"};
    try (TlsPeer first = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer second = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      proxy.forwardTo(second.port());
      try (SSLSocket socket = (SSLSocket) factory.createSocket()) {
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
    }
  }

  @Test
  void aTunnelIsNotMadeAgainSoItIsOfferedEverything() throws Exception {
    try (TlsPeer first = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer second = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      proxy.forwardTo(second.port());
      Socket tunnel = new Socket("localhost", proxy.port());
      try (Socket socket = factory.createSocket(tunnel, "localhost", proxy.port(), true)) {
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
      assertThat(second.connections()).isEqualTo(1);
      assertThat(last().fullCause()).isEqualTo(FullHandshakeCause.NOT_ACCEPTED);
      assertThat(recorder.refusals).isEmpty();
    }
  }

  @Test
  void aPeerThatIsGoneOrAnImpostorIsAnErrorAsEver() throws Exception {
    Certificates others = new Certificates();
    try (TlsPeer first = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer impostor = TlsPeer.start(others, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      proxy.forwardTo(impostor.port());
      assertThatThrownBy(() -> exchange(proxy, 1)).isInstanceOf(SSLException.class);

      assertThat(impostor.requests()).isZero();
      assertThat(statistics.total().failed()).isEqualTo(1);
      assertThat(statistics.total().reducedClientHellosRefused()).isEqualTo(1);
    }
  }

  /** The one protocol that the user enabled is the one that full handshakes are made with. */
  @Test
  void theUsersProtocolsAreNeverWidened() throws Exception {
    try (TlsPeer both = TlsPeer.start(certificates, "TLSv1.2", "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(both.port())) {
      for (int i = 0; i < 6; i++) {
        try (SSLSocket socket = (SSLSocket) factory.createSocket("localhost", proxy.port())) {
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
  }

  /** A group that the user did not name is not offered, whatever the server chose before. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theUsersGroupsAreOfferedAndNoOther(String provider) throws Exception {
    assumeTrue(NamedGroups.canBeSet(), "SSLParameters.setNamedGroups came with JDK 20");
    start(provider);
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(peer.port())) {
      exchange(proxy, EXCHANGES_TO_BE_KNOWN);
      try (SSLSocket socket = (SSLSocket) factory.createSocket("localhost", proxy.port())) {
        SSLParameters parameters = socket.getSSLParameters();
        NamedGroups.set(parameters, "secp384r1");
        socket.setSSLParameters(parameters);
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
      proxy.awaitEnds();
      assertThat(proxy.connections()).hasSize(EXCHANGES_TO_BE_KNOWN + 1);
      assertThat(
              proxy
                  .connections()
                  .get(EXCHANGES_TO_BE_KNOWN)
                  .clientHello()
                  .orElseThrow()
                  .keyShareGroups())
          .containsExactly(SECP384R1);
    }
  }

  /**
   * A server of TLS 1.3 that has a certificate of another host for clients of TLS 1.2 alone, as
   * behind a front that chooses by the ClientHello.
   */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theNameIsVerifiedOfWhatEverythingOnOfferLeadsTo(String provider) throws Exception {
    factory = factory(trusting(provider).trustManagers(new ChainOnlyTrust(certificates)));
    try (TlsPeer before = TlsPeer.start(certificates, "TLSv1.2");
        TlsPeer legacy = TlsPeer.start(certificates, "TLSv1.2");
        TlsPeer upgraded = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(before.port())) {
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
  }
}
