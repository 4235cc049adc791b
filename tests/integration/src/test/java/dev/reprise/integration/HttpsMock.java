package dev.reprise.integration;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.tls.TlsSettings;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;

/** WireMock over HTTPS, with a certificate of the test kit. */
final class HttpsMock implements AutoCloseable {

  private static final String PASSWORD = "changeit";

  private final Certificates certificates = new Certificates();
  private final WireMockServer server;

  private HttpsMock() throws Exception {
    Path store = Files.createTempFile("mock", ".p12");
    try {
      write(certificates, store);
      server =
          new WireMockServer(
              wireMockConfig()
                  .dynamicPort()
                  .dynamicHttpsPort()
                  .bindAddress("localhost")
                  .keystoreType("PKCS12")
                  .keystorePath(store.toString())
                  .keystorePassword(PASSWORD)
                  .keyManagerPassword(PASSWORD)
                  .containerThreads(20));
      server.start();
    } finally {
      Files.delete(store);
    }
  }

  static HttpsMock start() throws Exception {
    return Outliving.start(HttpsMock::new);
  }

  private static void write(Certificates certificates, Path file) throws Exception {
    HeldCertificate certificate = certificates.server();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "server",
        certificate.keyPair().getPrivate(),
        PASSWORD.toCharArray(),
        new X509Certificate[] {certificate.certificate(), certificates.authority()});
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
  }

  WireMockServer server() {
    return server;
  }

  String https(String path) {
    return "https://localhost:" + server.httpsPort() + path;
  }

  String http(String path) {
    return "http://localhost:" + server.port() + path;
  }

  TlsSettings.Builder trusted() {
    return TlsSettings.builder()
        .closeTimeout(Caller.LONG_WAIT)
        .trustManagers(certificates.trustManagers());
  }

  /** A response that announces the end of its connection. */
  static ResponseDefinitionBuilder closing(int status) {
    return aResponse().withStatus(status).withHeader("Connection", "close");
  }

  @Override
  public void close() {
    server.stop();
  }
}
