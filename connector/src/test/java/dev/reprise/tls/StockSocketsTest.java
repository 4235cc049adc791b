package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The switch that rules this library out. */
class StockSocketsTest extends TlsTest {

  private final ResumingSslSocketFactory sockets =
      new ResumingSslSocketFactory(
          TlsSettings.builder().protocols("TLSv1.2").stockSockets(true).build());

  @Test
  void socketsAreTheProvidersWithTheSettingsOfTheHandshake() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 5, here);
        Socket tcp = new Socket(here, server.getLocalPort())) {
      assertStock(sockets.createSocket());
      assertStock(sockets.createSocket(tcp, "localhost", server.getLocalPort(), true));
      assertStock(sockets.createSocket(here, server.getLocalPort()));
      assertStock(sockets.createSocket("localhost", server.getLocalPort(), here, 0));
    }
    assertThat(sockets.laneCounts().made()).isZero();
  }

  private static void assertStock(Socket made) throws IOException {
    try (SSLSocket socket = (SSLSocket) made) {
      assertThat(socket).isNotInstanceOf(ResumingSslSocket.class);
      assertThat(socket.getEnabledProtocols()).containsExactly("TLSv1.2");
      assertThat(socket.getSSLParameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
    }
  }

  /** The trust manager looks at the chain alone; with it the provider verifies no name. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theHostIsVerifiedAsWithReprise(String provider) throws Exception {
    ResumingSslSocketFactory stock =
        factory(
            trusting(provider).trustManagers(new ChainOnlyTrust(certificates)).stockSockets(true));
    try (TlsPeer right = TlsPeer.start(certificates);
        TlsPeer wrong = peerOf("other.example")) {
      assertThat(Exchange.once(stock, right.port())).isEqualTo(TlsPeer.BODY);
      assertThatThrownBy(() -> Exchange.once(stock, wrong.port())).isInstanceOf(SSLException.class);
      assertThat(wrong.requests()).isZero();
    }
  }
}
