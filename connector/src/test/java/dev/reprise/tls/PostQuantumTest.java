package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Hello;
import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.channel.ServerHello;
import dev.reprise.tls.internal.provider.ReducedClientHello;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.security.Security;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLParameters;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hybrids of ML-KEM are groups like others. */
class PostQuantumTest extends TlsTest {

  private static final int X25519_MLKEM768 = 0x11ec;
  private static final int SECP256R1 = 0x17;

  @ParameterizedTest
  @CsvSource({
    "0x11EC, X25519MLKEM768",
    "0x11EB, SecP256r1MLKEM768",
    "0x11ED, SecP384r1MLKEM1024",
    "0x001D, x25519"
  })
  void groupsAreKnownByTheNamesThatSslParametersTakes(int number, String name) {
    assertThat(ReducedClientHello.of("TLSv1.3", number, "any")).hasToString("TLSv1.3 " + name);
  }

  @Test
  void aGroupThatIsNotKnownIsNotLeftOutNorOfferedAlone() {
    assertThat(ReducedClientHello.of("TLSv1.3", 0x6399, "any")).isNull();
  }

  /** A key share of 1,665 bytes does not come in one segment. */
  @ParameterizedTest
  @CsvSource({"0x11EC, 1120", "0x11EB, 1153", "0x11ED, 1665", "0x001D, 32"})
  void theGroupIsReadWithTheFirstSegment(int group, int share) {
    byte[] hello = serverHello(group, share);
    assertThat(ServerHello.keyShareGroup(hello, 0, hello.length)).isEqualTo(group);
    int upToGroup = hello.length - share - 2;
    for (int length = 0; length < upToGroup; length++) {
      assertThat(ServerHello.keyShareGroup(hello, 0, length)).isEqualTo(ServerHello.NO_GROUP);
    }
    assertThat(ServerHello.keyShareGroup(hello, 0, upToGroup)).isEqualTo(group);
    assertThat(ServerHello.keyShareGroup(hello, 0, Math.min(1448, hello.length))).isEqualTo(group);
  }

  /** A ServerHello whose last extension is the key share. */
  private static byte[] serverHello(int group, int share) {
    int extensions = 6 + 4 + 4 + share;
    ByteBuffer out = ByteBuffer.allocate(5 + 4 + 2 + 32 + 1 + 32 + 3 + 2 + extensions);
    out.put((byte) 22).putShort((short) 0x303).putShort((short) (out.capacity() - 5));
    out.putInt(Hello.SERVER_HELLO << 24 | out.capacity() - 9).putShort((short) 0x303);
    out.put(new byte[32]).put((byte) 32).put(new byte[32]).put(new byte[] {0x13, 1, 0});
    out.putShort((short) extensions);
    out.putShort((short) Hello.SUPPORTED_VERSIONS).putShort((short) 2).putShort((short) 0x304);
    out.putShort((short) Hello.KEY_SHARE).putShort((short) (4 + share));
    out.putShort((short) group).putShort((short) share);
    return out.array();
  }

  private static List<Integer> keyShares(RecordedConnection connection) {
    return connection.clientHello().orElseThrow().keyShareGroups();
  }

  private static int firstGroup(RecordedConnection connection) {
    ByteArrayOutputStream flight = new ByteArrayOutputStream();
    byte[] hello = connection.fromServer().get(0).payload();
    flight.writeBytes(new byte[] {22, 3, 3, (byte) (hello.length >> 8), (byte) hello.length});
    flight.writeBytes(hello);
    return ServerHello.keyShareGroup(flight.toByteArray(), 0, flight.size());
  }

  /**
   * The groups that the server chose.
   *
   * @param known what a server that has shown what it takes is offered
   */
  private Set<Integer> groupsOfTenCalls(int port, Integer... known) throws Exception {
    try (RecordingProxy proxy = new RecordingProxy(port)) {
      ResumingSslSocketFactory factory = factory(trusting("Conscrypt"));
      for (int i = 0; i < 10; i++) {
        assertThat(Exchange.once(factory, proxy.port())).isEqualTo(TlsPeer.BODY);
      }
      proxy.awaitEnds();
      assertThat(proxy.connections()).hasSize(10);
      assertThat(keyShares(proxy.connections().get(0))).contains(X25519_MLKEM768);
      assertThat(keyShares(proxy.connections().get(9))).containsExactly(known);
      return proxy.connections().stream()
          .map(PostQuantumTest::firstGroup)
          .collect(Collectors.toSet());
    }
  }

  @Test
  void aHybridIsNegotiatedAndResumed() throws Exception {
    try (TlsPeer peer =
        TlsPeer.startAt(
            Conscrypt.newProvider(),
            InetAddress.getLoopbackAddress(),
            0,
            certificates,
            "TLSv1.3")) {
      assertThat(groupsOfTenCalls(peer.port(), X25519_MLKEM768)).containsExactly(X25519_MLKEM768);
      assertThat(statistics.total().full()).isEqualTo(1);
      assertThat(statistics.total().resumed()).isEqualTo(9);
    }
  }

  /** A peer that knows no hybrid and takes neither key share. */
  @Test
  void aHelloRetryRequestToAnotherGroupIsFollowedAndResumedAfter() throws Exception {
    assumeTrue(Runtime.version().feature() < 27, "JSSE knows the hybrids from JDK 27 on");
    assumeTrue(Security.getAlgorithms("KeyPairGenerator").contains("EC"));
    ScriptedPeer.Script script =
        tls -> {
          SSLParameters parameters = tls.getSSLParameters();
          parameters.setAlgorithmConstraints(new OneCurve());
          tls.setSSLParameters(parameters);
          ScriptedPeer.readRequest(tls);
          tls.getOutputStream().write(ScriptedPeer.response());
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script, "TLSv1.3")) {
      assertThat(groupsOfTenCalls(peer.port(), SECP256R1)).containsExactly(SECP256R1);
      assertThat(statistics.total().full()).isEqualTo(1);
      assertThat(statistics.total().resumed()).isEqualTo(9);
    }
  }

  /** Forbids every group but one. */
  private static final class OneCurve implements AlgorithmConstraints {

    private static final Set<String> OTHERS =
        Set.of("x25519", "x448", "secp384r1", "secp521r1", "ffdhe2048", "ffdhe3072");

    @Override
    public boolean permits(
        Set<CryptoPrimitive> primitives, String algorithm, AlgorithmParameters parameters) {
      return !OTHERS.contains(algorithm);
    }

    @Override
    public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
      return true;
    }

    @Override
    public boolean permits(
        Set<CryptoPrimitive> primitives,
        String algorithm,
        Key key,
        AlgorithmParameters parameters) {
      return !OTHERS.contains(algorithm);
    }
  }
}
