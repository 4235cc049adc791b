package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.AlertPeer.Ending;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.ServerTls;
import dev.reprise.testkit.TlsPeer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way a connection can end: what is done, what is told, and what the caller is held for. */
class CloseTest extends TlsTest {

  /** Far above any wait that expires here, far below the read timeout. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  private static final int READ_TIMEOUT = 30_000;

  /** Application data that no key has encrypted. */
  private static final byte[] NO_RECORD = Arrays.copyOf(new byte[] {23, 3, 3, 0, 40}, 45);

  private TlsPeer peer;
  private ResumingSslSocketFactory factory;

  /** A wait that expires is short, and none else is, however slow the machine is. */
  private void start(String protocol, Fault fault) throws Exception {
    boolean expires = fault == Fault.HOLD_OPEN || fault == Fault.TRICKLE_AFTER_RESPONSE;
    Duration wait = expires ? Duration.ofMillis(400) : Duration.ofSeconds(20);
    start(protocol, fault, wait);
  }

  private void start(String protocol, Fault fault, Duration closeTimeout) throws Exception {
    start(protocol, fault, trusting(protocol).closeTimeout(closeTimeout));
  }

  private void start(String protocol, Fault fault, TlsSettings.Builder settings) throws Exception {
    peer = peer(protocolOf(protocol)).misbehave(fault);
    factory = factory(settings);
  }

  private ResumingSslSocket connect() throws IOException {
    Socket socket = factory.createSocket("localhost", peer.port());
    socket.setSoTimeout(READ_TIMEOUT);
    return (ResumingSslSocket) socket;
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "TLSv1.2, NONE, CLOSE_NOTIFY",
    "TLSv1.3, NONE, CLOSE_NOTIFY",
    "TLSv1.2 Conscrypt, NONE, CLOSE_NOTIFY",
    "TLSv1.3 Conscrypt, NONE, CLOSE_NOTIFY",
    "TLSv1.2, CLOSE_WITHOUT_CLOSE_NOTIFY, EOF",
    "TLSv1.3, CLOSE_WITHOUT_CLOSE_NOTIFY, EOF",
    "TLSv1.2 Conscrypt, CLOSE_WITHOUT_CLOSE_NOTIFY, EOF",
    "TLSv1.3 Conscrypt, CLOSE_WITHOUT_CLOSE_NOTIFY, EOF",
    "TLSv1.2, HOLD_OPEN, WAIT_EXPIRED",
    "TLSv1.3, HOLD_OPEN, WAIT_EXPIRED",
    "TLSv1.2 Conscrypt, HOLD_OPEN, WAIT_EXPIRED",
    "TLSv1.3 Conscrypt, HOLD_OPEN, WAIT_EXPIRED",
    "TLSv1.2, TRICKLE_AFTER_RESPONSE, WAIT_EXPIRED",
    "TLSv1.3, TRICKLE_AFTER_RESPONSE, WAIT_EXPIRED",
    "TLSv1.2, DATA_AFTER_RESPONSE, DATA_AFTER_RESPONSE",
    "TLSv1.3, DATA_AFTER_RESPONSE, DATA_AFTER_RESPONSE",
    "TLSv1.3 Conscrypt, DATA_AFTER_RESPONSE, DATA_AFTER_RESPONSE",
    "TLSv1.2, FLOOD_AFTER_RESPONSE, DATA_AFTER_RESPONSE",
    "TLSv1.3, FLOOD_AFTER_RESPONSE, DATA_AFTER_RESPONSE",
  })
  void theOutcomeIsToldAndTheNextConnectionResumes(
      String protocol, Fault fault, CloseOutcome outcome) throws Exception {
    start(protocol, fault);
    Exchange.times(3, factory, peer.port());
    assertThat(recorder.closes).hasSize(3).containsOnly(outcome);
    assertThat(recorder.closeTimes).allMatch(time -> time.compareTo(AT_ONCE) < 0);
    assertThat(recorder.resumed).containsExactly(false, true, true);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    peer.awaitEnds();
    assertThat(outcome == CloseOutcome.CLOSE_NOTIFY ? peer.resets() : 0).isZero();
  }

  @Test
  void theWaitIsAsLongAsSetAndShrinksForAPeerThatKeepsMissingIt() throws Exception {
    Duration wait = Duration.ofSeconds(1);
    start("TLSv1.3", Fault.HOLD_OPEN, wait);
    long start = System.nanoTime();
    Exchange.once(factory, peer.port());
    // The wait counts from the last byte read: the close itself takes less on a slow machine.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(wait.dividedBy(2));
    assertThat(recorder.closeTimes.get(0)).isLessThan(AT_ONCE);
    Exchange.times(7, factory, peer.port());
    assertThat(recorder.closeTimes.subList(1, 8))
        .anyMatch(time -> time.compareTo(wait.dividedBy(2)) < 0);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "TLSv1.2, ABORTED",
    "TLSv1.3, ABORTED",
    "TLSv1.3 Conscrypt, ABORTED",
    "TLSv1.2, LOCAL",
    "TLSv1.3, LOCAL"
  })
  void anAbortOrACloseFreesTheReaderAtOnce(String protocol, CloseOutcome outcome) throws Exception {
    start(protocol, Fault.STALL);
    ResumingSslSocket socket = connect();
    Exchange.send(socket);
    awaitRequest();
    Future<Integer> read = BesideStockTest.startReading(socket);
    long start = System.nanoTime();
    if (outcome == CloseOutcome.ABORTED) {
      socket.abort();
    } else {
      socket.close();
    }
    assertThatThrownBy(() -> read.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
    assertThat(recorder.closes).containsExactly(outcome);
  }

  /**
   * However much was written: somewhere below 16 KiB the buffers leave no room for close_notify.
   */
  @ParameterizedTest
  @CsvSource({"TLSv1.2, false", "TLSv1.3, true"})
  void aSmallSendBufferToAPeerThatDoesNotReadIsClosedInBoundedTime(
      String protocol, boolean byOption) throws Exception {
    factory = factory(trusting().closeTimeout(Duration.ofSeconds(20)));
    ServerTls tls = new ServerTls(certificates, certificates.server(), protocol);
    ServerSocket small = new ServerSocket();
    small.setReceiveBufferSize(1024);
    small.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Acceptor server = closing(new Acceptor(small));
    CountDownLatch never = new CountDownLatch(1);
    server.start(
        raw -> {
          try (SSLSocket accepted = tls.over(raw)) {
            never.await();
          }
        });
    int most = 16 * 1024;
    for (int written = 1024; written < most; written += 256) {
      ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket();
      if (byOption) {
        socket.setOption(StandardSocketOptions.SO_SNDBUF, 1024);
      } else {
        socket.setSendBufferSize(1024);
      }
      socket.connect(small.getLocalSocketAddress(), 10_000, "localhost");
      byte[] bytes = new byte[written];
      Future<?> write =
          begin(
              () -> {
                socket.startHandshake();
                socket.getOutputStream().write(bytes);
              });
      try {
        write.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        // More than this does not go out at all.
        most = 0;
      }
      assertTimeoutPreemptively(AT_ONCE, socket::close);
    }
  }

  private void awaitRequest() {
    while (peer.requests() == 0) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void closingTwiceAndFromTwoThreadsDoesItOnce(String protocol) throws Exception {
    start(protocol, Fault.NONE);
    ResumingSslSocket socket = connect();
    Exchange.over(socket);
    for (Future<?> closing : List.of(begin(socket::close), begin(socket::close))) {
      closing.get();
    }
    socket.close();
    assertThat(socket.isClosed()).isTrue();
    assertThat(recorder.closes).containsExactly(CloseOutcome.CLOSE_NOTIFY);
    assertThatThrownBy(socket::getInputStream).isInstanceOf(SocketException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theInterruptFlagIsLeftAsItIs(String protocol) throws Exception {
    start(protocol, Fault.NONE);
    ResumingSslSocket socket = connect();
    Exchange.over(socket);
    Thread.currentThread().interrupt();
    socket.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(recorder.closes).containsExactly(CloseOutcome.CLOSE_NOTIFY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void aBodyCutOffWithoutCloseNotifyIsAnError(String protocol) throws Exception {
    start(protocol, Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);
    peer.answer(request -> Answer.ok(TlsPeer.BODY.repeat(2)));
    try (ResumingSslSocket socket = connect()) {
      Exchange.over(socket);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(TruncatedStreamException.class)
          .hasMessageContaining("localhost:" + peer.port())
          .hasMessageContaining("requireCloseNotify");
    }
    assertThat(recorder.closes).containsExactly(CloseOutcome.EOF);
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, CLOSE_DELIMITED, true, CLOSE_NOTIFY",
    "TLSv1.3, CLOSE_DELIMITED, true, CLOSE_NOTIFY",
    "TLSv1.2, TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY, false, EOF",
    "TLSv1.3, TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY, false, EOF"
  })
  void aBodyEndedByCloseNotifyIsWholeAndByTcpIfAPeerMayOmitThat(
      String protocol, Fault fault, boolean required, CloseOutcome outcome) throws Exception {
    start(
        protocol,
        fault,
        trusting().closeTimeout(Duration.ofSeconds(20)).requireCloseNotify(required));
    peer.answer(request -> Answer.ok(TlsPeer.BODY.repeat(required ? 1 : 2)));
    try (ResumingSslSocket socket = connect()) {
      Exchange.over(socket);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(recorder.closes).containsExactly(outcome);
  }

  /** What HttpCore before 4.4.15 does: before 11.0.13 it cost the session (JDK-8253368). */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aShutdownOfBothSidesBeforeTheCloseKeepsTheSession(String protocol) throws Exception {
    start(protocol, Fault.HOLD_OPEN);
    for (int i = 0; i < 3; i++) {
      try (ResumingSslSocket socket = connect()) {
        Exchange.over(socket);
        socket.shutdownOutput();
        socket.shutdownInput();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      }
    }
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSocketThatNeverSpokeLeavesNothing(boolean connected) throws Exception {
    start("TLSv1.3", Fault.NONE);
    Socket socket =
        connected ? factory.createSocket("localhost", peer.port()) : factory.createSocket();
    socket.close();
    assertThat(socket.isClosed()).isTrue();
    assertThat(recorder.closes).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STALL_HANDSHAKE", "GARBAGE"})
  void aHandshakeThatFailedOrTimedOutIsToldAndGivesItsLaneBack(Fault fault) throws Exception {
    start("TLSv1.3", fault);
    boolean stalls = fault == Fault.STALL_HANDSHAKE;
    try (ResumingSslSocket socket = connect()) {
      socket.setSoTimeout(stalls ? 100 : READ_TIMEOUT);
      assertThatThrownBy(socket::startHandshake)
          .isInstanceOf(stalls ? SocketTimeoutException.class : IOException.class);
      assertThat(factory.laneCounts().leased()).isZero();
      if (!stalls) {
        assertThatThrownBy(() -> Exchange.over(socket)).hasMessageContaining("earlier handshake");
      }
    }
    assertThat(recorder.failures).hasSize(1);
    assertThat(recorder.closes).isEmpty();
  }

  static Stream<String> everyProvider() {
    return Stream.of("", " Conscrypt", " BCJSSE")
        .flatMap(provider -> Stream.of("TLSv1.2" + provider, "TLSv1.3" + provider));
  }

  /**
   * Whoever reads on would take an altered body for a whole one. Whoever leaves a closed socket
   * alone has nothing left over.
   */
  @ParameterizedTest
  @MethodSource("everyProvider")
  void afterARecordThatFailsThereIsNoGoodEnd(String protocol) throws Exception {
    start(protocol, Fault.BAD_RECORD_BEFORE_RESPONSE);
    ResumingSslSocket socket = closing(connect());
    InputStream in = socket.getInputStream();
    Exchange.send(socket);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(in::read).isInstanceOf(IOException.class);
    }
    assertThat(socket.isClosed()).isTrue();
    assertThat(recorder.closes).containsExactly(CloseOutcome.ABORTED);
    assertThat(factory.laneCounts().leased()).isZero();
    peer.awaitEnds();
    assertThat(peer.resets()).isZero();
  }

  /** What the server answers to a request whose end is the end of the stream, of which it knows. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void afterTheEndOfWritingTheResponseIsRead(String protocol) throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    CompletableFuture<Integer> end = new CompletableFuture<>();
    ScriptedPeer.Script script =
        tls -> {
          ScriptedPeer.readRequest(tls);
          ended.await();
          tls.getOutputStream().write(ScriptedPeer.response());
          end.complete(tls.getInputStream().read());
        };
    ScriptedPeer late = scripted(script, protocolOf(protocol));
    SSLSocket socket = closing(connect(factory(trusting(protocol)), late.port()));
    Exchange.send(socket);
    socket.shutdownOutput();
    ended.countDown();
    assertThat(Exchange.receive(socket)).isEqualTo(TlsPeer.BODY);
    assertThat(end.get(20, TimeUnit.SECONDS)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHandshakeThatItsUserEndsIsNoFailureOfTheServerButOneForAllThatWait(boolean abort)
      throws Exception {
    start("TLSv1.3", Fault.STALL_HANDSHAKE);
    ResumingSslSocket socket = connect();
    List<Thread> callers = new CopyOnWriteArrayList<>();
    List<Future<?>> handshakes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      handshakes.add(
          begin(
              () -> {
                callers.add(Thread.currentThread());
                socket.startHandshake();
              }));
    }
    Eventually.holds(() -> peer.stalled() == 1);
    // The other one waits for the first.
    Eventually.holds(
        () -> callers.stream().anyMatch(each -> each.getState() == Thread.State.WAITING));
    if (abort) {
      socket.abort();
    } else {
      socket.close();
    }
    for (Future<?> handshake : handshakes) {
      assertThatThrownBy(() -> handshake.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(SocketException.class);
    }
    assertThat(recorder.failures).isEmpty();
    assertThat(factory.laneCounts().leased()).isZero();
  }

  /** What Conscrypt holds is freed by the abort, and does not wait for the garbage collector. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  @EnabledOnOs(OS.LINUX)
  void abortedConnectionsHoldNoDescriptors(String protocol) throws Exception {
    start(protocol, Fault.STALL);
    List<Socket> aborted = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      ResumingSslSocket socket = connect();
      Exchange.send(socket);
      socket.abort();
      aborted.add(socket);
      open.add(new File("/proc/self/fd").list().length);
    }
    assertThat(open.get(29)).isLessThan(open.get(5) + aborted.size());
  }

  private interface Within {
    void serve(SSLSocket outer, SSLSocket inner) throws Exception;
  }

  /** Connects over TLS within TLS to a peer that does the handshakes, and then what is given. */
  private SSLSocket twice(String protocol, boolean overJsse, Within served) throws Exception {
    SSLContext context = certificates.contextOf(certificates.server());
    ScriptedPeer.Script script =
        outer -> {
          SSLSocket inner =
              (SSLSocket)
                  context.getSocketFactory().createSocket(outer, null, outer.getPort(), true);
          inner.setUseClientMode(false);
          inner.setEnabledProtocols(new String[] {protocolOf(protocol)});
          inner.startHandshake();
          served.serve(outer, inner);
        };
    int port = scripted(script).port();
    factory = factory(trusting(protocol).closeTimeout(Duration.ofSeconds(20)));
    Socket outer =
        closing(
            (overJsse ? context.getSocketFactory() : factory(trusting()))
                .createSocket("localhost", port));
    SSLSocket inner = closing((SSLSocket) factory.createSocket(outer, "localhost", port, true));
    // A read with a timeout, after which the JDK parks a blocked writer where it is seen.
    inner.setSoTimeout(20_000);
    inner.startHandshake();
    return inner;
  }

  /** The one thread that ends blocked writes must not wait for one itself. */
  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true", "false, true"})
  void aCloseBesideAWriterOfTlsWithinTlsIsBoundedToo(boolean overJsse, boolean fails)
      throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    Within unread =
        (outer, inner) -> {
          blocked.await();
          outer.getOutputStream().write(NO_RECORD);
          new CountDownLatch(1).await();
        };
    SSLSocket socket = twice("TLSv1.3", overJsse, unread);
    Future<?> writing = BesideStockTest.startWriting(socket, new AtomicInteger());
    if (fails) {
      blocked.countDown();
      Future<?> read = begin(() -> socket.getInputStream().read());
      assertThatThrownBy(() -> read.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(SSLException.class);
    } else {
      begin(socket::close).get(20, TimeUnit.SECONDS);
    }
    Eventually.holds(writing::isDone);
  }

  @ParameterizedTest
  @MethodSource("everyProvider")
  void theAlertOfAFailedRecordIsSentWhileAnotherThreadWrites(String protocol) throws Exception {
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Within read =
        (outer, inner) -> {
          inner.getInputStream().read();
          outer.getOutputStream().write(NO_RECORD);
          end.complete(catchThrowable(() -> inner.getInputStream().readAllBytes()));
        };
    SSLSocket socket = twice(protocol, true, read);
    OutputStream out = socket.getOutputStream();
    Future<?> writing =
        begin(
            () -> {
              while (true) {
                out.write(new byte[100]);
              }
            });
    assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
    assertThat(end.get(20, TimeUnit.SECONDS)).hasMessageContaining("fatal alert");
    Eventually.holds(writing::isDone);
  }

  private AlertPeer peer(String protocol, Ending ending) throws Exception {
    return closing(new AlertPeer(certificates.rsaServer(), protocol, ending));
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, CLOSE_NOTIFY, 20",
    "TLSv1.3, CLOSE_NOTIFY, 20",
    "TLSv1.2, HOLD_OPEN, 0.005",
    "TLSv1.3, HOLD_OPEN, 0.005",
    "TLSv1.2, KEEP_ALIVE, 0",
    "TLSv1.3, KEEP_ALIVE, 0"
  })
  void aCloseSendsCloseNotifyAndNothingElse(String protocol, Ending ending, double closeTimeout)
      throws Exception {
    AlertPeer peer = peer(protocol, ending);
    ResumingSslSocketFactory factory =
        factory(trusting().closeTimeout(Duration.ofMillis(Math.round(1000 * closeTimeout))));
    for (int i = 0; i < 3; i++) {
      Exchange.overAndClose(factory.createSocket("localhost", peer.port()));
      assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aCloseSendsCloseNotifyOnceUnlessItIsAnAbort(String protocol) throws Exception {
    AlertPeer peer = peer(protocol, Ending.KEEP_ALIVE);
    ResumingSslSocketFactory factory = factory();
    try (ResumingSslSocket socket = connect(factory, peer.port())) {
      socket.startHandshake();
    }
    assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    try (ResumingSslSocket socket = connect(factory, peer.port())) {
      Exchange.over(socket);
      socket.shutdownOutput();
    }
    assertThat(peer.alertsOfNextConnection()).containsExactly("close_notify");
    try (ResumingSslSocket socket = connect(factory, peer.port())) {
      Exchange.over(socket);
      socket.abort();
    }
    assertThat(peer.alertsOfNextConnection()).isEmpty();
  }
}
