package dev.reprise.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Eventually;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The certificates that are made, and the files written for clients. */
class CertificateTest {
  @ParameterizedTest
  @EnumSource
  void theKeyTypeIsThatOfAllKeys(KeyType keyType) {
    try (DemoServer server = DemoServer.start(DemoOptions.builder().keyType(keyType).build())) {
      assertThat(server.caCertificate().getPublicKey().getAlgorithm()).isEqualTo(keyType.name());
      assertThat(presented(server).getPublicKey().getAlgorithm()).isEqualTo(keyType.name());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theCertificateBearsTheNamesOfTheServer() throws Exception {
    DemoOptions options = DemoOptions.builder().serverNames("quotes.example", "192.0.2.7").build();
    try (DemoServer server = DemoServer.start(options)) {
      Collection<List<?>> names = presented(server).getSubjectAlternativeNames();

      assertThat(names)
          .extracting(name -> name.get(1).toString())
          .contains("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "quotes.example", "192.0.2.7");
    }
  }

  @Test
  void anExpiredCertificateIsRefused() {
    DemoOptions options = DemoOptions.builder().certificate(CertificateKind.EXPIRED).build();
    try (DemoServer server = DemoServer.start(options)) {
      assertThatThrownBy(() -> HttpCalls.post(server, "/plain", ""))
          .isInstanceOf(SSLHandshakeException.class)
          .hasRootCauseInstanceOf(CertificateExpiredException.class);
    }
  }

  @Test
  void aCertificateForAnotherNameIsRefused() {
    DemoOptions options = DemoOptions.builder().certificate(CertificateKind.WRONG_NAME).build();
    try (DemoServer server = DemoServer.start(options)) {
      assertThatThrownBy(() -> HttpCalls.post(server, "/plain", ""))
          .isInstanceOf(SSLHandshakeException.class)
          .hasMessageContaining("localhost");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aClientMustPresentTheClientCertificateThatIsRequired(String version) throws Exception {
    DemoOptions options =
        DemoOptions.builder().clientCertificates(true).tlsVersions(version).build();
    try (DemoServer server = DemoServer.start(options)) {
      assertThat(HttpCalls.post(server, "/plain", "").statusCode()).isEqualTo(200);

      SSLContext withoutKey = SSLContext.getInstance("TLS");
      withoutKey.init(null, server.trustManagers(), null);
      assertThatThrownBy(() -> Exchange.post(server, withoutKey, "/plain"))
          .isInstanceOf(IOException.class);
      Eventually.holds(() -> server.stats().failedHandshakes() == 1);
    }
  }

  @Test
  void theStoresAreAllThatAClientNeeds() throws Exception {
    DemoOptions options = DemoOptions.builder().clientCertificates(true).build();
    try (DemoServer server = DemoServer.start(options)) {
      char[] password = server.storePassword().toCharArray();
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(KeyStore.getInstance(server.trustStorePath().toFile(), password));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(
          KeyStore.getInstance(server.clientKeyStorePath().orElseThrow().toFile(), password),
          password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);

      int status =
          HttpClient.newBuilder()
              .sslContext(context)
              .build()
              .send(
                  HttpRequest.newBuilder(URI.create(server.baseUrl() + "/stats")).build(),
                  BodyHandlers.discarding())
              .statusCode();

      assertThat(status).isEqualTo(200);
    }
  }

  @Test
  void thePemFileHoldsTheAuthority() throws Exception {
    try (DemoServer server = DemoServer.start()) {
      byte[] pem = Files.readAllBytes(server.caPath());

      assertThat(
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(pem)))
          .isEqualTo(server.caCertificate());
    }
  }

  @Test
  void aTemporaryDirectoryGoesAwayWithTheServer() {
    Path directory;
    try (DemoServer server = DemoServer.start()) {
      directory = server.trustStorePath().getParent();
      assertThat(directory).isDirectoryContaining("glob:**/trust.p12");
    }
    assertThat(directory).doesNotExist();
  }

  @Test
  void aDirectoryThatWasAskedForStays(@TempDir Path parent) {
    Path directory = parent.resolve("made/on/the/way");
    try (DemoServer server = DemoServer.start(DemoOptions.builder().directory(directory).build())) {
      assertThat(server.trustStorePath()).hasParent(directory).exists();
    }
    assertThat(directory).isDirectoryContaining("glob:**/ca.pem");
  }

  private static X509Certificate presented(DemoServer server) throws IOException {
    try (WatchedSocket tcp = new WatchedSocket("127.0.0.1", server.port());
        var tls = Exchange.layer(server.newClientContext(), tcp, server.port())) {
      return (X509Certificate) tls.getSession().getPeerCertificates()[0];
    }
  }
}
