package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.NothingLeftOver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A socket of a context that is put into server mode, as by FTPS: beside the provider's. */
class ServerModeTest {

  /** Whose socket serves. */
  enum Factory {
    STOCK,
    CONTEXT
  }

  enum Client {
    WITHOUT_CERTIFICATE,
    WITH_CERTIFICATE,
    WITH_UNKNOWN_CERTIFICATE
  }

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
  }

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Factory factory : Factory.values()) {
      for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
        for (boolean chainOnly : new boolean[] {false, true}) {
          all.add(Arguments.of(factory, protocol, chainOnly));
        }
      }
    }
    return all.stream();
  }

  private SSLSocketFactory factory(Factory kind, TrustManager trust) throws Exception {
    TlsSettings settings =
        TlsSettings.builder()
            .trustManagers(trust)
            .keyManagers(certificates.keyManagers(certificates.server()))
            .build();
    switch (kind) {
      case CONTEXT:
        return new ResumingSslContext(settings).getSocketFactory();
      default:
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
            certificates.keyManagers(certificates.server()), new TrustManager[] {trust}, null);
        return context.getSocketFactory();
    }
  }

  private SSLSocketFactory client(Client kind) throws Exception {
    Certificates unknown = new Certificates();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        kind == Client.WITHOUT_CERTIFICATE
            ? null
            : kind == Client.WITH_CERTIFICATE
                ? certificates.keyManagers(certificates.client())
                : unknown.keyManagers(unknown.client()),
        certificates.trustManagers(),
        null);
    return context.getSocketFactory();
  }

  private TrustManager trust(boolean chainOnly) {
    return chainOnly ? new ChainOnlyTrust(certificates) : certificates.trustManagers()[0];
  }

  @ParameterizedTest(name = "{0}, {1}, chain only: {2}")
  @MethodSource("cases")
  void itServesWithAndWithoutAClientsCertificate(Factory kind, String protocol, boolean chainOnly)
      throws Exception {
    SSLSocketFactory factory = factory(kind, trust(chainOnly));
    for (Client client : new Client[] {Client.WITHOUT_CERTIFICATE, Client.WITH_CERTIFICATE}) {
      boolean needed = client == Client.WITH_CERTIFICATE;
      for (int i = 0; i < 3; i++) {
        assertThat(serve(factory, "bank.example", needed, protocol, client)).isEqualTo(7);
        assertThat(serve(factory, null, needed, protocol, client)).isEqualTo(7);
      }
    }
  }

  @ParameterizedTest(name = "{0}, {1}, chain only: {2}")
  @MethodSource("cases")
  void aClientThatIsRefusedMeetsTheEnd(Factory kind, String protocol, boolean chainOnly)
      throws Exception {
    SSLSocketFactory factory = factory(kind, trust(chainOnly));
    for (Client client :
        new Client[] {Client.WITHOUT_CERTIFICATE, Client.WITH_UNKNOWN_CERTIFICATE}) {
      assertThatThrownBy(() -> serve(factory, "bank.example", true, protocol, client))
          .isInstanceOf(SSLException.class);
    }
  }

  /** The certificate of the client has no name. */
  @ParameterizedTest
  @CsvSource({"TLSv1.2, HTTPS", "TLSv1.2, LDAPS", "TLSv1.3, HTTPS", "TLSv1.3, LDAPS"})
  void aServerThatAsksForTheNameOfItsClientIsObeyed(String protocol, String algorithm)
      throws Exception {
    for (Factory kind : Factory.values()) {
      SSLSocketFactory factory = factory(kind, trust(false));
      assertThatThrownBy(
              () ->
                  serve(
                      factory, "bank.example", algorithm, true, protocol, Client.WITH_CERTIFICATE))
          .as("%s", kind)
          .isInstanceOf(SSLException.class);
    }
  }

  private int serve(
      SSLSocketFactory factory, String host, boolean needed, String protocol, Client client)
      throws Exception {
    return serve(factory, host, null, needed, protocol, client);
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
    SSLSocketFactory factory = factory(Factory.CONTEXT, trust(false));
    SSLSocketFactory server = factory(Factory.STOCK, trust(false));
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<?> serving =
          threads.submit(
              () -> {
                Socket raw = listener.accept();
                try (SSLSocket tls =
                    (SSLSocket) server.createSocket(raw, null, raw.getPort(), true)) {
                  tls.setUseClientMode(false);
                  tls.startHandshake();
                } catch (IOException e) {
                  // The client tells why.
                }
                return null;
              });
      Socket raw = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
      try (SSLSocket tls =
          (SSLSocket) factory.createSocket(raw, "bank.example", raw.getPort(), true)) {
        tls.setUseClientMode(false);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setNeedClientAuth(true);
        tls.setSSLParameters(parameters);
        tls.setUseClientMode(true);
        assertThat(tls.getSSLParameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
        assertThatThrownBy(tls::startHandshake).isInstanceOf(SSLException.class);
      }
      serving.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aSocketOfTheFactoryRefusesServerMode() throws Exception {
    try (SSLSocket socket = (SSLSocket) new ResumingSslSocketFactory().createSocket()) {
      socket.setUseClientMode(true);
      assertThatThrownBy(() -> socket.setUseClientMode(false))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("SSLContext of your own");
      assertThat(socket.getUseClientMode()).isTrue();
    }
  }
}
