package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.httpclient.Call;
import dev.reprise.httpclient.Client;
import dev.reprise.httpclient.Clients;
import dev.reprise.httpclient.Library;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.TlsListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Closing waits for the peer, which must not happen within HttpClient's monitors. */
class EarlyCloseTest extends Clients {

  private final List<String> closers = new CopyOnWriteArrayList<>();
  private TlsPeer peer;
  private Client client;

  @BeforeEach
  void prepare() throws Exception {
    TlsListener listener =
        new TlsListener() {
          @Override
          public void closed(ConnectionClosed event) {
            closers.add(
                StackWalker.getInstance()
                    .walk(
                        frames ->
                            event.outcome()
                                + " "
                                + frames
                                    .map(StackWalker.StackFrame::getClassName)
                                    .collect(Collectors.joining(" "))));
          }
        };
    peer = peer("TLSv1.3");
    client =
        with(
            Library.HTTPCLIENT4,
            trusting().closeTimeout(Client.LONG_WAIT).addListener(listener),
            setup -> setup.user = HttpProxy.USER);
  }

  private void assertWaitedOutsideOfTheRelease(int connections, String outcomes) {
    assertThat(closers)
        .hasSize(connections)
        .allMatch(closer -> closer.matches("(" + outcomes + ") .*"))
        .noneMatch(closer -> closer.contains("ConnectionHolder"));
  }

  @Test
  void theConnectionIsClosedWithTheBodyAndOutsideOfHttpClientsRelease() throws Exception {
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          body.close();
          return status;
        });
    // Nobody asks what comes after all that was announced.
    client.execute(Call.get(peer.url()), (status, body) -> body.readNBytes(TlsPeer.BODY.length()));
    assertWaitedOutsideOfTheRelease(3, "CLOSE_NOTIFY");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 204 No Content, ''",
    "GET, 304 Not Modified, ''",
    "GET, 205 Reset Content, ''",
    "GET, 200 OK, Content-Length: 0",
    "POST, 200 OK, Content-Length: 0",
    "HEAD, 200 OK, Content-Length: 500",
    "GET, 302 Found, Content-Length: 0",
    "GET, 401 No, Content-Length: 0"
  })
  void soIsAResponseWithoutABody(String method, String status, String header) throws Exception {
    peer.answer(head(status, header));
    for (int i = 0; i < 2; i++) {
      Call call =
          method.equals("POST") ? Call.post(peer.url(), "question") : Call.of(method, peer.url());
      assertThat(client.status(call)).isEqualTo(Integer.parseInt(status.substring(0, 3)));
    }
    assertThat(peer.connections()).isEqualTo(2);
    assertWaitedOutsideOfTheRelease(2, "CLOSE_NOTIFY");
  }

  private static String head(String status, String header) {
    String line = header.isEmpty() ? "" : header + "\r\n";
    return "HTTP/1.1 " + status + "\r\n" + line + "Connection: close\r\n\r\n";
  }

  /** HttpClient flushes the connection after a response that comes instead of 100 (Continue). */
  @ParameterizedTest
  @ValueSource(strings = {"204 No Content", "417 Expectation Failed"})
  void soIsOneThatComesInsteadOfLeaveToSendTheBody(String status) throws Exception {
    peer.answer(head(status, status.startsWith("204") ? "" : "Content-Length: 0"))
        .misbehave(Fault.EARLY_RESPONSE);
    Call call = Call.post(peer.url(), "question");
    call.expectContinue = true;
    assertThat(client.status(call)).isEqualTo(Integer.parseInt(status.substring(0, 3)));
    assertWaitedOutsideOfTheRelease(1, "CLOSE_NOTIFY");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aChallengeThatClosesIsAnsweredOnAnotherConnection(int length) throws Exception {
    peer.answer(
        head("401 Who?", "WWW-Authenticate: Basic realm=\"test\"\r\nContent-Length: " + length)
            + "no".substring(0, length));
    // The second one is refused as well, and that is the response.
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          assertThat(status).isEqualTo(401);
          return body.readAllBytes();
        });
    assertThat(peer.requests()).isEqualTo(2);
    assertThat(peer.resets()).isZero();
    assertWaitedOutsideOfTheRelease(2, "CLOSE_NOTIFY|DATA_AFTER_RESPONSE");
  }

  /** The peer holds its connection open, and the wait would last for 20 s. */
  @Test
  void aResponseThatIsLeftUnreadHasNothingToWaitFor() throws Exception {
    peer.misbehave(Fault.HOLD_OPEN);
    assertThat(client.status(Call.get(peer.url()))).isEqualTo(200);
    assertThat(closers).singleElement().asString().startsWith("LOCAL ");
  }
}
