package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection opened for one call that is announced, at any rate of calls. */
class PrepareTest extends TlsTest {

  private static final Callable<InetAddress[]> LOOPBACK =
      () -> new InetAddress[] {InetAddress.getLoopbackAddress()};

  private final ResumingSslSocketFactory factory = factory(preconnecting(1), clock::get);

  private Preparation prepared(ResumingSslSocketFactory factory, String host, int port)
      throws Exception {
    return result(factory.prepare(Peer.of(host, port)));
  }

  private static Preparation result(CompletionStage<Preparation> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** By demand there would be none for calls so rare. */
  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1"})
  void theCallFindsItsConnection(String host) throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    for (int call = 1; call <= 3; call++) {
      assertThat(prepared(factory, host, peer.port())).isEqualTo(Preparation.OPENED);
      Eventually.holds(() -> WaitingPreconnection.isAny(factory));
      Exchange.overAndClose(factory.createSocket(host, peer.port()));
      assertThat(peer.connections()).isEqualTo(call);
      assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(call);
      pass(Duration.ofMinutes(1));
    }
  }

  /** A caller goes on too, so it would not find what waits at the first alone. */
  @Test
  void theNextAddressIsTriedIfOneRefuses() throws Exception {
    InetAddress[] addresses = {InetAddress.getByName("::1"), InetAddress.getByName("127.0.0.1")};
    TlsPeer peer = peer("TLSv1.3");
    for (int call = 1; call <= 2; call++) {
      assertThat(result(factory.prepare(Peer.of("localhost", peer.port()), () -> addresses)))
          .isIn(Preparation.OPENED, Preparation.WAITING);
      Eventually.holds(() -> WaitingPreconnection.isAny(factory));
      Exchange.overAndClose(factory.createSocket("localhost", peer.port()));
      assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(call);
    }
  }

  @Test
  void aSecondWaitsForTheFirst() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    List<CompletionStage<Preparation>> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(factory.prepare(Peer.of("localhost", peer.port())));
    }
    List<Preparation> results = new ArrayList<>();
    for (CompletionStage<Preparation> each : all) {
      results.add(result(each));
    }
    assertThat(results).containsOnlyOnce(Preparation.OPENED).contains(Preparation.WAITING);
    assertThat(prepared(factory, "localhost", peer.port())).isEqualTo(Preparation.WAITING);
    assertThat(peer.connections()).isEqualTo(1);
  }

  /** Before there is a thread for it, and while its host is looked up, as the caller did. */
  @Test
  void aCallThatComesBeforeItIsBegunWaitsForItToo() throws Exception {
    Held held = new Held();
    held.release.release(2);
    Semaphore lookedUp = held.announce();
    Future<String> call = held.call();
    held.awaitWaiting();
    lookedUp.release();
    assertThat(call.get()).isEqualTo(TlsPeer.BODY);
    assertThat(held.peer.connections()).isEqualTo(1);
  }

  /** It has begun before the call could. One connection serves one call. */
  @Test
  void theFirstCallThatComesTooEarlyWaitsForIt() throws Exception {
    Held held = new Held();
    held.begin();
    Future<String> first = held.call();
    held.awaitWaiting();
    Future<String> second = held.call();
    held.arrived.acquire();
    held.release.release(2);
    assertThat(List.of(first.get(), second.get())).containsOnly(TlsPeer.BODY);
    assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(1);
  }

  /** As while it reads a ticket, and whatever it was opened for. */
  @Test
  void aCallWaitsForOneThatIsOpenAndNotYetReady() throws Exception {
    Semaphore opened = new Semaphore(0);
    Semaphore told = new Semaphore(0);
    recorder.then =
        event -> {
          if (event instanceof PreconnectionOpened) {
            opened.release();
            told.acquireUninterruptibly();
          }
        };
    Held held = new Held();
    try {
      held.release.release(5);
      held.call().get();
      held.call().get();
      opened.acquire();
      Future<String> call = held.call();
      held.awaitWaiting();
      told.release(2);
      assertThat(call.get()).isEqualTo(TlsPeer.BODY);
      assertThat(preconnections(PreconnectionOutcome.USED)).isEqualTo(1);
    } finally {
      told.release(2);
    }
  }

  @Test
  void aCallThatWaitsIsClosedLikeAnyOther() throws Exception {
    Held held = new Held();
    held.begin();
    Socket socket = factory.createSocket();
    Future<?> connect =
        held.run(
            () -> {
              socket.connect(new InetSocketAddress("localhost", held.peer.port()));
              return null;
            });
    held.awaitWaiting();
    socket.close();
    assertThatThrownBy(connect::get).hasCauseInstanceOf(SocketException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCallThatIsInterruptedOrWaitsForLongConnectsByItself(boolean interrupted) throws Exception {
    Held held = new Held();
    held.begin();
    Future<String> call = held.call();
    held.awaitWaiting();
    if (interrupted) {
      held.caller.interrupt();
    } else {
      pass(Duration.ofSeconds(1));
    }
    held.arrived.acquire();
    held.release.release(2);
    assertThat(call.get()).isEqualTo(TlsPeer.BODY);
  }

  /** Its thread may stay with a trust manager for long, which asks a server for revocations. */
  @Test
  void aCallWaitsForNoneThatIsGivenUp() throws Exception {
    Semaphore asked = new Semaphore(0);
    Semaphore answered = new Semaphore(0);
    TrustManager slow =
        trustAnd(
            () -> {
              asked.release();
              answered.acquireUninterruptibly();
            });
    ResumingSslSocketFactory slowly = factory(preconnecting(1).trustManagers(slow), clock::get);
    Held held = new Held();
    try {
      held.release.release(2);
      slowly.prepare(Peer.of("localhost", held.peer.port()));
      asked.acquire();
      Future<?> connect =
          held.run(
              () -> {
                slowly.createSocket("localhost", held.peer.port()).close();
                return null;
              });
      held.awaitWaiting();
      slowly.closePreconnections();
      connect.get(20, TimeUnit.SECONDS);
    } finally {
      answered.release();
    }
  }

  @Test
  void aServerThatIsDownIsLeftAloneForAWhile() throws Exception {
    ClosedPort down = closing(ClosedPort.take());
    assertThat(prepared(factory, "localhost", down.port())).isEqualTo(Preparation.FAILED);
    assertThat(prepared(factory, "localhost", down.port())).isEqualTo(Preparation.PAUSED);
    pass(Duration.ofSeconds(2));
    assertThat(prepared(factory, "localhost", down.port())).isEqualTo(Preparation.FAILED);
  }

  @Test
  void aHostWithoutAnAddressIsAConnectionThatFails() throws Exception {
    assertThat(prepared(factory, "no-such-host.invalid", 443)).isEqualTo(Preparation.FAILED);
    Callable<InetAddress[]> throwing =
        () -> {
          throw new IllegalStateException("no resolver");
        };
    for (Callable<InetAddress[]> lookUp :
        List.<Callable<InetAddress[]>>of(throwing, () -> null, () -> new InetAddress[0])) {
      assertThat(result(factory.prepare(Peer.of("localhost", 443), lookUp)))
          .isEqualTo(Preparation.FAILED);
    }
  }

  /** The stage and the place of its peer wait for no resolver that hangs. */
  @Test
  void aLookUpThatDoesNotReturnIsGivenUpWithTheOthers() throws Exception {
    Semaphore lookedUp = new Semaphore(0);
    Callable<InetAddress[]> hanging =
        () -> {
          lookedUp.acquire();
          return new InetAddress[0];
        };
    try {
      for (int i = 0; i < 2; i++) {
        CompletionStage<Preparation> stage = factory.prepare(Peer.of("localhost", 443), hanging);
        CompletionStage<Thread> told = stage.thenApply(result -> Thread.currentThread());
        factory.closePreconnections();
        // First: who gets the result of a stage runs what depends on it too.
        assertThat(told.toCompletableFuture().get(20, TimeUnit.SECONDS))
            .isNotEqualTo(Thread.currentThread());
        assertThat(result(stage)).isEqualTo(Preparation.FAILED);
      }
    } finally {
      lookedUp.release(2);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESET_IN_HANDSHAKE", "CLOSE_IN_HANDSHAKE", "CERTIFICATE_UNTRUSTED"})
  void aHandshakeThatFailsIsCountedSo(Fault fault) throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(fault);
    Peer called = Peer.of("localhost", peer.port());
    assertThat(result(factory.prepare(called, LOOPBACK))).isEqualTo(Preparation.FAILED);
    assertThat(preconnections(PreconnectionOutcome.FAILED)).isEqualTo(1);
    assertThat(statistics.peers().get(called).lastFailure()).isPresent();
  }

  @Test
  void silentServersHoldUpNoOther() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    for (ServerSocket each : silent(8)) {
      factory.prepare(Peer.of("localhost", each.getLocalPort()));
      closing(each.accept());
    }
    assertThat(prepared(factory, "localhost", peer.port())).isEqualTo(Preparation.OPENED);
  }

  private List<ServerSocket> silent(int servers) throws IOException {
    List<ServerSocket> silent = new ArrayList<>();
    for (int i = 0; i < servers; i++) {
      silent.add(closing(new ServerSocket(0, 50, InetAddress.getLoopbackAddress())));
    }
    return silent;
  }

  /** Each that is being opened keeps a thread: 32 at most, however many calls are announced. */
  @Test
  void fewAreOpenedAtATime() throws Exception {
    List<ServerSocket> silent = silent(40);
    List<CompletionStage<Preparation>> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int port = silent.get(i % silent.size()).getLocalPort();
      all.add(factory.prepare(Peer.of("localhost", port)));
    }
    factory.closePreconnections();
    Map<Preparation, Integer> results = new EnumMap<>(Preparation.class);
    for (CompletionStage<Preparation> each : all) {
      results.merge(result(each), 1, Integer::sum);
    }
    assertThat(results)
        .containsOnlyKeys(Preparation.LIMITED, Preparation.WAITING, Preparation.FAILED)
        .containsEntry(Preparation.FAILED, 32);
  }

  @Test
  void nothingIsDoneUnlessItIsSet() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    for (TlsSettings.Builder each :
        List.of(preconnecting(0), preconnecting(1).stockSockets(true))) {
      assertThat(prepared(factory(each), "localhost", peer.port())).isEqualTo(Preparation.OFF);
    }
    assertThat(peer.connections()).isZero();
    assertThatThrownBy(() -> factory.prepare(null)).hasMessage("peer: null given");
  }

  /** A server that begins its handshakes when the test lets it, and the threads that call it. */
  private final class Held {

    final Semaphore arrived = new Semaphore(0);
    final Semaphore release = new Semaphore(0);
    final ScriptedPeer peer;
    volatile Thread caller;

    Held() throws Exception {
      peer = scripted(this::serve, "TLSv1.3");
    }

    private void serve(SSLSocket tls) throws Exception {
      arrived.release();
      release.acquire();
      if (ScriptedPeer.readRequest(tls)) {
        tls.getOutputStream().write(ScriptedPeer.response());
      }
    }

    /** Announces a call to it, and waits until a connection is being opened for that. */
    void begin() throws Exception {
      factory.prepare(Peer.of("localhost", peer.port()));
      arrived.acquire();
    }

    /** Announces a call to it, whose host is looked up once the result is released. */
    Semaphore announce() {
      Semaphore lookedUp = new Semaphore(0);
      factory.prepare(
          Peer.of("localhost", peer.port()),
          () -> {
            lookedUp.acquire();
            return InetAddress.getAllByName("localhost");
          });
      return lookedUp;
    }

    Future<String> call() {
      return run(() -> Exchange.once(factory, peer.port()));
    }

    <T> Future<T> run(Callable<T> work) {
      FutureTask<T> task = new FutureTask<>(work);
      caller = new Thread(task);
      caller.start();
      return task;
    }

    /** A connect and a read wait without a limit of time, and outside of Java. */
    void awaitWaiting() throws Exception {
      Eventually.holds(() -> caller.getState() == Thread.State.TIMED_WAITING);
    }
  }
}
