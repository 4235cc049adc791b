package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.SocketFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a man in the middle sees of sessions and closes. */
class WireTest extends TlsTest {

  /** RFC 8446 appendix C.4; the limit of lanes makes connections share one. */
  @ParameterizedTest(name = "{0} threads, each {1} times, {2} lanes")
  @CsvSource({"1, 50, 1024", "16, 13, 1024", "16, 13, 4"})
  void noTicketIsOfferedTwice(int threads, int times, int lanes) throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    RecordingProxy proxy = proxyTo(peer);
    ResumingSslSocketFactory factory = factory(trusting().maxLanesPerPeer(lanes));
    exchange(factory, proxy, threads, times);

    List<ByteBuffer> offered = offered(proxy);
    assertThat(proxy.connections()).hasSize(threads * times);
    assertThat(offered).doesNotHaveDuplicates();
    assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(lanes);
    if (lanes > threads) {
      assertThat(offered).hasSize(threads * times - factory.laneCounts().live());
    }
  }

  /**
   * A cluster whose servers know nothing of each other's tickets, and refuse them at each change.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void aTicketThatWasRefusedIsNotOfferedAgain(int threads) throws Exception {
    TlsPeer one = peer("TLSv1.3");
    TlsPeer other = peer("TLSv1.3");
    RecordingProxy proxy = proxyTo(one);
    ResumingSslSocketFactory factory = factory();
    for (int turn = 0; turn < 6; turn++) {
      proxy.forwardTo(turn % 2 == 0 ? one.port() : other.port());
      exchange(factory, proxy, threads, 6);
    }
    assertThat(one.requests() + other.requests()).isEqualTo(36 * threads);
    assertThat(offered(proxy)).isNotEmpty().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void noSessionIsOfferedUnderOtherTrustOrKeys(String protocol) throws Exception {
    TlsPeer peer = strictPeer(protocol);
    RecordingProxy proxy = proxyTo(peer);
    List<Set<ByteBuffer>> offers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ResumingSslSocketFactory factory = factory(certified().protocols(protocol));
      proxy.forget();
      exchange(factory, proxy, 1, 4);
      assertThat(proxy.connections().get(0).offeredSessions()).isEmpty();
      Set<ByteBuffer> offered = new HashSet<>();
      proxy.connections().forEach(each -> offered.addAll(each.offeredSessions()));
      assertThat(offered).isNotEmpty();
      offers.forEach(earlier -> assertThat(offered).doesNotContainAnyElementsOf(earlier));
      offers.add(offered);
    }
    assertThat(peer.fullHandshakes()).isEqualTo(3);
  }

  private static List<ByteBuffer> offered(RecordingProxy proxy) {
    List<ByteBuffer> offered = new ArrayList<>();
    for (RecordedConnection connection : proxy.connections()) {
      offered.addAll(connection.clientHello().orElseThrow().pskIdentities());
    }
    return offered;
  }

  private static void exchange(SocketFactory factory, RecordingProxy proxy, int threads, int times)
      throws Exception {
    Exchange.inParallel(
        threads,
        times,
        () -> assertThat(Exchange.once(factory, proxy.port())).isEqualTo(TlsPeer.BODY));
  }
}
