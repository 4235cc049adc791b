package dev.reprise.demo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of connections and responses when nothing goes wrong. */
class ConnectionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"/plain", "/soap-canned", "/ws", "/ws/quotes.wsdl", "/stats/reset", "/nowhere"})
  void everyResponseAnnouncesTheEndThatComes(String path) throws IOException {
    try (DemoServer server = DemoServer.start()) {
      Exchange exchange = Exchange.post(server, path);

      assertThat(exchange.head().lines()).contains("Connection: close");
      assertThat(exchange.tlsEnd()).isEqualTo(Exchange.End.CLOSE_NOTIFY);
      assertThat(exchange.tcpEnd()).isEqualTo(Exchange.End.FIN);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void readsOnUntilTheClientClosesToo(String version) throws IOException {
    try (DemoServer server = DemoServer.start(DemoOptions.builder().tlsVersions(version).build());
        WatchedSocket tcp = new HalfOpenSocket(server.port());
        SSLSocket tls = Exchange.layer(server.newClientContext(), tcp, server.port())) {
      Exchange.send(tls, "/plain");
      assertThat(tls.getInputStream().readAllBytes()).isNotEmpty();
      assertThat(tcp.getInputStream().read()).isEqualTo(-1);

      for (int i = 0; i < 50_000; i++) {
        tcp.getOutputStream().write(i);
      }
    }
  }

  @Test
  void keepsConnectionsAliveWhenAsked() throws IOException {
    try (DemoServer server = DemoServer.start(DemoOptions.builder().keepAlive(true).build());
        WatchedSocket tcp = new WatchedSocket("127.0.0.1", server.port());
        SSLSocket tls = Exchange.layer(server.newClientContext(), tcp, server.port())) {
      Exchange.send(tls, "/plain");
      assertThat(tls.getInputStream().read()).isEqualTo('H');
      Exchange.send(tls, "/plain", "Connection: close");

      String rest = new String(tls.getInputStream().readAllBytes(), ISO_8859_1);
      assertThat(rest.split("TTP/1.1 200 OK", -1)).hasSize(3);
      assertThat(rest).containsOnlyOnce("Connection: close");
      assertThat(server.stats().connections()).isEqualTo(1);
      assertThat(server.stats().requests()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 1024, 2_000_000})
  void plainResponsesHaveTheSizeAskedFor(int size) throws IOException {
    try (DemoServer server = DemoServer.start(DemoOptions.builder().responseSize(size).build())) {
      Exchange exchange = Exchange.post(server, "/plain");

      assertThat(exchange.head().lines()).contains("Content-Length: " + size);
      assertThat(exchange.body()).hasSize(size);
      assertThat(exchange.tlsEnd()).isEqualTo(Exchange.End.CLOSE_NOTIFY);
    }
  }

  @Test
  void holdsResponsesBackForTheServiceTime() throws IOException {
    Duration longTime = Duration.ofMinutes(1);
    try (DemoServer server =
        DemoServer.start(DemoOptions.builder().serviceTime(longTime).build())) {
      assertThat(Exchange.postToHeld(server, "/plain").tlsEnd()).isEqualTo(Exchange.End.STILL_OPEN);
    }
  }

  @Test
  void answersAfterTheServiceTime() throws Exception {
    Duration shortTime = Duration.ofMillis(20);
    try (DemoServer server =
        DemoServer.start(DemoOptions.builder().serviceTime(shortTime).build())) {
      assertThat(HttpCalls.post(server, "/plain", "").statusCode()).isEqualTo(200);
      assertThat(HttpCalls.get(server, server.baseUrl() + "/ws/quotes.wsdl").statusCode())
          .isEqualTo(200);
      assertThat(HttpCalls.get(server, server.baseUrl() + "/nowhere").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void plainIsForPostingOnly() throws Exception {
    try (DemoServer server = DemoServer.start()) {
      assertThat(HttpCalls.get(server, server.baseUrl() + "/plain").statusCode()).isEqualTo(405);
    }
  }

  /** Keeps JSSE from closing the output when the peer has closed its own, as it does in TLS 1.2. */
  private static final class HalfOpenSocket extends WatchedSocket {
    HalfOpenSocket(int port) throws IOException {
      super("127.0.0.1", port);
    }

    @Override
    public void shutdownOutput() {}
  }
}
