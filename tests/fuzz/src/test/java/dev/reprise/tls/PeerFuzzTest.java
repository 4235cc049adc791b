package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Locale;

/** Any host name and port make one peer, however written, or are refused. */
class PeerFuzzTest {

  @FuzzTest
  void anyHostAndPort(FuzzedDataProvider data) {
    int given = data.consumeInt();
    String host = data.consumeRemainingAsString();
    int port = given & 0xffff;
    if (port != given) {
      assertThatThrownBy(() -> Peer.of(host, given))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("port: ");
    }
    Peer peer = Peer.of(host, port);

    assertThat(peer.port()).isEqualTo(port);
    assertThat(Peer.of(peer.host(), port)).isEqualTo(peer).hasSameHashCodeAs(peer);
    assertThat(Peer.of(host, port ^ 1)).isNotEqualTo(peer);
    assertThat(peer.toString()).endsWith(":" + port).contains(peer.host());
    if (host.chars().allMatch(c -> c < 128)) {
      assertThat(Peer.of(host.toUpperCase(Locale.ROOT), port)).isEqualTo(peer);
    }
  }
}
