package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.ScriptedPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A socket of a context that is put into server mode, as by FTPS, does as the provider's. */
class ServerModeTest extends TlsTest {

  enum Client {
    WITHOUT_CERTIFICATE,
    WITH_CERTIFICATE,
    WITH_UNKNOWN_CERTIFICATE
  }

  private SSLSocketFactory factory(TrustManager trust) {
    KeyManager[] keys = certificates.keyManagers(certificates.server());
    return new ResumingSslContext(
            TlsSettings.builder().trustManagers(trust).keyManagers(keys).build())
        .getSocketFactory();
  }

  private SSLSocketFactory client(Client kind) {
    Certificates authority =
        kind == Client.WITH_UNKNOWN_CERTIFICATE ? new Certificates() : certificates;
    return Certificates.context(
            null,
            kind == Client.WITHOUT_CERTIFICATE ? null : authority.keyManagers(authority.client()),
            certificates.trustManagers())
        .getSocketFactory();
  }

  private TrustManager trust(boolean chainOnly) {
    return chainOnly ? new ChainOnlyTrust(certificates) : certificates.trustManagers()[0];
  }

  @ParameterizedTest(name = "{0}, chain only: {1}")
  @CsvSource({"TLSv1.2, true", "TLSv1.2, false", "TLSv1.3, true", "TLSv1.3, false"})
  void itServesWhomItKnowsAndARefusedClientMeetsTheEnd(String protocol, boolean chainOnly)
      throws Exception {
    SSLSocketFactory factory = factory(trust(chainOnly));
    for (Client client : new Client[] {Client.WITHOUT_CERTIFICATE, Client.WITH_CERTIFICATE}) {
      boolean needed = client == Client.WITH_CERTIFICATE;
      for (int i = 0; i < 2; i++) {
        assertThat(serve(factory, "bank.example", null, needed, protocol, client)).isEqualTo(7);
        assertThat(serve(factory, null, null, needed, protocol, client)).isEqualTo(7);
      }
    }
    for (Client client :
        new Client[] {Client.WITHOUT_CERTIFICATE, Client.WITH_UNKNOWN_CERTIFICATE}) {
      assertThatThrownBy(() -> serve(factory, "bank.example", null, true, protocol, client))
          .isInstanceOf(SSLException.class);
    }
  }

  /** The certificate of the client has no name. */
  @ParameterizedTest
  @CsvSource({"TLSv1.2, HTTPS", "TLSv1.2, LDAPS", "TLSv1.3, HTTPS", "TLSv1.3, LDAPS"})
  void aServerThatAsksForTheNameOfItsClientIsObeyed(String protocol, String algorithm)
      throws Exception {
    SSLSocketFactory factory = factory(trust(false));
    assertThatThrownBy(
            () ->
                serve(factory, "bank.example", algorithm, true, protocol, Client.WITH_CERTIFICATE))
        .isInstanceOf(SSLException.class);
  }

  /**
   * Serves one client, and gives what it read; what the handshake threw is thrown.
   *
   * @param algorithm by which the client's host is to be verified; null for what the socket has
   */
  private int serve(
      SSLSocketFactory factory,
      String host,
      String algorithm,
      boolean needed,
      String protocol,
      Client client)
      throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<Integer> calling = threads.submit(() -> call(client(client), listener, protocol));
      try (Socket raw = listener.accept()) {
        raw.setSoTimeout(20_000);
        SSLSocket tls = (SSLSocket) factory.createSocket(raw, host, raw.getPort(), true);
        tls.setUseClientMode(false);
        tls.setNeedClientAuth(needed);
        if (algorithm != null) {
          SSLParameters parameters = tls.getSSLParameters();
          parameters.setEndpointIdentificationAlgorithm(algorithm);
          tls.setSSLParameters(parameters);
        }
        assertThat(tls.getUseClientMode()).isFalse();
        try {
          tls.startHandshake();
        } catch (IOException e) {
          assertThat(raw.isClosed()).isTrue();
          assertThat(tls.isClosed()).isTrue();
          assertThatThrownBy(() -> calling.get(20, TimeUnit.SECONDS))
              .isInstanceOf(ExecutionException.class);
          throw e;
        }
        assertThat(tls.getSession().getProtocol()).isEqualTo(protocol);
        if (needed) {
          assertThat(tls.getSession().getPeerPrincipal().getName()).isEqualTo("CN=client");
        }
        tls.getOutputStream().write(tls.getInputStream().read());
        tls.close();
      }
      return calling.get(20, TimeUnit.SECONDS);
    }
  }

  private static int call(SSLSocketFactory client, ServerSocket listener, String protocol)
      throws IOException {
    Socket raw = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    raw.setSoTimeout(20_000);
    try (SSLSocket tls = (SSLSocket) client.createSocket(raw, "localhost", raw.getPort(), true)) {
      tls.setEnabledProtocols(new String[] {protocol});
      tls.getOutputStream().write(7);
      int read = tls.getInputStream().read();
      if (read < 0) {
        throw new IOException("End of stream");
      }
      return read;
    }
  }

  /** Server mode and back again, with parameters set on the way, leaves the check in force. */
  @Test
  void aSocketThatIsAClientAgainVerifiesTheName() throws Exception {
    ScriptedPeer server = scripted(SSLSocket::startHandshake);
    Socket raw = new Socket("localhost", server.port());
    SSLSocket tls =
        closing(
            (SSLSocket)
                factory(trust(false)).createSocket(raw, "bank.example", raw.getPort(), true));
    tls.setUseClientMode(false);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setNeedClientAuth(true);
    tls.setSSLParameters(parameters);
    tls.setUseClientMode(true);
    assertThat(tls.getSSLParameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
    assertThatThrownBy(tls::startHandshake).isInstanceOf(SSLException.class);
  }

  @Test
  void aSocketOfTheFactoryRefusesServerMode() throws Exception {
    SSLSocket socket = closing((SSLSocket) new ResumingSslSocketFactory().createSocket());
    socket.setUseClientMode(true);
    assertThatThrownBy(() -> socket.setUseClientMode(false))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("SSLContext of your own");
    assertThat(socket.getUseClientMode()).isTrue();
  }
}
