package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that cannot prove who it is is refused, also after trust and keys have changed under a
 * connection manager that lives on.
 */
@Tag("each-httpclient")
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class ReloadTest extends Clients {

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  private final Certificates strangers = new Certificates();

  private TlsPeer keepAlive() throws Exception {
    return peer(protocol).misbehave(Fault.KEEP_ALIVE);
  }

  private Client client(TlsSettings.Builder settings) throws Exception {
    return with(library, settings, setup -> {});
  }

  private TlsSettings.Builder trustingStrangers() {
    return TlsSettings.builder().trustManagers(strangers.trustManagers());
  }

  private static void assertServes(Client client, TlsPeer peer) throws IOException {
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
  }

  private static void assertRefuses(Client client, TlsPeer peer) {
    Throwable failure = catchThrowable(() -> client.get(peer.url()));
    assertThat(failure).isInstanceOf(SSLHandshakeException.class);
    assertThat(progressOf(failure)).isEqualTo(RequestProgress.NOT_SENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"KEEP_ALIVE", "NONE"})
  void changedTrustTakesEffect(Fault kind) throws Exception {
    TlsPeer peer = peer(protocol).misbehave(kind);
    Client client = client(trusting());
    assertServes(client, peer);
    assertServes(client, peer);
    int requests = peer.requests();

    client.reload(trustingStrangers());
    assertThat(client.available()).isZero();
    assertRefuses(client, peer);
    assertThat(peer.requests()).isEqualTo(requests);

    client.reload(trusting());
    assertServes(client, peer);
  }

  /** The switch for an emergency, on and off again; a stranger is refused all the same. */
  @Test
  void stockSocketsRuleTheLibraryOutAtRunTimeToo() throws Exception {
    TlsPeer peer = keepAlive();
    TlsPeer stranger = closing(TlsPeer.start(strangers, protocol));
    Client client = client(trusting());
    for (boolean stock : new boolean[] {false, true, false}) {
      client.reload(trusting().stockSockets(stock));
      assertServes(client, peer);
      assertServes(client, peer);
      assertRefuses(client, stranger);
    }
    assertThat(peer.connections()).isEqualTo(3);
    assertThat(stranger.requests()).isZero();
    assertThat(client.statistics.total().full() + client.statistics.total().resumed()).isEqualTo(2);
  }

  @Test
  void anotherKeyTakesEffectAlthoughASessionWasThereToResume() throws Exception {
    TlsPeer peer = strictPeer(protocol);
    Client client = client(trusting().keyManagers(strangers.keyManagers(strangers.client())));
    // Under TLS 1.3 the client learns of it when it reads; the connection may be gone by then.
    assertThatThrownBy(() -> client.get(peer.url())).isInstanceOf(IOException.class);
    client.reload(trusting().keyManagers(certificates.keyManagers(certificates.client())));
    assertServes(client, peer);
    assertServes(client, peer);
    client.reload(trusting().keyManagers(strangers.keyManagers(strangers.client())));
    assertThatThrownBy(() -> client.get(peer.url())).isInstanceOf(IOException.class);
    assertThat(peer.requests()).isEqualTo(2);
  }

  /** The connection is leased while the settings change, and would go back to the pool. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aConnectionUnderWayEndsItsRequestAndIsNotReused(boolean backAgain) throws Exception {
    TlsPeer peer = keepAlive();
    Client client = client(trusting());
    TlsSettings first = client.sockets.settings();
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          client.reload(trustingStrangers());
          if (backAgain) {
            client.reload(first.toBuilder());
          }
          assertThat(body.readAllBytes()).asString().isEqualTo(TlsPeer.BODY);
          return status;
        });
    assertThat(client.available()).isZero();
    if (!backAgain) {
      assertRefuses(client, peer);
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  @Test
  void callersDoNotNoticeAReloadOfTheSameTrust() throws Exception {
    TlsPeer peer = keepAlive();
    Client client = client(trusting());
    AtomicBoolean done = new AtomicBoolean();
    List<Future<Integer>> callers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      callers.add(
          threads.submit(
              () -> {
                int calls = 0;
                for (; calls < 20 || !done.get(); calls++) {
                  assertServes(client, peer);
                }
                return calls;
              }));
    }
    for (int i = 0; i < 20; i++) {
      client.reload(trusting());
    }
    done.set(true);
    for (Future<Integer> caller : callers) {
      assertThat(caller.get()).isPositive();
    }
  }

  /** HttpClient repeats what fails by an IOException, unless it is one of TLS. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt", "BCJSSE"})
  void aRefusalIsMetOnceThoughHttpClientRepeatsWhatFailed(String provider) throws Exception {
    TlsPeer peer = peerOf("other.example", protocol);
    TlsSettings.Builder tls = trusting().provider(provider(provider));
    Client client = with(library, tls, setup -> setup.repeating = true);
    assertThat(catchThrowable(() -> client.get(peer.url()))).isInstanceOf(SSLException.class);
    assertThat(peer.connections()).isEqualTo(1);
  }
}
