package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must never be let through. */
class VerificationTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();

  private ResumingSslSocketFactory factory(String variant, Certificates trusted) {
    TlsSettings.Builder settings = TlsSettings.builder().trustManagers(trusted.trustManagers());
    if (variant.endsWith("Conscrypt")) {
      settings.provider(Conscrypt.newProvider());
    }
    ResumingSslSocketFactory factory = new ResumingSslSocketFactory(settings.build());
    nothingLeftOver.watchLeases(() -> factory.laneCounts().leased());
    return factory;
  }

  private TlsPeer peer(String variant, HeldCertificate certificate) throws Exception {
    return new TlsPeer(
        certificates.keyManagers(certificate),
        certificates.trustManagers(),
        false,
        variant.replace(" Conscrypt", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void anotherHostsCertificateIsRefusedEachTime(String variant) throws Exception {
    try (TlsPeer peer = peer(variant, certificates.serverOf("other.example"))) {
      ResumingSslSocketFactory factory = factory(variant, certificates);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
            .isInstanceOf(SSLHandshakeException.class);
      }
      assertThat(peer.requests()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void anExpiredCertificateIsRefused(String variant) throws Exception {
    try (TlsPeer peer = peer(variant, certificates.expired())) {
      ResumingSslSocketFactory factory = factory(variant, certificates);
      assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void anUnknownAuthorityIsRefused(String variant) throws Exception {
    try (TlsPeer peer = peer(variant, certificates.server())) {
      ResumingSslSocketFactory factory = factory(variant, new Certificates());
      assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isZero();
    }
  }

  /** The certificate is good for localhost only: a session of it must not serve its address. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aSessionOfOneNameIsNotOfferedUnderAnother(String variant) throws Exception {
    try (TlsPeer peer = peer(variant, certificates.serverOf("localhost"))) {
      ResumingSslSocketFactory factory = factory(variant, certificates);
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

  @Test
  void anAddressWithoutANameIsVerifiedAsAnAddress() throws Exception {
    try (TlsPeer peer = peer("TLSv1.3", certificates.serverOf("localhost"))) {
      ResumingSslSocketFactory factory = factory("TLSv1.3", certificates);
      InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      // A reverse look-up must not make a name of it that the certificate then matches.
      address.getHostName();
      assertThatThrownBy(
              () -> {
                try (Socket socket = factory.createSocket(address, peer.port())) {
                  Exchange.over(socket);
                }
              })
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  /** The name that an address was made with is the caller's; the JDK's provider knows of it. */
  @Test
  void theNameThatAnAddressWasMadeWithIsVerified() throws Exception {
    try (TlsPeer peer = peer("TLSv1.3", certificates.serverOf("bank.example"))) {
      InetAddress address = InetAddress.getByAddress("bank.example", new byte[] {127, 0, 0, 1});
      try (Socket socket = factory("TLSv1.3", certificates).createSocket(address, peer.port())) {
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientCannotTurnTheHostNameCheckOff(boolean beforeConnecting) throws Exception {
    try (TlsPeer peer = peer("TLSv1.3", certificates.serverOf("other.example"))) {
      ResumingSslSocketFactory factory = factory("TLSv1.3", certificates);
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

  @Test
  void aProtocolSetBeforeConnectingIsTheOneThatIsSpoken() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      ResumingSslSocketFactory factory = factory("TLSv1.3", certificates);
      try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
        socket.setEnabledProtocols(new String[] {"TLSv1.2"});
        socket.connect(new InetSocketAddress("localhost", peer.port()));
        Exchange.over(socket);
        assertThat(socket.handshake().protocol()).isEqualTo("TLSv1.2");
        assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
      }
    }
  }
}
