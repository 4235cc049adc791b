package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.TlsPeer;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumptionTest extends TlsTest {

  @ParameterizedTest(name = "{0}, {1} threads")
  @CsvSource({
    "TLSv1.2, 1",
    "TLSv1.3, 1",
    "TLSv1.2, 16",
    "TLSv1.3, 16",
    "TLSv1.2, 64",
    "TLSv1.3, 64"
  })
  void noFullHandshakeAfterEachLanesFirst(String protocol, int threads) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      ResumingSslSocketFactory factory = factory();
      Exchange.inParallel(threads, 6, () -> Exchange.once(factory, peer.port()));

      assertThat(factory.laneCounts().made()).isBetween(1L, (long) threads);
      assertThat(recorder.handshakes)
          .hasSize(threads * 6)
          .allMatch(done -> done.resumed() || done.fullCause() == FullHandshakeCause.FIRST);
      assertThat(peer.fullHandshakes())
          .isLessThanOrEqualTo((int) factory.laneCounts().made())
          .isEqualTo((int) statistics.total().full());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anotherProviderIsOneSetting(String protocol) throws Exception {
    Provider conscrypt = Conscrypt.newProvider();
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      ResumingSslSocketFactory factory =
          factory(trusting().closeTimeout(Duration.ofSeconds(20)).provider(conscrypt));
      Exchange.inParallel(8, 10, () -> Exchange.once(factory, peer.port()));
      long full = statistics.total().full();

      assertThat(full).isBetween(1L, 8L).isEqualTo(peer.fullHandshakes());
      assertThat(statistics.total().resumed()).isEqualTo(80L - full);
      assertThat(statistics.total().closes().get(CloseOutcome.CLOSE_NOTIFY)).isEqualTo(80);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void contextsOfASupplierResumeToo(String protocol) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      ResumingSslSocketFactory factory =
          factory(TlsSettings.builder().sslContext(this::context).addListener(statistics));
      Exchange.inParallel(8, 10, () -> Exchange.once(factory, peer.port()));

      assertThat(statistics.total().full()).isBetween(1L, 8L).isEqualTo(peer.fullHandshakes());
    }
  }

  @Test
  void noThreadIsStarted() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory();
      Exchange.once(factory, peer.port());
      List<Thread> notified = new ArrayList<>();
      long before = startedByThisTest();
      for (int i = 0; i < 20; i++) {
        try (ResumingSslSocket socket =
            (ResumingSslSocket) factory.createSocket("localhost", peer.port())) {
          socket.addHandshakeCompletedListener(event -> notified.add(Thread.currentThread()));
          Exchange.over(socket);
        }
      }
      long peerThreads = peer.threadsStarted();

      assertThat(notified).hasSize(20).containsOnly(Thread.currentThread());
      assertThat(startedByThisTest() - before).isLessThanOrEqualTo(peerThreads);
    }
  }

  private static long startedByThisTest() {
    return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
  }

  @Test
  void pastTheLimitConnectionsAreMadeOverASharedLane() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory(trusting().maxLanesPerPeer(2));
      List<Socket> sockets = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Socket socket = factory.createSocket("localhost", peer.port());
        Exchange.send(socket);
        sockets.add(socket);
      }
      assertThat(factory.laneCounts().live()).isEqualTo(2);
      for (Socket socket : sockets) {
        assertThat(Exchange.receive(socket)).isEqualTo(TlsPeer.BODY);
        socket.close();
      }
    }
  }

  @Test
  void everyWayToMakeASocketSharesTheSessions() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory();
      int port = peer.port();
      InetAddress named = InetAddress.getByName("localhost");
      InetAddress local = InetAddress.getLoopbackAddress();
      List<Callable<Socket>> ways =
          List.of(
              () -> factory.createSocket("localhost", port),
              () -> factory.createSocket("LOCALHOST", port, local, 0),
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
        try (Socket socket = way.call()) {
          assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
        }
      }
      assertThat(factory.laneCounts().live()).isEqualTo(1);
      assertThat(peer.fullHandshakes()).isLessThanOrEqualTo(2);
    }
  }

  /** As HttpsURLConnection does it; the certificate is for the name and not for the address. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theNameWithinAnAddressIsVerifiedAndItsSessionResumed(String provider) throws Exception {
    try (TlsPeer peer = peerOf("localhost", "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory(trusting(provider));
      for (int i = 0; i < 4; i++) {
        try (Socket socket = factory.createSocket()) {
          socket.connect(new InetSocketAddress("localhost", peer.port()), 5000);
          assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
        }
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
    }
  }

  /** The client's last flight may be held for the request, but not if none is known to follow. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aHandshakeOfItsOwnCompletesAtThePeer(String protocol) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      ResumingSslSocketFactory factory = factory();
      for (int i = 1; i <= 2; i++) {
        try (ResumingSslSocket socket =
            (ResumingSslSocket) factory.createSocket("localhost", peer.port())) {
          socket.startHandshake();
          int connection = i;
          Eventually.holds(() -> peer.handshakes() >= connection);
          Exchange.over(socket);
        }
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
    }
  }

  /** Conscrypt finds a session by the name as it is written. */
  @Test
  void aHostWrittenInAnyCaseResumes() throws Exception {
    ResumingSslSocketFactory factory = factory(trusting("Conscrypt"));
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      for (String host : new String[] {"localhost", "LOCALHOST", "LocalHost", "localhost"}) {
        try (Socket socket = factory.createSocket(host, peer.port())) {
          Exchange.over(socket);
        }
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
    }
  }

  private SSLContext context() {
    try {
      return stock();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
