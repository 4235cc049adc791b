package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trust and keys that change under a connection manager that lives on. */
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class ReloadTest {

  private static final char[] PASSWORD = "changeit".toCharArray();

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  private final Certificates strangers = new Certificates();

  private TlsPeer keepAlive() throws Exception {
    return clients.peer(protocol).misbehave(Fault.KEEP_ALIVE);
  }

  private Client client(TlsSettings.Builder settings) throws Exception {
    return clients.with(library, settings, setup -> {});
  }

  private Client client() throws Exception {
    return client(clients.trusting());
  }

  private TlsSettings.Builder trustingStrangers() {
    return TlsSettings.builder().trustManagers(strangers.trustManagers());
  }

  private static void assertServes(Client client, TlsPeer peer) throws IOException {
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
  }

  private static void assertRefuses(Client client, TlsPeer peer) {
    assertThatThrownBy(() -> client.get(peer.url())).isInstanceOf(SSLHandshakeException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"KEEP_ALIVE", "NONE"})
  void aTrustStoreChangedOnDiskTakesEffect(Fault kind, @TempDir Path dir) throws Exception {
    Path store = dir.resolve("trust.p12");
    TlsPeer peer = clients.peer(protocol).misbehave(kind);
    write(store, clients.certificates());
    Client client = client(TlsSettings.builder().trustManagers(load(store)));
    assertServes(client, peer);
    assertServes(client, peer);
    int requests = peer.requests();

    write(store, strangers);
    client.reload(TlsSettings.builder().trustManagers(load(store)));
    assertThat(client.available()).isZero();
    assertRefuses(client, peer);
    assertThat(peer.requests()).isEqualTo(requests);

    write(store, clients.certificates());
    client.reload(TlsSettings.builder().trustManagers(load(store)));
    assertServes(client, peer);
  }

  /** The switch for an emergency, on and off again. */
  @Test
  void stockSocketsRuleTheLibraryOutAtRunTimeToo() throws Exception {
    TlsPeer peer = keepAlive();
    Client client = client();
    for (boolean stock : new boolean[] {false, true, false}) {
      client.reload(clients.trusting().stockSockets(stock));
      assertServes(client, peer);
      assertServes(client, peer);
    }
    assertThat(peer.connections()).isEqualTo(3);
    assertThat(client.statistics.total().full() + client.statistics.total().resumed()).isEqualTo(2);
  }

  @Test
  void stockSocketsAreOfNoUseToAStrangerEither() throws Exception {
    TlsPeer peer = clients.closing(TlsPeer.start(strangers, protocol));
    Client client = client();
    client.reload(clients.trusting().stockSockets(true));
    assertRefuses(client, peer);
    assertThat(peer.requests()).isZero();
  }

  @Test
  void anotherKeyTakesEffectAlthoughASessionWasThereToResume() throws Exception {
    TlsPeer peer = clients.closing(TlsPeer.startStrict(clients.certificates(), protocol));
    Certificates known = clients.certificates();
    Client client =
        client(clients.trusting().keyManagers(strangers.keyManagers(strangers.client())));
    // Under TLS 1.3 the client learns of it when it reads; the connection may be gone by then.
    assertThatThrownBy(() -> client.get(peer.url())).isInstanceOf(IOException.class);
    client.reload(clients.trusting().keyManagers(known.keyManagers(known.client())));
    assertServes(client, peer);
    assertServes(client, peer);
    client.reload(clients.trusting().keyManagers(strangers.keyManagers(strangers.client())));
    assertThatThrownBy(() -> client.get(peer.url())).isInstanceOf(IOException.class);
    assertThat(peer.requests()).isEqualTo(2);
  }

  @Test
  void noSessionMadeBeforeIsOffered() throws Exception {
    TlsPeer peer = clients.peer(protocol);
    Client client = client();
    for (int reloads = 1; reloads < 3; reloads++) {
      assertServes(client, peer);
      assertServes(client, peer);
      assertThat(peer.fullHandshakes()).isEqualTo(reloads);
      client.reload(clients.trusting());
    }
  }

  @Test
  void aConnectionIsNotReusedThoughItsSettingsAreInForceAgain() throws Exception {
    TlsPeer peer = keepAlive();
    Client client = client();
    TlsSettings first = client.sockets.settings();
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          client.reload(trustingStrangers());
          client.reload(first.toBuilder());
          return body.readAllBytes();
        });
    assertThat(client.available()).isZero();
  }

  /** The connection is leased while the settings change, and would go back to the pool. */
  @Test
  void aConnectionUnderWayEndsItsRequestAndIsNotReused() throws Exception {
    TlsPeer peer = keepAlive();
    Client client = client();
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          client.reload(trustingStrangers());
          assertThat(body.readAllBytes()).asString().isEqualTo(TlsPeer.BODY);
          return status;
        });
    assertThat(client.available()).isZero();
    assertRefuses(client, peer);
    assertThat(peer.requests()).isEqualTo(1);
  }

  @Test
  void callersDoNotNoticeAReloadOfTheSameTrust() throws Exception {
    TlsPeer peer = keepAlive();
    Client client = client();
    AtomicBoolean done = new AtomicBoolean();
    List<Future<Integer>> callers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      callers.add(
          clients.threads.submit(
              () -> {
                int calls = 0;
                for (; calls < 20 || !done.get(); calls++) {
                  assertServes(client, peer);
                }
                return calls;
              }));
    }
    for (int i = 0; i < 20; i++) {
      client.reload(clients.trusting());
    }
    done.set(true);
    for (Future<Integer> caller : callers) {
      assertThat(caller.get()).isPositive();
    }
  }

  private static void write(Path file, Certificates trusted) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", trusted.authority());
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD);
    }
  }

  private static TrustManager[] load(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
