package dev.reprise.boot4;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.temporaryRedirect;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import okhttp3.tls.HeldCertificate;

/** A SOAP provider over HTTPS that closes each connection, and the trust store for it. */
final class ClosingProvider implements AutoCloseable {

  static final String PASSWORD = "changeit";

  private final Path trustStore;
  private final WireMockServer server;

  ClosingProvider(Path directory) throws IOException, GeneralSecurityException {
    HeldCertificate held =
        new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("server", held.certificate());
    trustStore = write(trust, directory.resolve("trust.p12"));
    KeyStore key = KeyStore.getInstance("PKCS12");
    key.load(null, null);
    key.setKeyEntry(
        "server",
        held.keyPair().getPrivate(),
        PASSWORD.toCharArray(),
        new Certificate[] {held.certificate()});
    server =
        new WireMockServer(
            wireMockConfig()
                .dynamicPort()
                .dynamicHttpsPort()
                // With HTTP/2 java.net.http would have one connection for all calls.
                .http2TlsDisabled(true)
                .keystorePath(write(key, directory.resolve("key.p12")).toString())
                .keystorePassword(PASSWORD)
                .keyManagerPassword(PASSWORD)
                .keystoreType("PKCS12"));
    server.start();
    server.stubFor(
        post(anyUrl())
            .willReturn(
                ok("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                        + "<s:Body><pong xmlns='urn:test'/></s:Body></s:Envelope>")
                    .withHeader("Content-Type", "text/xml")
                    .withHeader("Connection", "close")));
  }

  private static Path write(KeyStore store, Path file)
      throws IOException, GeneralSecurityException {
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  /** Has the answer to a GET of the path wait. */
  void delay(String path, int millis) {
    server.stubFor(get(path).willReturn(ok("late").withFixedDelay(millis)));
  }

  /** Has a GET of the path answered by the way to another, which says where it is. */
  void redirect(String path, String to) {
    server.stubFor(
        get(path)
            .willReturn(temporaryRedirect(to).withStatus(302).withHeader("Connection", "close")));
    server.stubFor(get(to).willReturn(ok(to).withHeader("Connection", "close")));
  }

  /** Has a GET of the path answered by a cookie, and by another body to who has it. */
  void cookie(String path) {
    server.stubFor(
        get(path).willReturn(ok("none").withHeader("Set-Cookie", "session=1; Secure; Path=/")));
    server.stubFor(get(path).withCookie("session", equalTo("1")).willReturn(ok("kept")));
  }

  String url() {
    return "https://localhost:" + server.httpsPort() + "/";
  }

  Path trustStore() {
    return trustStore;
  }

  @Override
  public void close() {
    server.stop();
  }
}
