package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.TlsPeer;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many connections at once to a peer that few were made to before. */
class BurstTest extends TlsTest {

  private static final int THREADS = 64;

  /** That long a resumed handshake vouches for a session. */
  private static final long VOUCHED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong ahead = new AtomicLong();
  private final ResumingSslSocketFactory factory =
      factory(trusting(), () -> System.nanoTime() + ahead.get());

  @Test
  void oneSessionOfTls12ServesABurst() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2")) {
      Exchange.once(factory, peer.port());
      Exchange.once(factory, peer.port());
      burst(peer.port());

      assertThat(peer.fullHandshakes()).isEqualTo(1);
      assertThat(peer.connections()).isEqualTo(THREADS + 2);
      assertThat(factory.laneCounts().live()).isEqualTo(1);
    }
  }

  /** The sessions that many are about to use are gone: they are not offered twice each. */
  @Test
  void aBurstOnSessionsThatTheServerForgotCostsOneConnectionEach() throws Exception {
    int port;
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2")) {
      port = peer.port();
      for (int i = 0; i < 10; i++) {
        Exchange.once(factory, port);
      }
    }
    InetAddress address = InetAddress.getByName("localhost");
    ahead.set(VOUCHED_NANOS);
    try (TlsPeer again = TlsPeer.startAt(address, port, certificates, "TLSv1.2")) {
      burst(port);

      assertThat(again.connections()).isBetween(THREADS, THREADS + 1);
      burst(port);
      assertThat(again.connections()).isLessThanOrEqualTo(2 * THREADS + 1);
      // The one that was to resume alone showed its certificate too.
      assertThat(again.fullHandshakes()).isLessThanOrEqualTo(THREADS + 1);
    }
  }

  @Test
  void aPeerThatLearnsTls13AndForgetsItIsResumed() throws Exception {
    int port;
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2")) {
      port = peer.port();
      Exchange.once(factory, port);
      burst(port);
    }
    InetAddress address = InetAddress.getByName("localhost");
    for (String protocol : List.of("TLSv1.3", "TLSv1.2", "TLSv1.3")) {
      try (TlsPeer peer = TlsPeer.startAt(address, port, certificates, protocol)) {
        for (int i = 0; i < 10; i++) {
          Exchange.once(factory, port);
        }
        assertThat(peer.fullHandshakes()).as(protocol).isLessThanOrEqualTo(2);
      }
    }
    assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(3);
  }

  private void burst(int port) throws Exception {
    Exchange.inParallel(THREADS, 1, () -> Exchange.once(factory, port));
  }
}
