package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.HostilePeerTest.Impostor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must never be let through. */
class VerificationTest extends TlsTest {

  static List<Arguments> impostors() {
    List<Arguments> all = new ArrayList<>();
    for (Impostor kind : Impostor.values()) {
      for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
        all.add(Arguments.of(kind, protocol));
        all.add(Arguments.of(kind, protocol + " Conscrypt"));
      }
    }
    return all;
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("impostors")
  void anImpostorIsRefusedEachTime(Impostor kind, String variant) throws Exception {
    try (TlsPeer impostor = kind.start(certificates, protocolOf(variant))) {
      ResumingSslSocketFactory factory = factory(trusting(variant));
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> Exchange.once(factory, impostor.port()))
            .isInstanceOf(SSLHandshakeException.class);
      }
      assertThat(impostor.requests()).isZero();
    }
  }

  /** The certificate is good for localhost only: a session of it must not serve its address. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aSessionOfOneNameIsNotOfferedUnderAnother(String variant) throws Exception {
    try (TlsPeer peer = peerOf("localhost", variant)) {
      ResumingSslSocketFactory factory = factory();
      Exchange.once(factory, peer.port());
      Exchange.once(factory, peer.port());
      assertThatThrownBy(
              () -> {
                try (Socket socket = factory.createSocket("127.0.0.1", peer.port())) {
                  Exchange.over(socket);
                }
              })
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isEqualTo(2);
    }
  }

  /** The name that an address was made with is the caller's; the JDK's provider knows of it. */
  @Test
  void theNameThatAnAddressWasMadeWithIsVerified() throws Exception {
    try (TlsPeer peer = peerOf("bank.example", "TLSv1.3")) {
      InetAddress address = InetAddress.getByAddress("bank.example", new byte[] {127, 0, 0, 1});
      try (Socket socket = factory().createSocket(address, peer.port())) {
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientCannotTurnTheHostNameCheckOff(boolean beforeConnecting) throws Exception {
    try (TlsPeer peer = peerOf("other.example", "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory();
      try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
        SSLParameters lax = new SSLParameters();
        lax.setEndpointIdentificationAlgorithm(null);
        if (beforeConnecting) {
          socket.setSSLParameters(lax);
        }
        socket.connect(new InetSocketAddress("localhost", peer.port()));
        if (!beforeConnecting) {
          socket.setSSLParameters(lax);
        }
        assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SSLHandshakeException.class);
      }
    }
  }
}
