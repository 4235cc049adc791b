package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What listeners are told, and that nothing which they throw harms a connection. */
class ListenersTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final Recorder after = new Recorder();

  private ResumingSslSocketFactory factory(TlsListener... listeners) {
    TlsSettings.Builder settings =
        TlsSettings.builder().trustManagers(certificates.trustManagers());
    Stream.of(listeners).forEach(settings::addListener);
    ResumingSslSocketFactory factory = new ResumingSslSocketFactory(settings.build());
    nothingLeftOver.watchLeases(() -> factory.laneCounts().leased());
    return factory;
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
    List<LogRecord> records = new CopyOnWriteArrayList<>();
    Handler handler = keeping(records);
    Logger log = Logger.getLogger(TlsListener.class.getName());
    log.addHandler(handler);
    try (TlsPeer first = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer second = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer impostor = TlsPeer.start(new Certificates(), "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      ResumingSslSocketFactory factory = factory(new Throwing(thrown), after);
      for (int i = 0; i < 5; i++) {
        assertThat(Exchange.once(factory, proxy.port())).isEqualTo(TlsPeer.BODY);
      }
      proxy.forwardTo(second.port());
      assertThat(Exchange.once(factory, proxy.port())).isEqualTo(TlsPeer.BODY);
      proxy.forwardTo(impostor.port());
      assertThatThrownBy(() -> Exchange.once(factory, proxy.port()))
          .isInstanceOf(SSLException.class);
    } finally {
      log.removeHandler(handler);
    }
    assertThat(after.handshakes).hasSize(6);
    assertThat(after.handshakes).filteredOn(Handshake::resumed).hasSize(4);
    assertThat(after.refusals).hasSize(1);
    assertThat(after.failures).hasSize(1);
    assertThat(after.closes).hasSize(6);
    assertThat(records)
        .singleElement()
        .satisfies(entry -> assertThat(entry.getThrown()).isInstanceOf(thrown.get().getClass()));
  }

  @Test
  void connectionsThatCannotBeMadeAreToldAndCounted() throws Exception {
    TlsStatistics statistics = new TlsStatistics();
    ResumingSslSocketFactory factory = factory(after, statistics);
    int port;
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      port = peer.port();
    }
    assertThatThrownBy(() -> Exchange.once(factory, port)).isInstanceOf(ConnectException.class);
    assertThat(after.connectFailures)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.peer()).isEqualTo(Peer.of("localhost", port));
              assertThat(event.cause()).isInstanceOf(ConnectException.class);
            });
    assertThat(after.failures).isEmpty();
    assertThat(statistics.total().connectsFailed()).isEqualTo(1);
    assertThat(statistics.total().failed()).isZero();
  }

  @Test
  void whoGivesUpConnectingTellsNothingOfThePeer() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        Socket socket = factory(after).createSocket()) {
      InetSocketAddress address = new InetSocketAddress("localhost", peer.port());
      socket.connect(address);
      assertThatThrownBy(() -> socket.connect(address)).isInstanceOf(IOException.class);
      socket.close();
      assertThatThrownBy(() -> socket.connect(address)).isInstanceOf(IOException.class);
    }
    assertThat(after.connectFailures).isEmpty();
  }

  @Test
  void anInterruptThatAListenerTookIsGivenBack() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      assertThat(Exchange.once(factory(new Throwing(InterruptedException::new)), peer.port()))
          .isEqualTo(TlsPeer.BODY);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aLogThatThrowsHarmsNothingEither() throws Exception {
    Logger log = Logger.getLogger(TlsListener.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            throw new AssertionError("of the log");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    log.addHandler(handler);
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      assertThat(
              Exchange.once(factory(new Throwing(IllegalStateException::new), after), peer.port()))
          .isEqualTo(TlsPeer.BODY);
      assertThat(after.closes).hasSize(1);
    } finally {
      log.removeHandler(handler);
    }
  }

  @Test
  void aCloseTellsPeerHandshakeOutcomeAndDuration() throws Exception {
    List<ConnectionClosed> closes = new CopyOnWriteArrayList<>();
    TlsListener listener =
        new TlsListener() {
          @Override
          public void closed(ConnectionClosed event) {
            closes.add(event);
          }
        };
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2")) {
      Exchange.once(factory(listener), peer.port());
      assertThat(closes)
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.peer()).isEqualTo(Peer.of("localhost", peer.port()));
                assertThat(event.handshake().protocol()).isEqualTo("TLSv1.2");
                assertThat(event.handshake().fullCause()).isEqualTo(FullHandshakeCause.FIRST);
                assertThat(event.outcome()).isNotNull();
                assertThat(event.duration()).isPositive();
                assertThat(event.toString())
                    .startsWith("localhost:" + peer.port() + ": TLSv1.2 ")
                    .contains("full FIRST in ")
                    .endsWith(" ms, " + event.outcome());
              });
    }
  }

  private static Handler keeping(List<LogRecord> records) {
    return new Handler() {
      @Override
      public void publish(LogRecord entry) {
        records.add(entry);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  private static final class Throwing implements TlsListener {

    private final Supplier<Throwable> thrown;

    Throwing(Supplier<Throwable> thrown) {
      this.thrown = thrown;
    }

    @Override
    public void handshakeCompleted(HandshakeCompleted event) {
      Throwing.<RuntimeException>sneaky(thrown.get());
    }

    @Override
    public void handshakeFailed(HandshakeFailed event) {
      Throwing.<RuntimeException>sneaky(thrown.get());
    }

    @Override
    public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
      Throwing.<RuntimeException>sneaky(thrown.get());
    }

    @Override
    public void closed(ConnectionClosed event) {
      Throwing.<RuntimeException>sneaky(thrown.get());
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneaky(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }
}
