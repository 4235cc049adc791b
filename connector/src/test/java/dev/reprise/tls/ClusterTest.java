package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.AlertPeer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.InTurn;
import dev.reprise.testkit.PlainTrust;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several servers without shared ticket keys under one name. */
class ClusterTest extends TlsTest {

  private final ResumingSslSocketFactory factory = factory();

  private static InetAddress localhost(int last) throws IOException {
    return InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, (byte) last});
  }

  /**
   * Beyond each address's first there is one: it takes one ticket to see that none is shared. Where
   * servers give out several, as BoringSSL, those left from one address go when another refuses.
   */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.3 Conscrypt"})
  void severalAddressesKeepTheirOwnSessions(String server) throws Exception {
    Provider provider = server.endsWith("Conscrypt") ? Conscrypt.newProvider() : null;
    List<TlsPeer> peers = new ArrayList<>();
    for (int last = 1; last <= 3; last++) {
      int port = last == 1 ? 0 : peers.get(0).port();
      String protocol = protocolOf(server);
      peers.add(closing(TlsPeer.startAt(provider, localhost(last), port, certificates, protocol)));
    }
    times(45, i -> 1 + i % 3, peers.get(0).port());
    if (provider == null) {
      assertThat(peers.stream().mapToInt(TlsPeer::fullHandshakes).sum()).isLessThanOrEqualTo(4);
    }
    assertThat(statistics.total().full()).isLessThanOrEqualTo(4);
    assertThat(peers.stream().mapToInt(TlsPeer::connections).sum()).isLessThanOrEqualTo(46);
  }

  /** With a context of the user's and Conscrypt nothing tells which handshakes resumed. */
  @Test
  void oneServerIsNotTakenForAClusterWhereNothingTellsWhatResumed() throws Exception {
    TrustManager[] trust = {new PlainTrust(certificates)};
    ResumingSslSocketFactory untold =
        factory(
            TlsSettings.builder()
                .sslContext(() -> Certificates.context(Conscrypt.newProvider(), null, trust))
                .addListener(recorder));
    TlsPeer peer = peer("TLSv1.3");
    Exchange.times(20, untold, peer.port());
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    // The first was one; the peer is not accused of the others.
    assertThat(recorder.handshakes)
        .extracting(Handshake::fullCause)
        .startsWith(FullHandshakeCause.FIRST, FullHandshakeCause.UNKNOWN)
        .doesNotContain(FullHandshakeCause.NOT_ACCEPTED);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void addressesOfOneServerShareTheirSessions(String protocol) throws Exception {
    InetAddress any = InetAddress.getByName("0.0.0.0");
    TlsPeer peer = closing(TlsPeer.startAt(any, 0, certificates, protocol));
    times(30, i -> 1 + i, peer.port());
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    assertThat(peer.connections()).isEqualTo(30);
  }

  /** Sockets of ours, and the provider's that an SSLContext hands out. */
  @ParameterizedTest(name = "{0}, {1} members, own sockets: {2}")
  @CsvSource({
    "TLSv1.2, 2, true",
    "TLSv1.3, 2, true",
    "TLSv1.3, 3, true",
    "TLSv1.2, 2, false",
    "TLSv1.3, 2, false"
  })
  void membersInStrictTurnBehindOneAddressAreResumed(String protocol, int members, boolean own)
      throws Exception {
    SSLContext context = new ResumingSslContext(factory.settings());
    SocketFactory sockets = own ? factory : context.getSocketFactory();
    List<TlsPeer> peers = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      peers.add(peer(protocol));
    }
    int calls = 80;
    Exchange.times(calls, sockets, doorOf(peers.stream().mapToInt(TlsPeer::port)));
    assertThat(peers.stream().mapToInt(TlsPeer::fullHandshakes).sum())
        .isLessThanOrEqualTo(calls / 5);
    assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(9);
  }

  private int doorOf(IntStream ports) throws IOException {
    return closing(new InTurn(ports.toArray())).port();
  }

  @ParameterizedTest(name = "{0} new members")
  @ValueSource(ints = {1, 2})
  void membersThatAreUpgradedAreResumed(int members) throws Exception {
    int before = 40;
    int after = 80;
    TlsPeer one = peer("TLSv1.2");
    TlsPeer two = peer("TLSv1.2");
    TlsPeer three = peer("TLSv1.3");
    TlsPeer four = peer("TLSv1.3");
    int[] upgraded = {three.port(), members == 1 ? three.port() : four.port()};
    IntStream turns =
        IntStream.range(0, before + after)
            .map(i -> i < before ? (i % 2 == 0 ? one : two).port() : upgraded[i % 2]);
    times(before + after, i -> 1, doorOf(turns));
    assertThat(three.fullHandshakes() + four.fullHandshakes()).isLessThanOrEqualTo(after / 10);
    assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(9);
  }

  /** The session of the one is of no use to the others, with stock as well. */
  @ParameterizedTest(name = "each {0}th")
  @ValueSource(ints = {3, 20})
  void aMemberOfAnOlderVersionCostsNoMoreThanWithStock(int period) throws Exception {
    int calls = Math.max(60, 5 * period);
    TlsPeer newer = peer("TLSv1.3");
    TlsPeer older = peer("TLSv1.2");
    Supplier<IntStream> turns =
        () -> IntStream.range(0, period).map(i -> (i == period - 1 ? older : newer).port());
    Exchange.times(calls, stock().getSocketFactory(), doorOf(turns.get()));
    int stock = newer.fullHandshakes() + older.fullHandshakes();
    times(calls, i -> 1, doorOf(turns.get()));
    assertThat(newer.fullHandshakes() + older.fullHandshakes() - stock).isLessThanOrEqualTo(stock);
    assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(9);
  }

  /** Of what a burst left behind, little is offered to the new server. */
  @Test
  void aServerThatRestartedIsNotACluster() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    int port = peer.port();
    Exchange.inParallel(16, 4, () -> Exchange.once(factory, port));
    peer.close();
    long before = statistics.total().full();
    TlsPeer again = closing(TlsPeer.startAt(localhost(1), port, certificates, "TLSv1.3"));
    times(20, i -> 1, port);
    assertThat(statistics.total().full() - before).isEqualTo(1);
    assertThat(again.connections()).isEqualTo(21);
  }

  /** Calls the host at an address that depends on which call it is. */
  private void times(int calls, IntUnaryOperator last, int port) throws IOException {
    for (int i = 0; i < calls; i++) {
      try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
        InetSocketAddress address = new InetSocketAddress(localhost(last.applyAsInt(i)), port);
        socket.connect(address, 0, "localhost");
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
    }
  }

  /** It is no cluster, nor is its operator told to share keys. */
  @Test
  void aServerWithoutTicketsHasLeftNothingToResume() throws Exception {
    HeldCertificate rsa = certificates.rsaServer();
    AlertPeer peer = closing(new AlertPeer(rsa, "TLSv1.3", AlertPeer.Ending.CLOSE_NOTIFY));
    Exchange.times(20, factory, peer.port());
    assertThat(statistics.total().fullBy())
        .containsEntry(FullHandshakeCause.FIRST, 1L)
        .containsEntry(FullHandshakeCause.NO_SESSION, 19L);
    assertThat(factory.laneCounts().live()).isEqualTo(1);
  }
}
