package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.TlsPeer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumptionTest extends TlsTest {

  private static final int THREADS = 64;

  /** That long a resumed handshake vouches for a session. */
  private static final long VOUCHED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ResumingSslSocketFactory factory = factory(trusting(), clock::get);

  @ParameterizedTest(name = "{0}, {1} threads, contexts of a supplier: {2}")
  @CsvSource({
    "TLSv1.2, 1, false",
    "TLSv1.3, 1, false",
    "TLSv1.2, 16, false",
    "TLSv1.3, 16, false",
    "TLSv1.2, 64, false",
    "TLSv1.3, 64, false",
    "TLSv1.2 Conscrypt, 8, false",
    "TLSv1.3 Conscrypt, 8, false",
    "TLSv1.2, 8, true",
    "TLSv1.3, 8, true"
  })
  void noFullHandshakeAfterEachLanesFirst(String variant, int threads, boolean supplied)
      throws Exception {
    TlsPeer peer = peer(protocolOf(variant));
    TlsSettings.Builder settings =
        supplied
            ? TlsSettings.builder()
                .sslContext(this::stock)
                .addListener(recorder)
                .addListener(statistics)
            : trusting(variant);
    ResumingSslSocketFactory factory = factory(settings.closeTimeout(Duration.ofSeconds(20)));
    Exchange.inParallel(threads, 6, () -> Exchange.once(factory, peer.port()));

    long full = statistics.total().full();
    assertThat(full).isBetween(1L, (long) threads).isEqualTo(peer.fullHandshakes());
    assertThat(statistics.total().resumed()).isEqualTo(6L * threads - full);
    if (variant.equals(protocolOf(variant)) && !supplied) {
      assertThat(full).isLessThanOrEqualTo(factory.laneCounts().made());
      assertThat(factory.laneCounts().made()).isLessThanOrEqualTo(threads);
      assertThat(recorder.handshakes)
          .allMatch(done -> done.resumed() || done.fullCause() == FullHandshakeCause.FIRST);
    }
    assertThat(recorder.closes).hasSize(threads * 6).containsOnly(CloseOutcome.CLOSE_NOTIFY);
  }

  /** The certificate is for the name alone. Conscrypt finds a session by the name as written. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void everyWayToMakeASocketSharesTheSessions(String provider) throws Exception {
    TlsPeer peer = peerOf("localhost", "TLSv1.3");
    ResumingSslSocketFactory factory = factory(trusting(provider));
    int port = peer.port();
    InetAddress named = InetAddress.getByName("localhost");
    InetAddress local = InetAddress.getLoopbackAddress();
    List<Callable<Socket>> ways =
        List.of(
            () -> factory.createSocket("localhost", port),
            () -> factory.createSocket("LOCALHOST", port, local, 0),
            () -> factory.createSocket("LocalHost", port),
            () -> factory.createSocket(new Socket("localhost", port), "localhost", port, true),
            () -> factory.createSocket(named, port),
            () -> factory.createSocket(named, port, local, 0),
            () -> {
              Socket socket = factory.createSocket();
              socket.setSoTimeout(5000);
              socket.connect(new InetSocketAddress("localhost", port), 5000);
              return socket;
            });
    for (Callable<Socket> way : ways) {
      Exchange.overAndClose(way.call());
    }
    assertThat(factory.laneCounts().live()).isEqualTo(1);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  /** The client's last flight may be held for the request, but not if none is known to follow. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aHandshakeOfItsOwnCompletesAtThePeer(String protocol) throws Exception {
    TlsPeer peer = peer(protocol);
    ResumingSslSocketFactory factory = factory();
    for (int i = 1; i <= 2; i++) {
      try (ResumingSslSocket socket = connect(factory, peer.port())) {
        socket.startHandshake();
        int connection = i;
        Eventually.holds(() -> peer.handshakes() >= connection);
        Exchange.over(socket);
      }
    }
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  @Test
  void oneSessionOfTls12ServesABurst() throws Exception {
    TlsPeer peer = peer("TLSv1.2");
    Exchange.times(2, factory, peer.port());
    burst(peer.port());

    assertThat(peer.fullHandshakes()).isEqualTo(1);
    assertThat(peer.connections()).isEqualTo(THREADS + 2);
    assertThat(factory.laneCounts().live()).isEqualTo(1);
  }

  /** The sessions that many are about to use are gone: they are not offered twice each. */
  @Test
  void aBurstOnSessionsThatTheServerForgotCostsOneConnectionEach() throws Exception {
    TlsPeer peer = peer("TLSv1.2");
    int port = peer.port();
    Exchange.times(10, factory, port);
    peer.close();
    InetAddress address = InetAddress.getByName("localhost");
    clock.set(VOUCHED_NANOS);
    TlsPeer again = closing(TlsPeer.startAt(address, port, certificates, "TLSv1.2"));
    burst(port);

    assertThat(again.connections()).isBetween(THREADS, THREADS + 1);
    burst(port);
    assertThat(again.connections()).isLessThanOrEqualTo(2 * THREADS + 1);
    // The one that was to resume alone showed its certificate too.
    assertThat(again.fullHandshakes()).isLessThanOrEqualTo(THREADS + 1);
  }

  @Test
  void aPeerThatLearnsTls13AndForgetsItIsResumed() throws Exception {
    TlsPeer peer = peer("TLSv1.2");
    int port = peer.port();
    Exchange.once(factory, port);
    burst(port);
    peer.close();
    InetAddress address = InetAddress.getByName("localhost");
    for (String protocol : List.of("TLSv1.3", "TLSv1.2", "TLSv1.3")) {
      try (TlsPeer again = TlsPeer.startAt(address, port, certificates, protocol)) {
        Exchange.times(10, factory, port);
        assertThat(again.fullHandshakes()).as(protocol).isLessThanOrEqualTo(2);
      }
    }
    assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(3);
  }

  private void burst(int port) throws Exception {
    Exchange.inParallel(THREADS, 1, () -> Exchange.once(factory, port));
  }

  /**
   * However often it was resumed meanwhile; and it is not offered, though the provider has it. A
   * moment early: one that the provider has ended looks like one that the server did not give.
   */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void aSessionEndsThatLongAfterItsFullHandshake(String variant) throws Exception {
    ResumingSslSocketFactory factory =
        factory(trusting(variant).sessionTimeout(Duration.ofHours(1)), clock::get);
    TlsPeer peer = peer(protocolOf(variant));
    for (int second : new int[] {60, 1200, 2400, 3300, 3655}) {
      clock.set(Duration.ofSeconds(second).toNanos());
      Exchange.once(factory, peer.port());
    }
    assertThat(recorder.resumed).containsExactly(false, true, true, true, false);
    assertThat(recorder.handshakes.get(4).fullCause()).isEqualTo(FullHandshakeCause.FIRST);
  }
}
