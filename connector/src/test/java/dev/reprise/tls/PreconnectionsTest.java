package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.DistanceProxy;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.channel.SocketSetup;
import dev.reprise.tls.internal.channel.TlsChannel;
import dev.reprise.tls.internal.preconnect.PreconnectionRoute;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections opened ahead of need: when, how many, and that no call fares worse for them. */
class PreconnectionsTest extends TlsTest {

  private static final int FACTORIES = 50;

  private ResumingSslSocketFactory factory;

  private void start(int preconnections) {
    start(preconnecting(preconnections));
  }

  private void start(TlsSettings.Builder settings) {
    factory = factory(settings, clock::get);
  }

  /** Closes all, and waits until all that were opened have been told to have ended. */
  private void closeAll() {
    factory.closePreconnections();
    await(
        () ->
            statistics.total().preconnectionsOpened()
                == recorder.preconnections.stream()
                    .filter(
                        e ->
                            e.outcome() != PreconnectionOutcome.FAILED
                                && !(e.outcome() == PreconnectionOutcome.DROPPED
                                    && e.cause().isPresent()))
                    .count());
  }

  /** One whose handshake was done as all were closed may tell of it a moment later. */
  private void awaitTheCloseOfEachHandshake() {
    await(() -> closes() == statistics.total().resumed() + statistics.total().full());
  }

  private long closes() {
    return statistics.total().closes().values().stream().mapToLong(count -> count).sum();
  }

  private int waiting() {
    return factory.readyPreconnections();
  }

  private void await(BooleanSupplier condition) {
    Eventually.holds(condition, statistics::total);
  }

  private void callUntilOneWaits(int port) throws IOException {
    WaitingPreconnection.callFor(factory, port);
  }

  /** A peer called until as many as there may be at most, or fewer, wait for a call. */
  private TlsPeer peerWithOneWaiting(int most) throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    start(most);
    callUntilOneWaits(peer.port());
    return peer;
  }

  /** A peer for which one waits, and may at most. */
  private IdlePeer peerWithOneIdle(String protocol) throws Exception {
    IdlePeer peer = idlePeer(protocol);
    start(1);
    WaitingPreconnection.callForOne(factory, peer);
    return peer;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void callsThatFollowEachOtherHaveThem(String variant) throws Exception {
    TlsPeer peer = peer(protocolOf(variant));
    start(trusting(variant).maxPreconnectionsPerPeer(4));
    for (int i = 0; i < 20; i++) {
      assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      int calls = i;
      // With Conscrypt the lane is kept until the preconnected connection is used.
      await(
          () ->
              calls < 3
                  || (variant.endsWith("Conscrypt")
                      ? waiting() > 0
                      : WaitingPreconnection.isAny(factory)));
    }
    assertThat(preconnections(PreconnectionOutcome.USED)).isBetween(12L, 19L);
    closeAll();
    assertThat(preconnections(PreconnectionOutcome.ENDED_BY_PEER)).isZero();
    assertThat(preconnections(PreconnectionOutcome.FAILED)).isZero();
    // Statistics see every connection once, and a preconnected connection's handshake resumes as
    // any other.
    long handshakes = statistics.total().resumed() + statistics.total().full();
    assertThat(handshakes).isBetween((long) peer.handshakes(), (long) peer.connections());
    // One that was closed as its handshake was done here may have been none for the peer.
    assertThat(statistics.total().full())
        .isBetween(
            (long) peer.fullHandshakes(),
            (long) peer.fullHandshakes() + peer.connections() - peer.handshakes())
        .isLessThan(10);
    awaitTheCloseOfEachHandshake();
    assertThat(peer.requests()).isEqualTo(20);
  }

  @Test
  void aPeerThatIsCalledOnceAnHourHasNone() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    start(4);
    for (int i = 0; i < 10; i++) {
      Exchange.once(factory, peer.port());
      pass(Duration.ofHours(1));
    }
    factory.closePreconnections();
    assertThat(statistics.total().preconnectionsOpened()).isZero();
    assertThat(preconnections(PreconnectionOutcome.DROPPED)).isZero();
    assertThat(peer.connections()).isEqualTo(10);
  }

  @Test
  void aPeerThatIsCalledWithinEachLifetimeHasOneEachTime() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    start(4);
    for (int i = 0; i < 20; i++) {
      Exchange.once(factory, peer.port());
      int calls = i;
      await(() -> calls < 2 || WaitingPreconnection.isOne(factory));
      pass(Duration.ofSeconds(3));
    }
    assertThat(preconnections(PreconnectionOutcome.USED)).isGreaterThanOrEqualTo(14);
    assertThat(preconnections(PreconnectionOutcome.EXPIRED)).isZero();
  }

  @Test
  void whatIsNotUsedExpiresAndIsNotReplaced() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    start(4);
    callUntilOneWaits(peer.port());
    await(
        () -> {
          pass(Duration.ofSeconds(6));
          return waiting() == 0 && peer.idle() == 0;
        });
    assertThat(preconnections(PreconnectionOutcome.EXPIRED)).isPositive();
    assertThat(preconnections(PreconnectionOutcome.DROPPED)).isZero();
    assertThat(statistics.total().closes().get(CloseOutcome.ABORTED)).isZero();
  }

  @Test
  void aPeerHasNoMoreOfThemThanItMayHave() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    DistanceProxy distance = closing(new DistanceProxy(peer.port(), Duration.ofMillis(40)));
    start(3);
    Exchange.times(40, factory, distance.port());
    await(() -> peer.idle() == 3);
    // The call's own connection is idle for a moment too.
    assertThat(peer.mostIdle()).isBetween(3, 4);
  }

  @Test
  void allPeersTogetherHaveABoundToo() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.2");
    start(4);
    InetSocketAddress endpoint =
        new InetSocketAddress(InetAddress.getByName("localhost"), peer.port());
    for (int local = 1; local <= 80; local++) {
      for (int i = 0; i < 3; i++) {
        try (Socket socket = factory.createSocket()) {
          socket.bind(
              new InetSocketAddress(
                  InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) local}), 0));
          socket.connect(endpoint);
          assertThat(socket.getLocalAddress().getAddress()[3]).isEqualTo((byte) local);
          Exchange.over(socket);
        }
      }
    }
    await(() -> peer.idle() == 64);
    assertThat(peer.mostIdle()).isBetween(64, 65);
  }

  @Test
  void aPeerThatFailsIsLeftAloneForAWhileAndThenTriedAgain() throws Exception {
    TlsPeer peer = peerWithOneWaiting(1);
    peer.misbehave(Fault.GARBAGE);
    Exchange.once(factory, peer.port());
    await(() -> preconnections(PreconnectionOutcome.FAILED) == 1);
    peer.misbehave(Fault.NONE);
    int connections = peer.connections();
    long used = preconnections(PreconnectionOutcome.USED);
    Exchange.times(10, factory, peer.port());
    assertThat(peer.connections()).isEqualTo(connections + 10);
    assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(used);

    // What preconnected connections meet is not what calls meet.
    assertThat(statistics.total().failed()).isZero();
    assertThat(statistics.total().connectsFailed()).isZero();

    pass(Duration.ofMillis(1300));
    Exchange.once(factory, peer.port());
    await(() -> waiting() == 1);
  }

  @ParameterizedTest
  @CsvSource({
    "CLOSE_NOTIFY, TLSv1.2",
    "CLOSE_NOTIFY, TLSv1.3",
    "FIN, TLSv1.3",
    "RESET, TLSv1.3",
    "ALERT, TLSv1.2",
    "ALERT, TLSv1.3",
    "REQUEST_TIMEOUT, TLSv1.2",
    "REQUEST_TIMEOUT, TLSv1.3",
    "CLEAR_TEXT, TLSv1.2",
    "PART_OF_RECORD, TLSv1.3"
  })
  void oneThatThePeerEndedServesNoCall(IdlePeer.Ending ending, String protocol) throws Exception {
    IdlePeer peer = peerWithOneIdle(protocol);
    pass(Duration.ofSeconds(1));
    peer.endIdle(ending);
    await(() -> preconnections(PreconnectionOutcome.ENDED_BY_PEER) == 1);
    assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
    assertThat(
            recorder.pauses.stream()
                .anyMatch(pause -> pause.reason() == PreconnectPaused.Reason.RESET))
        .isEqualTo(ending == IdlePeer.Ending.RESET);
  }

  @Test
  void aResetPausesThemForASecondAndEachFurtherOneForTwiceAsLong() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    start(1);
    for (long seconds : new long[] {1, 2, 4}) {
      pausedByAResetFor(seconds, peer);
      pass(Duration.ofSeconds(2 * seconds));
    }
    pass(Duration.ofMinutes(61));
    pausedByAResetFor(1, peer);
  }

  private void pausedByAResetFor(long seconds, IdlePeer peer) throws Exception {
    WaitingPreconnection.callForOne(factory, peer);
    int known = recorder.pauses.size();
    peer.endIdle(IdlePeer.Ending.RESET);
    await(() -> recorder.pauses.size() > known);
    assertThat(recorder.pauses.get(known).duration().toMillis())
        .isBetween(750 * seconds, 1250 * seconds);
    long opened = statistics.total().preconnectionsOpened();
    Exchange.times(3, factory, peer.port());
    assertThat(statistics.total().preconnectionsOpened()).isEqualTo(opened);
  }

  @Test
  void aLimitOfThePeerIsLearned() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    start(1);
    Exchange.times(7, factory, peer.port());
    WaitingPreconnection.callForOne(factory, peer);
    pass(Duration.ofSeconds(2));
    peer.endIdle(IdlePeer.Ending.FIN);
    await(() -> preconnections(PreconnectionOutcome.ENDED_BY_PEER) == 1);

    Exchange.once(factory, peer.port());
    await(() -> WaitingPreconnection.isOne(factory));
    assertThat(preconnections(PreconnectionOutcome.EXPIRED)).isZero();
    pass(Duration.ofMillis(1001));
    await(() -> preconnections(PreconnectionOutcome.EXPIRED) == 1);
  }

  @Test
  void oneThatWasTakenServesThoughItsTimeIsOverBeforeTheHandshake() throws Exception {
    IdlePeer peer = peerWithOneIdle("TLSv1.3");
    ResumingSslSocket socket = closing(connect(factory, peer.port()));
    int port = socket.getLocalPort();
    pass(Duration.ofMinutes(1));
    factory.closePreconnections();
    await(() -> !socket.channel().isBeingRead());
    socket.setSoTimeout(10_000);
    assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    assertThat(socket.getLocalPort()).isEqualTo(port);
  }

  @Test
  void oneThatIsClosedAsItsUseBeginsIsToldToHaveClosed() throws Exception {
    IdlePeer peer = peerWithOneIdle("TLSv1.3");
    ResumingSslSocket socket = connect(factory, peer.port());
    recorder.then =
        event -> {
          if (event instanceof PreconnectionEnded) {
            assertThatCode(socket::close).doesNotThrowAnyException();
          }
        };
    assertThatThrownBy(socket::startHandshake).isInstanceOf(SocketException.class);
    closeAll();
    awaitTheCloseOfEachHandshake();
  }

  /**
   * Each update of keys is answered (RFC 8446 section 4.6.3); who reads no answer fills a buffer.
   */
  @ParameterizedTest
  @CsvSource({"1, EXPIRED", "0, ENDED_BY_PEER"})
  void oneToWhichThePeerGoesOnSayingThingsOfTlsExpiresTooOrIsGivenUp(
      int minutes, PreconnectionOutcome outcome) throws Exception {
    IdlePeer peer = peerWithOneIdle("TLSv1.3");
    pass(Duration.ofMinutes(minutes));
    await(
        () -> {
          try {
            peer.updateKeys();
          } catch (IOException e) {
            // It was closed just now.
          }
          return preconnections(outcome) > 0;
        });
  }

  /** What is of TLS alone, such as a ticket that comes late, may stand before the end. */
  @Test
  void anEndBehindAMessageOfTlsIsSeenToo() throws Exception {
    IdlePeer peer = peerWithOneIdle("TLSv1.3");
    ResumingSslSocket socket = closing(connect(factory, peer.port()));
    int port = socket.getLocalPort();
    TlsChannel channel = socket.channel();
    peer.updateKeys();
    await(() -> !channel.isBeingRead() && look(channel));
    peer.endIdle(IdlePeer.Ending.FIN);
    assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    assertThat(socket.getLocalPort()).isNotEqualTo(port);
  }

  private static boolean look(TlsChannel channel) {
    try {
      return channel.look();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whereThePathForgetsThemOneCallTimesOutAndThereAreNoMore() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    DistanceProxy path = closing(new DistanceProxy(peer.port(), Duration.ZERO));
    start(1);
    callUntilOneWaits(path.port());
    await(() -> WaitingPreconnection.isOne(factory));
    callInVain(path);
    await(() -> waiting() == 0);
    assertThat(recorder.pauses)
        .extracting(PreconnectPaused::reason)
        .containsExactly(PreconnectPaused.Reason.NO_RESPONSE);
    assertThat(recorder.pauses.get(0).duration()).isLessThan(Duration.ofSeconds(2));
    int connections = path.connections();
    long used = preconnections(PreconnectionOutcome.USED);
    Exchange.times(10, factory, path.port());
    assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(used);
    assertThat(path.connections()).isEqualTo(connections + 10);

    // Once a call on one was answered, the next that is not counts as the first.
    pass(Duration.ofMinutes(1));
    callUntilOneWaits(path.port());
    await(() -> WaitingPreconnection.isOne(factory));
    assertThat(Exchange.once(factory, path.port())).isEqualTo(TlsPeer.BODY);
    assertThat(preconnections(PreconnectionOutcome.USED)).isGreaterThan(used);
    await(() -> WaitingPreconnection.isOne(factory));
    callInVain(path);
    assertThat(recorder.pauses).hasSize(2);
    assertThat(recorder.pauses.get(1).duration()).isLessThan(Duration.ofMillis(1300));
  }

  /** As HttpClient waits for 100 (Continue), which many servers do not send. */
  @Test
  void aReadThatTimesOutBeforeTheAnswerEndsNone() throws Exception {
    TlsPeer peer = peerWithOneWaiting(1);
    String head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n";
    try (ResumingSslSocket socket = connect(factory, peer.port())) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout(50);
      InputStream in = socket.getInputStream();
      assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(new byte[4]);
      assertThat(Exchange.receive(socket)).isEqualTo(TlsPeer.BODY);
    }
    assertThat(preconnections(PreconnectionOutcome.USED)).isPositive();
    assertThat(recorder.pauses).isEmpty();
  }

  private void callInVain(DistanceProxy path) throws IOException {
    path.forget();
    try (Socket socket = factory.createSocket("localhost", path.port())) {
      socket.setSoTimeout(100);
      assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void aReloadEndsThem() throws Exception {
    TlsPeer peer = peerWithOneWaiting(4);
    factory.reload(preconnecting(4).build());
    await(() -> waiting() == 0);
    assertThat(preconnections(PreconnectionOutcome.DROPPED)).isPositive();

    // A connection that was verified under the former trust is of no use under another.
    callUntilOneWaits(peer.port());
    factory.reload(preconnecting(4).trustManagers(new Certificates().trustManagers()).build());
    assertThatThrownBy(() -> Exchange.once(factory, peer.port())).isInstanceOf(SSLException.class);
  }

  @Test
  void aSocketThatTakesOneIsAsItsUserHasSetIt() throws Exception {
    TlsPeer peer = peerWithOneWaiting(2);
    long used = preconnections(PreconnectionOutcome.USED);
    List<SSLSession> told = new ArrayList<>();
    try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
      socket.setKeepAlive(true);
      socket.setTcpNoDelay(true);
      socket.addHandshakeCompletedListener(event -> told.add(event.getSession()));
      socket.connect(new InetSocketAddress("localhost", peer.port()), 5000, "localhost");
      assertThat(socket.isConnected()).isTrue();
      assertThat(socket.getSoTimeout()).isZero();
      assertThat(socket.getKeepAlive()).isTrue();
      assertThat(socket.getTcpNoDelay()).isTrue();
      assertThat(socket.peer()).isEqualTo(Peer.of("localhost", peer.port()));
      assertThat(socket.handshake()).isNull();
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.setEnabledProtocols(socket.getEnabledProtocols());
      socket.setEnabledCipherSuites(socket.getEnabledCipherSuites());
      socket.startHandshake();
      assertThat(told).containsExactly(socket.getSession());
      assertThat(socket.handshake().protocol()).isEqualTo("TLSv1.3");
      assertThat(socket.getSession().getPeerCertificates()).isNotEmpty();
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    }
    assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(used + 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSocketThatIsConfiguredOtherwiseTakesNone(boolean afterConnect) throws Exception {
    TlsPeer peer = peer("TLSv1.2", "TLSv1.3");
    start(2);
    callUntilOneWaits(peer.port());
    long used = preconnections(PreconnectionOutcome.USED);
    try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
      InetSocketAddress endpoint = new InetSocketAddress("localhost", peer.port());
      if (afterConnect) {
        socket.connect(endpoint, 0, "localhost");
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      } else {
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
        socket.connect(endpoint, 0, "localhost");
      }
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      assertThat(socket.handshake().protocol()).isEqualTo("TLSv1.2");
    }
    assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(used);
    assertThat(preconnections(PreconnectionOutcome.DROPPED) > 0).isEqualTo(afterConnect);
  }

  @Test
  void whatTheSocketWasToldHoldsForTheConnectionInAnothersPlace() throws Exception {
    InetAddress local = InetAddress.getByName("127.0.0.2");
    IdlePeer peer = idlePeer("TLSv1.3");
    start(1);
    for (int i = 0; i < 3 || waiting() == 0; i++) {
      Exchange.overAndClose(boundTo(local, peer.port()));
    }
    await(() -> peer.idle() == 1 && WaitingPreconnection.isOne(factory));
    try (ResumingSslSocket socket = boundTo(local, peer.port())) {
      int port = socket.getLocalPort();
      socket.setSoTimeout(12_345);
      peer.endIdle(IdlePeer.Ending.FIN);
      await(() -> !socket.channel().isBeingRead());
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);

      assertThat(socket.getLocalPort()).isNotEqualTo(port);
      assertThat(socket.getLocalAddress()).isEqualTo(local);
      assertThat(socket.getKeepAlive()).isTrue();
      assertThat(socket.getSoTimeout()).isEqualTo(12_345);
    }
    assertThat(preconnections(PreconnectionOutcome.ENDED_BY_PEER)).isPositive();
  }

  private ResumingSslSocket boundTo(InetAddress local, int port) throws IOException {
    ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket();
    socket.setKeepAlive(true);
    socket.bind(new InetSocketAddress(local, 0));
    socket.connect(new InetSocketAddress("localhost", port), 5000, "localhost");
    return socket;
  }

  @ParameterizedTest
  @CsvSource({"fd00::1, false", "fe80::1, true"})
  void anAddressOfALinkIsToldFromThatOfAnotherLink(String address, boolean ofLink)
      throws Exception {
    byte[] bytes = InetAddress.getByName(address).getAddress();
    InetSocketAddress endpoint =
        new InetSocketAddress(Inet6Address.getByAddress("localhost", bytes, 1), 443);
    Peer peer = Peer.of("localhost", 443);
    assertThat(PreconnectionRoute.of(new SocketSetup(), endpoint, peer) == null).isEqualTo(ofLink);
  }

  @Test
  void aSocketThatFailedToConnectTakesNone() throws Exception {
    TlsPeer peer = peerWithOneWaiting(1);
    int refused = closing(ClosedPort.take()).port();
    try (Socket socket = factory.createSocket()) {
      assertThatThrownBy(() -> socket.connect(new InetSocketAddress("localhost", refused)))
          .isInstanceOf(ConnectException.class);
      assertThatThrownBy(() -> socket.connect(new InetSocketAddress("localhost", peer.port())))
          .isInstanceOf(SocketException.class);
      assertThatThrownBy(() -> socket.connect(null)).isInstanceOf(SocketException.class);
    }
    assertThat(WaitingPreconnection.isAny(factory)).isTrue();
  }

  /** As with JSSE, the end of the output leaves no handshake to be done. */
  @ParameterizedTest
  @ValueSource(strings = {"close", "abort", "shutdownOutput"})
  void aSocketThatIsGivenUpBeforeItsHandshakeLeavesNothing(String way) throws Exception {
    TlsPeer peer = peerWithOneWaiting(1);
    ResumingSslSocket socket = connect(factory, peer.port());
    if (way.equals("close")) {
      socket.close();
    } else if (way.equals("abort")) {
      socket.abort();
    } else {
      socket.shutdownOutput();
      assertThat(socket.isOutputShutdown()).isTrue();
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SocketException.class);
      socket.close();
    }
    assertThat(socket.isClosed()).isTrue();
    assertThat(preconnections(PreconnectionOutcome.DROPPED)).isEqualTo(1);
    closeAll();
    awaitTheCloseOfEachHandshake();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"NONE", "CLOSE_WITHOUT_CLOSE_NOTIFY", "HOLD_OPEN", "CLOSE_DELIMITED"})
  void manyCallsAtOnceAllSucceed(Fault fault) throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    start(8);
    peer.misbehave(fault);
    Exchange.inParallel(
        8, 50, () -> assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY));
    assertThat(preconnections(PreconnectionOutcome.USED)).isGreaterThan(10);
    closeAll();
    assertThat(peer.requests()).isEqualTo(400);
  }

  @Test
  void aReadTimeoutHoldsAlsoWhileItsWatcherReads() throws Exception {
    TlsPeer peer = peerWithOneThatStalls();
    long used = preconnections(PreconnectionOutcome.USED);
    try (Socket socket = factory.createSocket("localhost", peer.port())) {
      socket.setSoTimeout(20);
      assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SocketTimeoutException.class);
      assertThatThrownBy(() -> Exchange.receive(socket)).isInstanceOf(SocketTimeoutException.class);
    }
    assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(used + 1);
  }

  private TlsPeer peerWithOneThatStalls() throws Exception {
    TlsPeer peer = peerWithOneWaiting(1);
    peer.misbehave(Fault.STALL);
    Exchange.once(factory, peer.port());
    await(() -> WaitingPreconnection.isOne(factory));
    return peer;
  }

  @Test
  void whoShutsTheInputDownUnderAReadBlamesNobody() throws Exception {
    TlsPeer peer = peerWithOneThatStalls();
    ResumingSslSocket socket = closing(connect(factory, peer.port()));
    Exchange.send(socket);
    Future<Integer> read = threads.submit(() -> socket.getInputStream().read());
    await(socket.connection::isBusy);
    socket.shutdownInput();
    assertThat(read.get()).isEqualTo(-1);
    assertThat(recorder.pauses).isEmpty();
  }

  /** Its own thread learns of its end up to a tenth of a second later than who would take it. */
  @Test
  void anotherIsOpenedOnceTheOneThatExpiredIsClosed() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    start(1);
    Exchange.times(10, factory, peer.port());
    await(() -> WaitingPreconnection.isOne(factory));
    recorder.ofPreconnections.clear();
    pass(Duration.ofSeconds(5));
    await(
        () -> {
          reach(peer.port());
          return recorder.ofPreconnections.contains("OPENED");
        });
    assertThat(recorder.ofPreconnections).startsWith("EXPIRED", "OPENED");
  }

  /**
   * A connect may have to wait for one that reads a record of TLS, whose place is taken until then.
   * If such a record takes too long, it is tried again.
   */
  @Test
  void anotherIsOpenedOnceOneThatWasWaitedForIsHandedOver() throws Exception {
    IdlePeer peer = idlePeer("TLSv1.3");
    AtomicReference<CountDownLatch> lastByte = new AtomicReference<>(new CountDownLatch(0));
    Acceptor path = closing(new Acceptor());
    path.start(client -> holdingBack(lastByte, path, client, peer.port()));
    start(1);
    await(
        () -> {
          try {
            return isHandedOver(peer, path.port(), lastByte);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    await(() -> waiting() == 1);
  }

  private boolean isHandedOver(IdlePeer peer, int port, AtomicReference<CountDownLatch> lastByte)
      throws Exception {
    callUntilOneWaits(port);
    await(() -> peer.idle() == 1 && WaitingPreconnection.isOne(factory));
    int connections = peer.connections();
    lastByte.set(new CountDownLatch(1));
    peer.updateKeys();
    await(() -> waiting() == 0);
    AtomicReference<Thread> caller = new AtomicReference<>();
    Future<Socket> call =
        threads.submit(
            () -> {
              caller.set(Thread.currentThread());
              return connect(factory, port);
            });
    await(
        () ->
            call.isDone()
                || caller.get() != null && caller.get().getState() == Thread.State.TIMED_WAITING);
    int known = peer.connections();
    lastByte.get().countDown();
    Socket socket = closing(call.get());
    if (known > connections) {
      socket.close();
    }
    return known == connections;
  }

  /** Passes on what either says, but not the last byte of the server's before it may go. */
  private static void holdingBack(
      AtomicReference<CountDownLatch> lastByte, Acceptor path, Socket client, int port)
      throws IOException, InterruptedException {
    client.setTcpNoDelay(true);
    try (Socket server = path.with(new Socket(InetAddress.getLoopbackAddress(), port))) {
      path.execute(
          () -> {
            try {
              client.getInputStream().transferTo(server.getOutputStream());
              server.shutdownOutput();
            } catch (IOException e) {
              // One of the two has gone.
            }
          });
      byte[] bytes = new byte[1 << 14];
      InputStream in = server.getInputStream();
      for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
        client.getOutputStream().write(bytes, 0, count - 1);
        lastByte.get().await();
        client.getOutputStream().write(bytes, count - 1, 1);
      }
    }
  }

  @Test
  void callersThatComeAtOnceHaveNoMoreOpened() throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.STALL_HANDSHAKE);
    for (int i = 0; i < FACTORIES; i++) {
      start(1);
      reach(peer.port());
      Exchange.inParallel(2, 1, Executors.callable(() -> reach(peer.port())));
      factory.closePreconnections();
    }
    await(() -> recorder.ofPreconnections.size() >= FACTORIES);
    assertThat(recorder.ofPreconnections).hasSize(FACTORIES).containsOnly("DROPPED");
  }

  private void reach(int port) {
    try (Socket socket = factory.createSocket("localhost", port)) {
      assertThat(socket.isConnected()).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
