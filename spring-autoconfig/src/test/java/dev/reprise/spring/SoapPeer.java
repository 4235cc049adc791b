package dev.reprise.spring;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.BasicCredentials;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import java.net.URI;

/** A SOAP provider over HTTPS that answers each request with Connection: close. */
final class SoapPeer implements AutoCloseable {

  private static final String ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>%s</s:Body></s:Envelope>";

  private final WireMockServer server;

  private SoapPeer(WireMockConfiguration configuration) {
    server = new WireMockServer(configuration);
    server.start();
    answer("/answer", 200, "<pong xmlns='urn:test'/>");
    answer(
        "/fault",
        500,
        "<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>");
    server.stubFor(post("/missing").willReturn(closing(404).withBody("nothing here")));
    server.stubFor(post("/accepted").willReturn(closing(202)));
    server.stubFor(post("/kept").willReturn(soap(aResponse(), "<pong xmlns='urn:test'/>")));
  }

  static SoapPeer start(Stores stores) {
    return new SoapPeer(configuration(stores));
  }

  /** One at a port that was another's. */
  static SoapPeer start(Stores stores, int port) {
    return new SoapPeer(configuration(stores).httpsPort(port));
  }

  /** Another one at the same port, once this one has stopped: it knows none of its sessions. */
  SoapPeer restarted(Stores stores) {
    int port = server.httpsPort();
    close();
    return start(stores, port);
  }

  static SoapPeer requiringClientCertificate(Stores stores) {
    return new SoapPeer(
        configuration(stores)
            .needClientAuth(true)
            .trustStorePath(stores.trust().toString())
            .trustStorePassword(Stores.PASSWORD)
            .trustStoreType("PKCS12"));
  }

  private static WireMockConfiguration configuration(Stores stores) {
    return wireMockConfig()
        .dynamicPort()
        .dynamicHttpsPort()
        // With HTTP/2 java.net.http would have one connection for all calls.
        .http2TlsDisabled(true)
        .keystorePath(stores.serverKey().toString())
        .keystorePassword(Stores.PASSWORD)
        .keyManagerPassword(Stores.PASSWORD)
        .keystoreType("PKCS12");
  }

  private void answer(String path, int status, String body) {
    server.stubFor(post(path).willReturn(soap(closing(status), body)));
  }

  private static ResponseDefinitionBuilder soap(ResponseDefinitionBuilder response, String body) {
    return response
        .withHeader("Content-Type", "text/xml; charset=utf-8")
        .withBody(String.format(ENVELOPE, body));
  }

  private static ResponseDefinitionBuilder closing(int status) {
    return aResponse().withStatus(status).withHeader("Connection", "close");
  }

  /** From now on everything is answered as by a proxy that asks for a user and a password. */
  void actAsProxy(String user, String password) {
    server.stubFor(
        any(anyUrl())
            .withHeader("Proxy-Authorization", absent())
            .willReturn(
                aResponse()
                    .withStatus(407)
                    .withHeader("Proxy-Authenticate", "Basic realm=\"proxy\"")));
    server.stubFor(
        any(anyUrl())
            .withHeader(
                "Proxy-Authorization",
                equalTo(new BasicCredentials(user, password).asAuthorizationHeaderValue()))
            .willReturn(aResponse().withBody("through the proxy")));
  }

  URI uri(String path) {
    return URI.create("https://localhost:" + server.httpsPort() + path);
  }

  WireMockServer wireMock() {
    return server;
  }

  @Override
  public void close() {
    server.stop();
  }
}
