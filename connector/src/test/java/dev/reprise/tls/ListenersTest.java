package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What listeners are told, and that nothing which they throw harms a connection. */
class ListenersTest extends TlsTest {

  private ResumingSslSocketFactory telling(TlsListener first) {
    return factory(
        TlsSettings.builder()
            .trustManagers(certificates.trustManagers())
            .addListener(first)
            .addListener(recorder)
            .addListener(statistics));
  }

  static Stream<Arguments> thrown() {
    return Stream.<Supplier<Throwable>>of(
            () -> new IllegalStateException("of a listener"),
            () -> new IOException("of a listener, past the compiler"),
            AssertionError::new,
            () -> new NoClassDefFoundError("of a listener"),
            () -> new InternalError("of a listener"),
            StackOverflowError::new)
        .map(thrown -> Arguments.of(thrown.get().getClass().getSimpleName(), thrown));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("thrown")
  void whatAListenerThrowsHarmsNothingAndIsLoggedOnce(String name, Supplier<Throwable> thrown)
      throws Exception {
    LogRecords log = closing(new LogRecords(TlsListener.class.getName(), null));
    TlsPeer first = peer("TLSv1.3");
    TlsPeer second = peer("TLSv1.3");
    TlsPeer impostor = closing(TlsPeer.start(new Certificates(), "TLSv1.3"));
    RecordingProxy proxy = proxyTo(first);
    ResumingSslSocketFactory factory = telling(new Throwing(thrown));
    Exchange.times(5, factory, proxy.port());
    proxy.forwardTo(second.port());
    assertThat(Exchange.once(factory, proxy.port())).isEqualTo(TlsPeer.BODY);
    proxy.forwardTo(impostor.port());
    assertThatThrownBy(() -> Exchange.once(factory, proxy.port())).isInstanceOf(SSLException.class);
    assertThat(recorder.handshakes).hasSize(6);
    assertThat(recorder.handshakes).filteredOn(Handshake::resumed).hasSize(4);
    assertThat(recorder.refusals).hasSize(1);
    assertThat(recorder.failures).hasSize(1);
    assertThat(recorder.closes).hasSize(6);
    assertThat(log.records)
        .singleElement()
        .satisfies(entry -> assertThat(entry.getThrown()).isInstanceOf(thrown.get().getClass()));
  }

  /** By its stack trace a failure would keep the classes of those who called. */
  @Test
  void connectionsThatCannotBeMadeAreToldAndCountedAndNotKeptUnlessTheyMayBe() throws Exception {
    TlsStatistics forgetful = new TlsStatistics(false);
    ResumingSslSocketFactory factory = factory(trusting().addListener(forgetful));
    int port = closing(ClosedPort.take()).port();
    assertThatThrownBy(() -> Exchange.once(factory, port)).isInstanceOf(ConnectException.class);
    assertThat(recorder.connectFailures)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.peer()).isEqualTo(Peer.of("localhost", port));
              assertThat(event.cause()).isInstanceOf(ConnectException.class);
            });
    assertThat(recorder.failures).isEmpty();
    assertThat(statistics.total().connectsFailed()).isEqualTo(1);
    assertThat(statistics.total().failed()).isZero();
    PeerStatistics ofPeer = statistics.peers().get(Peer.of("localhost", port));
    assertThat(ofPeer.lastFailure().orElseThrow().cause()).isInstanceOf(ConnectException.class);
    assertThat(statistics.total().lastFailure()).isEmpty();
    PeerStatistics forgotten = forgetful.peers().get(Peer.of("localhost", port));
    assertThat(forgotten.connectsFailed()).isEqualTo(1);
    assertThat(forgotten.lastFailure()).isEmpty();
  }

  @Test
  void theLastFailureIsKeptBesideTheLastHandshake() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Instant start = Instant.now();
    ResumingSslSocketFactory distrusting =
        factory(trusting().trustManagers(new Certificates().trustManagers()));
    Supplier<PeerStatistics> ofPeer =
        () -> statistics.peers().get(Peer.of("localhost", peer.port()));
    assertThatThrownBy(() -> Exchange.once(distrusting, peer.port()))
        .isInstanceOf(SSLHandshakeException.class);
    assertThat(ofPeer.get().lastHandshake()).isEmpty();
    TlsFailure failure = ofPeer.get().lastFailure().orElseThrow();
    assertThat(failure.cause()).isInstanceOf(SSLHandshakeException.class);
    assertThat(failure.at()).isBetween(start, Instant.now());
    Exchange.once(factory(), peer.port());
    assertThat(ofPeer.get().lastFailure()).isPresent();
    assertThat(ofPeer.get().lastHandshake().orElseThrow().protocol()).isEqualTo("TLSv1.3");
  }

  @Test
  void whoGivesUpConnectingTellsNothingOfThePeer() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    try (Socket socket = factory().createSocket()) {
      InetSocketAddress address = new InetSocketAddress("localhost", peer.port());
      socket.connect(address);
      assertThatThrownBy(() -> socket.connect(address)).isInstanceOf(IOException.class);
      socket.close();
      assertThatThrownBy(() -> socket.connect(address)).isInstanceOf(IOException.class);
    }
    assertThat(recorder.connectFailures).isEmpty();
  }

  @Test
  void anInterruptThatAListenerTookIsGivenBack() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    assertThat(Exchange.once(telling(new Throwing(InterruptedException::new)), peer.port()))
        .isEqualTo(TlsPeer.BODY);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aLogThatThrowsHarmsNothingEither() throws Exception {
    closing(
        new LogRecords(TlsListener.class.getName(), null) {
          @Override
          public void publish(LogRecord entry) {
            throw new AssertionError("of the log");
          }
        });
    TlsPeer peer = peer("TLSv1.3");
    assertThat(Exchange.once(telling(new Throwing(IllegalStateException::new)), peer.port()))
        .isEqualTo(TlsPeer.BODY);
    assertThat(recorder.closes).hasSize(1);
  }

  private static final class Throwing implements TlsListener {

    private final Supplier<Throwable> thrown;

    Throwing(Supplier<Throwable> thrown) {
      this.thrown = thrown;
    }

    @Override
    public void handshakeCompleted(Handshake event) {
      TlsTest.<RuntimeException>throwUnchecked(thrown.get());
    }

    @Override
    public void handshakeFailed(HandshakeFailed event) {
      TlsTest.<RuntimeException>throwUnchecked(thrown.get());
    }

    @Override
    public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
      TlsTest.<RuntimeException>throwUnchecked(thrown.get());
    }

    @Override
    public void closed(ConnectionClosed event) {
      TlsTest.<RuntimeException>throwUnchecked(thrown.get());
    }
  }
}
