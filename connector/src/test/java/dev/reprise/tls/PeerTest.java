package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerTest {

  @ParameterizedTest
  @CsvSource({
    "Example.ORG, example.org:443",
    "[::1], [0:0:0:0:0:0:0:1]:443",
    "0:0:0:0:0:0:0:1, [0:0:0:0:0:0:0:1]:443",
    "not:an:address, [not:an:address]:443"
  })
  void oneHostIsOnePeerHoweverWritten(String host, String text) {
    Peer peer = Peer.of(host, 443);
    assertThat(peer).hasToString(text).isNotEqualTo(Peer.of(host, 442));
    assertThat(Peer.of(peer.host(), 443)).isEqualTo(peer).hasSameHashCodeAs(peer);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65536})
  void aPortOutOfRangeIsRefused(int port) {
    assertThatThrownBy(() -> Peer.of("localhost", port))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("port: ");
  }
}
