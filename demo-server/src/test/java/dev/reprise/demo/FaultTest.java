package dev.reprise.demo;

import static dev.reprise.demo.Exchange.End.CLOSE_NOTIFY;
import static dev.reprise.demo.Exchange.End.FIN;
import static dev.reprise.demo.Exchange.End.RESET;
import static dev.reprise.demo.Exchange.End.STILL_OPEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every fault, seen from a plain TLS socket and the TCP socket below it. */
class FaultTest {
  private static final int SIZE = 1000;
  private static final String BODY = "<r>" + "x".repeat(SIZE - 7) + "</r>";
  private static final String HALF = BODY.substring(0, SIZE / 2);
  private static final List<String> TLS_VERSIONS = List.of("TLSv1.2", "TLSv1.3");

  private DemoServer server;

  @AfterEach
  void stop() {
    server.close();
  }

  static List<String> tlsVersions() {
    return TLS_VERSIONS;
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void withoutFaultCloseNotifyIsFollowedByFin(String version) throws IOException {
    start(version);

    Exchange exchange = request(Fault.NONE);

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(BODY);
    assertEnds(exchange, CLOSE_NOTIFY, FIN);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void closesWithoutCloseNotify(String version) throws IOException {
    start(version);

    Exchange exchange = request(Fault.CLOSE_WITHOUT_CLOSE_NOTIFY);

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(BODY);
    assertEnds(exchange, FIN, FIN);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void resetsAfterTheResponse(String version) throws IOException {
    start(version);

    Exchange exchange = request(Fault.RESET_AFTER_RESPONSE);

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(BODY);
    assertEnds(exchange, RESET, RESET);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void holdsTheConnectionOpen(String version) throws IOException {
    start(version);

    Exchange exchange =
        Exchange.postToHeld(server, "/plain", FaultHandler.FAULT_HEADER + ": hold-open");

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(BODY);
    assertEnds(exchange, STILL_OPEN, STILL_OPEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hold-open", "stall"})
  void letsGoOfAClientThatLeaves(String fault) throws IOException {
    start("TLSv1.3");
    try (WatchedSocket tcp = new WatchedSocket("127.0.0.1", server.port());
        SSLSocket tls = Exchange.layer(server.newClientContext(), tcp, server.port())) {
      tls.setSoTimeout(20_000);
      Exchange.send(tls, "/fault/" + fault + "/plain");

      tcp.shutdownOutput();

      assertThatCode(() -> tls.getInputStream().readAllBytes()).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"freeze-before-response", "freeze-after-response"})
  void freezesWhateverTheClientDoes(String fault) throws IOException {
    start("TLSv1.3");
    try (WatchedSocket tcp = new WatchedSocket("127.0.0.1", server.port());
        SSLSocket tls = Exchange.layer(server.newClientContext(), tcp, server.port())) {
      tls.setSoTimeout(500);
      Exchange.send(tls, "/fault/" + fault + "/plain");

      tcp.shutdownOutput();

      assertThatCode(() -> tls.getInputStream().readAllBytes())
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hold-open", "stall", "freeze-before-response", "freeze-after-response"})
  void endsAtTheBound(String fault) throws IOException {
    server =
        DemoServer.start(
            DemoOptions.builder().responseSize(SIZE).faultBound(Duration.ofMillis(50)).build());

    Exchange exchange = Exchange.post(server, "/fault/" + fault + "/plain");

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(BODY);
    assertEnds(exchange, CLOSE_NOTIFY, FIN);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void stallsBeforeTheResponse(String version) throws IOException {
    start(version);

    Exchange exchange = Exchange.postToHeld(server, "/fault/stall/plain");

    assertThat(exchange.head() + exchange.body()).isEmpty();
    assertEnds(exchange, STILL_OPEN, STILL_OPEN);
  }

  @Test
  void stallsForAsLongAsTheRequestSays() throws IOException {
    start("TLSv1.3");

    Exchange exchange =
        Exchange.post(server, "/fault/stall/plain", FaultHandler.STALL_HEADER + ": 50");

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(BODY);
    assertEnds(exchange, CLOSE_NOTIFY, FIN);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void truncatesTheBody(String version) throws IOException {
    start(version);

    Exchange exchange = request(Fault.TRUNCATE_LENGTH);

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(HALF);
    assertEnds(exchange, CLOSE_NOTIFY, FIN);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void truncatesACloseDelimitedBody(String version) throws IOException {
    start(version);

    Exchange exchange = request(Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);

    assertCloseDelimited(exchange);
    assertThat(exchange.body()).isEqualTo(HALF);
    assertEnds(exchange, FIN, FIN);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void endsACloseDelimitedBodyProperly(String version) throws IOException {
    start(version);

    Exchange exchange = request(Fault.CLOSE_DELIMITED);

    assertCloseDelimited(exchange);
    assertThat(exchange.body()).isEqualTo(BODY);
    assertEnds(exchange, CLOSE_NOTIFY, FIN);
  }

  @ParameterizedTest
  @MethodSource("tlsVersions")
  void sendsDataAfterTheResponse(String version) throws IOException {
    start(version);

    Exchange exchange = request(Fault.DATA_AFTER_RESPONSE);

    assertWhole(exchange);
    assertThat(exchange.body()).isEqualTo(BODY + "data after the response");
    assertEnds(exchange, CLOSE_NOTIFY, FIN);
  }

  @Test
  void answersWithGarbageOnASecondListener() throws IOException {
    server = DemoServer.start(DemoOptions.builder().garbagePort(0).build());

    assertGarbage(server.garbagePort().orElseThrow());
    assertThat(Exchange.post(server, "/plain").status()).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void answersWithGarbageByDefault() throws IOException {
    server = DemoServer.start(DemoOptions.builder().fault(Fault.GARBAGE).build());

    assertGarbage(server.port());
  }

  @Test
  void theDefaultFaultYieldsToTheHeaderAndTheHeaderToThePath() throws IOException {
    server =
        DemoServer.start(
            DemoOptions.builder()
                .responseSize(SIZE)
                .fault(Fault.CLOSE_WITHOUT_CLOSE_NOTIFY)
                .build());
    String resetHeader = FaultHandler.FAULT_HEADER + ": reset-after-response";

    assertEnds(Exchange.post(server, "/plain"), FIN, FIN);
    assertEnds(Exchange.post(server, "/plain", resetHeader), RESET, RESET);
    assertEnds(Exchange.post(server, "/fault/none/plain", resetHeader), CLOSE_NOTIFY, FIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-fault", "garbage", "HOLD_OPEN"})
  void refusesAFaultThatNoRequestCanHave(String fault) throws IOException {
    start("TLSv1.3");

    Exchange exchange = Exchange.post(server, "/plain", FaultHandler.FAULT_HEADER + ": " + fault);

    assertThat(exchange.status()).isEqualTo("HTTP/1.1 400 Bad Request");
    assertThat(exchange.body()).contains(FaultHandler.FAULT_HEADER).contains(fault);
  }

  @Test
  void refusesAStallOfNoNumber() throws IOException {
    start("TLSv1.3");

    Exchange exchange =
        Exchange.post(server, "/fault/stall/plain", FaultHandler.STALL_HEADER + ": soon");

    assertThat(exchange.status()).isEqualTo("HTTP/1.1 400 Bad Request");
    assertThat(exchange.body()).contains(FaultHandler.STALL_HEADER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/soap-canned", "/ws", "/no-such-path"})
  void aFaultLeavesTheResponseOfAnyPathAsItIs(String path) throws IOException {
    start("TLSv1.3");

    Exchange plain = Exchange.post(server, path);
    Exchange faulty = Exchange.post(server, "/fault/close-without-close-notify" + path);

    assertThat(faulty.status()).isEqualTo(plain.status());
    assertThat(faulty.tlsEnd()).isEqualTo(FIN);
  }

  private void start(String version) {
    server =
        DemoServer.start(DemoOptions.builder().responseSize(SIZE).tlsVersions(version).build());
  }

  private Exchange request(Fault fault) throws IOException {
    return Exchange.post(server, "/plain", FaultHandler.FAULT_HEADER + ": " + fault.label());
  }

  private static void assertWhole(Exchange exchange) {
    assertThat(exchange.head().lines())
        .contains("HTTP/1.1 200 OK", "Connection: close", "Content-Length: " + SIZE);
  }

  private static void assertCloseDelimited(Exchange exchange) {
    assertThat(exchange.head().lines())
        .contains("HTTP/1.1 200 OK", "Connection: close")
        .noneMatch(line -> line.startsWith("Content-Length"))
        .noneMatch(line -> line.startsWith("Transfer-Encoding"));
  }

  private static void assertEnds(Exchange exchange, Exchange.End tls, Exchange.End tcp) {
    assertThat(exchange.tlsEnd()).isEqualTo(tls);
    assertThat(exchange.tcpEnd()).isEqualTo(tcp);
  }

  private void assertGarbage(int port) throws IOException {
    try (Socket tcp = new Socket(InetAddress.getLoopbackAddress(), port)) {
      tcp.getOutputStream().write(new byte[] {22, 3, 1});
      assertThat(tcp.getInputStream().readAllBytes()).isEqualTo(GarbageConnectionFactory.GARBAGE);
    }
    try (WatchedSocket tcp = new WatchedSocket("127.0.0.1", port);
        SSLSocket tls = Exchange.layer(server.newClientContext(), tcp, port)) {
      assertThatThrownBy(tls::startHandshake).isInstanceOf(SSLException.class);
    }
  }
}
