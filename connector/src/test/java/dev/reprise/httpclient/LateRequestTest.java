package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.httpclient.Setup.Manager;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.ScriptedPeer;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that bounds its handshakes would end those whose last message is held back. */
@ParameterizedClass
@MethodSource("clients")
class LateRequestTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  @Parameter(2)
  Manager manager;

  /** A permit for each handshake that the server has done. */
  private final Semaphore handshakes = new Semaphore(0);

  private ScriptedPeer peer;

  static Stream<Arguments> clients() {
    return Library.with(Manager.STOCK, Manager.OURS);
  }

  @BeforeEach
  void start() throws Exception {
    peer =
        clients.closing(
            ScriptedPeer.start(
                clients.certificates(),
                tls -> {
                  tls.startHandshake();
                  handshakes.release();
                  ScriptedPeer.answer(tls, () -> true);
                },
                protocol));
  }

  private Client client(Consumer<Setup> settings) throws Exception {
    return clients.with(
        library,
        setup -> {
          setup.manager = manager;
          settings.accept(setup);
        });
  }

  private String url() {
    return "https://localhost:" + peer.port() + "/";
  }

  private void awaitHandshake() throws IOException {
    try {
      if (!handshakes.tryAcquire(10, TimeUnit.SECONDS)) {
        throw new IOException("The server is still in its handshake");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private Call late() {
    return Call.post(
        url(),
        1,
        out -> {
          awaitHandshake();
          out.write('x');
        });
  }

  /** The second call resumes the session of the first. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBodyThatComesLateDoesNotHoldTheHandshakeUp(boolean tunnel) throws Exception {
    HttpProxy proxy = clients.closing(new HttpProxy(HttpProxy.Refusal.NONE));
    Client client = client(setup -> setup.proxy = tunnel ? proxy.port() : 0);
    for (int i = 0; i < 2; i++) {
      client.call(late());
    }
  }

  /** What the context still holds is the request of the call before. */
  @Test
  void norWhereTheContextHasServedACall() throws Exception {
    Client client = client(setup -> {});
    Object context = client.newContext();
    client.execute(Call.get(url()), context, (status, body) -> status);
    awaitHandshake();
    client.execute(late(), context, (status, body) -> status);
  }

  /** As an authentication scheme does that fetches a token, or an executor that waits. */
  @Test
  void whatComesBeforeTheRequestDoesNotHoldTheHandshakeUp() throws Exception {
    Client client = client(setup -> setup.sending = this::awaitHandshake);
    for (int i = 0; i < 2; i++) {
      client.get(url());
    }
  }

  @Test
  void aConnectionThatIsMadeAheadIsWhole() throws Exception {
    Client client = client(setup -> {});
    for (int i = 0; i < 2; i++) {
      client.connectAhead(peer.port(), this::awaitHandshake);
    }
    assertThat(handshakes.availablePermits()).isZero();
  }
}
