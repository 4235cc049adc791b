package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.httpclient.Setup.Manager;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A listener that uses the pool whose connection was closed, as one that reports may. */
@ParameterizedClass
@MethodSource("clients")
class ListenerTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  @Parameter(2)
  Manager manager;

  /** How the pool comes to close a connection. */
  private enum Close {
    IDLE,
    EXPIRED,
    RELOAD,
    SHUTDOWN,
    SHUTDOWN_AT_ONCE,
    /** The response is read, and HttpClient has not noticed. */
    SHUTDOWN_AT_THE_LAST_BYTE
  }

  static Stream<Arguments> clients() {
    return Library.with(Manager.OURS, Manager.OF_PARTS);
  }

  @ParameterizedTest
  @EnumSource
  void waitsForThePoolAndCallsItsClient(Close how) throws Exception {
    assumeTrue(
        manager == Manager.OURS || how != Close.RELOAD,
        "HttpClient's own manager of 4.5 cannot be reloaded");
    CompletableFuture<ConnectionClosed> closed = new CompletableFuture<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    TlsListener listener =
        new TlsListener() {
          @Override
          public void closed(ConnectionClosed event) {
            if (closed.complete(event)) {
              done.join();
            }
          }
        };
    TlsSettings.Builder tls = clients.trusting().addListener(listener);
    TlsPeer peer = clients.peer(protocol).misbehave(Fault.KEEP_ALIVE);
    Client client =
        clients.with(
            library,
            tls,
            setup -> {
              setup.manager = manager;
              setup.keepAliveMillis = how == Close.EXPIRED ? 1 : setup.keepAliveMillis;
            });
    client.get(peer.url());
    try {
      Future<?> closing = clients.threads.submit(() -> close(client, how, tls, peer));
      CloseOutcome outcome = closed.get(20, TimeUnit.SECONDS).outcome();
      // What the listener waits for.
      assertThat(clients.threads.submit(client::available).get(20, TimeUnit.SECONDS)).isZero();
      if (how.ordinal() < Close.SHUTDOWN.ordinal()) {
        clients.threads.submit(() -> client.get(peer.url())).get(20, TimeUnit.SECONDS);
      }
      if (how.ordinal() <= Close.SHUTDOWN.ordinal()) {
        assertThat(outcome).isEqualTo(CloseOutcome.LOCAL);
      }
      done.complete(null);
      Eventually.holds(closing::isDone);
    } finally {
      done.complete(null);
    }
  }

  private static Void close(Client client, Close how, TlsSettings.Builder tls, TlsPeer peer)
      throws Exception {
    if (how == Close.IDLE) {
      client.closeIdle();
    } else if (how == Close.EXPIRED) {
      while (client.available() > 0) {
        client.closeExpired();
      }
    } else if (how == Close.RELOAD) {
      client.reload(tls);
    } else if (how == Close.SHUTDOWN_AT_THE_LAST_BYTE) {
      client.execute(
          Call.get(peer.url()),
          (status, body) -> {
            assertThat(body.readNBytes(TlsPeer.BODY.length())).hasSize(TlsPeer.BODY.length());
            client.shutDown(true);
            return status;
          });
    } else {
      client.shutDown(how == Close.SHUTDOWN_AT_ONCE);
    }
    return null;
  }
}
