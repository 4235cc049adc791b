package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.InTurn;
import dev.reprise.testkit.PlainTrust;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
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

  /** Beyond each address's first there is one: it takes one ticket to see that none is shared. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void severalAddressesKeepTheirOwnSessions(String protocol) throws Exception {
    try (TlsPeer one = TlsPeer.start(certificates, protocol);
        TlsPeer two = TlsPeer.startAt(localhost(2), one.port(), certificates, protocol);
        TlsPeer three = TlsPeer.startAt(localhost(3), one.port(), certificates, protocol)) {
      for (int i = 0; i < 30; i++) {
        once(localhost(1 + i % 3), one.port());
      }
      assertThat(one.fullHandshakes() + two.fullHandshakes() + three.fullHandshakes())
          .isLessThanOrEqualTo(4);
      assertThat(statistics.total().full()).isLessThanOrEqualTo(4);
      assertThat(one.connections() + two.connections() + three.connections())
          .isLessThanOrEqualTo(31);
    }
  }

  /** The tickets that are left from one address go when another one refuses theirs. */
  @Test
  void severalAddressesThatGiveSeveralTicketsKeepTheirOwn() throws Exception {
    Provider provider = Conscrypt.newProvider();
    try (TlsPeer one = TlsPeer.startAt(provider, localhost(1), 0, certificates, "TLSv1.3");
        TlsPeer two = TlsPeer.startAt(provider, localhost(2), one.port(), certificates, "TLSv1.3");
        TlsPeer three =
            TlsPeer.startAt(provider, localhost(3), one.port(), certificates, "TLSv1.3")) {
      for (int i = 0; i < 45; i++) {
        once(localhost(1 + i % 3), one.port());
      }
      assertThat(statistics.total().full()).isLessThanOrEqualTo(4);
      assertThat(one.connections() + two.connections() + three.connections())
          .isLessThanOrEqualTo(46);
    }
  }

  /** With a context of the user's and Conscrypt nothing tells which handshakes resumed. */
  @Test
  void oneServerIsNotTakenForAClusterWhereNothingTellsWhatResumed() throws Exception {
    ResumingSslSocketFactory untold =
        factory(TlsSettings.builder().sslContext(this::conscryptContext).addListener(recorder));
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      for (int i = 0; i < 20; i++) {
        Exchange.once(untold, peer.port());
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
    }
    // The first was one; the peer is not accused of the others.
    assertThat(recorder.handshakes)
        .extracting(Handshake::fullCause)
        .startsWith(FullHandshakeCause.FIRST, FullHandshakeCause.UNKNOWN)
        .doesNotContain(FullHandshakeCause.NOT_ACCEPTED);
  }

  private SSLContext conscryptContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS", Conscrypt.newProvider());
      context.init(null, new TrustManager[] {new PlainTrust(certificates)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One server that listens at every address has the tickets of all. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void addressesOfOneServerShareTheirSessions(String protocol) throws Exception {
    try (TlsPeer peer =
        TlsPeer.startAt(InetAddress.getByName("0.0.0.0"), 0, certificates, protocol)) {
      for (int i = 0; i < 30; i++) {
        once(localhost(1 + i), peer.port());
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
      assertThat(peer.connections()).isEqualTo(30);
    }
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
      peers.add(TlsPeer.start(certificates, protocol));
    }
    try (InTurn door = new InTurn(peers.stream().mapToInt(TlsPeer::port).toArray())) {
      int calls = 80;
      for (int i = 0; i < calls; i++) {
        assertThat(Exchange.once(sockets, door.port())).isEqualTo(TlsPeer.BODY);
      }
      assertThat(peers.stream().mapToInt(TlsPeer::fullHandshakes).sum())
          .isLessThanOrEqualTo(calls / 5);
      assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(9);
    } finally {
      for (TlsPeer peer : peers) {
        peer.close();
      }
    }
  }

  /** What is left of TLS 1.2 keeps nobody from the tickets of the new servers. */
  @ParameterizedTest(name = "{0} new members")
  @ValueSource(ints = {1, 2})
  void membersThatAreUpgradedAreResumed(int members) throws Exception {
    int before = 40;
    int after = 80;
    try (TlsPeer one = TlsPeer.start(certificates, "TLSv1.2");
        TlsPeer two = TlsPeer.start(certificates, "TLSv1.2");
        TlsPeer three = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer four = TlsPeer.start(certificates, "TLSv1.3")) {
      int[] upgraded = {three.port(), members == 1 ? three.port() : four.port()};
      int[] turns =
          IntStream.range(0, before + after)
              .map(i -> i < before ? (i % 2 == 0 ? one : two).port() : upgraded[i % 2])
              .toArray();
      try (InTurn door = new InTurn(turns)) {
        for (int i = 0; i < before + after; i++) {
          once(localhost(1), door.port());
        }
      }
      assertThat(three.fullHandshakes() + four.fullHandshakes()).isLessThanOrEqualTo(after / 10);
      assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(9);
    }
  }

  /** The session of the one is of no use to the others, with stock as well. */
  @ParameterizedTest(name = "each {0}th")
  @ValueSource(ints = {3, 20})
  void aMemberOfAnOlderVersionCostsNoMoreThanWithStock(int period) throws Exception {
    int calls = Math.max(60, 5 * period);
    try (TlsPeer newer = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer older = TlsPeer.start(certificates, "TLSv1.2")) {
      int[] turns =
          IntStream.range(0, period).map(i -> (i == period - 1 ? older : newer).port()).toArray();
      SSLContext context = stock();
      try (InTurn door = new InTurn(turns)) {
        for (int i = 0; i < calls; i++) {
          try (Socket socket = context.getSocketFactory().createSocket(localhost(1), door.port())) {
            Exchange.over(socket);
          }
        }
      }
      int stock = newer.fullHandshakes() + older.fullHandshakes();
      try (InTurn door = new InTurn(turns)) {
        for (int i = 0; i < calls; i++) {
          once(localhost(1), door.port());
        }
      }
      assertThat(newer.fullHandshakes() + older.fullHandshakes() - stock)
          .isLessThanOrEqualTo(stock);
      assertThat(factory.laneCounts().live()).isLessThanOrEqualTo(9);
    }
  }

  /**
   * A restarted server is not a cluster: of what a burst left behind, little is offered to the new
   * server.
   */
  @Test
  void aServerThatRestartedIsNotACluster() throws Exception {
    int port;
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      port = peer.port();
      Exchange.inParallel(
          16,
          4,
          () -> {
            once(localhost(1), port);
            return null;
          });
    }
    long before = statistics.total().full();
    try (TlsPeer again = TlsPeer.startAt(localhost(1), port, certificates, "TLSv1.3")) {
      for (int i = 0; i < 20; i++) {
        once(localhost(1), port);
      }
      assertThat(statistics.total().full() - before).isEqualTo(1);
      assertThat(again.connections()).isEqualTo(21);
    }
  }

  private void once(InetAddress address, int port) throws IOException {
    try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
      socket.connect(new InetSocketAddress(address, port), 0, "localhost");
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    }
  }
}
