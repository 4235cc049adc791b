package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trust and keys that change under a connection manager that lives on. */
class ReloadTest {

  private static final char[] PASSWORD = "changeit".toCharArray();

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final Certificates strangers = new Certificates();
  private ResumingConnectionManager manager;
  private CloseableHttpClient client;

  private void start(TlsSettings.Builder settings) {
    start(ResumingConnectionManager.builder().tls(settings.build()));
  }

  private void start(ResumingConnectionManager.Builder builder) {
    manager = builder.build();
    client = HttpClients.custom().setConnectionManager(manager).disableAutomaticRetries().build();
    nothingLeftOver.watchLeases(() -> manager.socketFactory().laneCounts().leased());
  }

  @AfterEach
  void closeTheClient() throws IOException {
    if (client != null) {
      client.close();
    }
  }

  private String get(TlsPeer peer) throws IOException {
    try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
      return EntityUtils.toString(response.getEntity());
    }
  }

  private static TlsSettings.Builder trusting(Certificates authority) {
    return TlsSettings.builder().trustManagers(authority.trustManagers());
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2, KEEP_ALIVE", "TLSv1.3, KEEP_ALIVE", "TLSv1.2, NONE", "TLSv1.3, NONE"})
  void aTrustStoreChangedOnDiskTakesEffect(String protocol, Fault kind, @TempDir Path dir)
      throws Exception {
    Path store = dir.resolve("trust.p12");
    try (TlsPeer peer = TlsPeer.start(certificates, protocol).misbehave(kind)) {
      write(store, certificates);
      start(TlsSettings.builder().trustManagers(load(store)));
      assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
      assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
      int requests = peer.requests();

      write(store, strangers);
      manager.reloadTls(TlsSettings.builder().trustManagers(load(store)).build());
      assertThat(manager.getTotalStats().getAvailable()).isZero();
      assertThatThrownBy(() -> get(peer)).isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isEqualTo(requests);

      write(store, certificates);
      manager.reloadTls(TlsSettings.builder().trustManagers(load(store)).build());
      assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
    }
  }

  /** The switch for an emergency, on and off again. */
  @Test
  void stockSocketsRuleTheLibraryOutAtRunTimeToo() throws Exception {
    TlsStatistics statistics = new TlsStatistics();
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE)) {
      start(trusting(certificates).addListener(statistics));
      for (boolean stock : new boolean[] {false, true, false}) {
        manager.reloadTls(
            trusting(certificates).addListener(statistics).stockSockets(stock).build());
        assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
        assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
      }
      assertThat(peer.connections()).isEqualTo(3);
      assertThat(statistics.total().full() + statistics.total().resumed()).isEqualTo(2);
    }
  }

  @Test
  void stockSocketsAreOfNoUseToAStrangerEither() throws Exception {
    try (TlsPeer peer = TlsPeer.start(strangers)) {
      start(trusting(certificates));
      manager.reloadTls(trusting(certificates).stockSockets(true).build());
      assertThatThrownBy(() -> get(peer)).isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anotherKeyTakesEffectAlthoughASessionWasThereToResume(String protocol) throws Exception {
    try (TlsPeer peer =
        new TlsPeer(
            certificates.keyManagers(certificates.server()),
            certificates.trustManagers(),
            true,
            protocol)) {
      TlsSettings.Builder known =
          trusting(certificates).keyManagers(certificates.keyManagers(certificates.client()));
      TlsSettings.Builder unknown =
          trusting(certificates).keyManagers(strangers.keyManagers(strangers.client()));
      start(unknown);
      // Under TLS 1.3 the client learns of it when it reads; the connection may be gone by then.
      assertThatThrownBy(() -> get(peer)).isInstanceOf(IOException.class);
      manager.reloadTls(known.build());
      assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
      assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
      manager.reloadTls(unknown.build());
      assertThatThrownBy(() -> get(peer)).isInstanceOf(IOException.class);
      assertThat(peer.requests()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void noSessionMadeBeforeIsOffered(String protocol) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      start(trusting(certificates));
      get(peer);
      get(peer);
      assertThat(peer.fullHandshakes()).isEqualTo(1);
      manager.reloadTls(trusting(certificates).build());
      get(peer);
      get(peer);
      assertThat(peer.fullHandshakes()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionIsNotReusedThoughItsSettingsAreInForceAgain() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.KEEP_ALIVE)) {
      start(trusting(certificates));
      TlsSettings first = manager.tlsSettings();
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        manager.reloadTls(trusting(strangers).build());
        manager.reloadTls(first);
        EntityUtils.consume(response.getEntity());
      }
      assertThat(manager.getTotalStats().getAvailable()).isZero();
    }
  }

  /** The connection is leased while the settings change, and would go back to the pool. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aConnectionUnderWayEndsItsRequestAndIsNotReused(boolean foreignConnections)
      throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.KEEP_ALIVE)) {
      ResumingConnectionManager.Builder builder =
          ResumingConnectionManager.builder().tls(trusting(certificates).build());
      start(foreignConnections ? builder.connectionFactory(ReloadTest::withoutContext) : builder);
      try (CloseableHttpResponse response = client.execute(new HttpGet(peer.url()))) {
        manager.reloadTls(trusting(strangers).build());
        assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
      }
      assertThat(manager.getTotalStats().getAvailable()).isZero();
      assertThatThrownBy(() -> get(peer)).isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  /** Connections of a user's making need not be an HttpContext. */
  private static ManagedHttpClientConnection withoutContext(
      HttpRoute route, ConnectionConfig config) {
    ManagedHttpClientConnection connection =
        ManagedHttpClientConnectionFactory.INSTANCE.create(route, config);
    return (ManagedHttpClientConnection)
        Proxy.newProxyInstance(
            ReloadTest.class.getClassLoader(),
            new Class<?>[] {ManagedHttpClientConnection.class},
            (proxy, method, arguments) -> method.invoke(connection, arguments));
  }

  @Test
  void connectionsAreStillKeptAliveAfterwards() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.KEEP_ALIVE)) {
      start(trusting(certificates));
      get(peer);
      manager.reloadTls(trusting(certificates).build());
      get(peer);
      get(peer);
      assertThat(peer.connections()).isEqualTo(2);
    }
  }

  @Test
  void callersDoNotNoticeAReloadOfTheSameTrust() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(Fault.KEEP_ALIVE)) {
      start(trusting(certificates));
      AtomicBoolean done = new AtomicBoolean();
      List<Future<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        callers.add(
            threads.submit(
                () -> {
                  int calls = 0;
                  for (; calls < 20 || !done.get(); calls++) {
                    assertThat(get(peer)).isEqualTo(TlsPeer.BODY);
                  }
                  return calls;
                }));
      }
      for (int i = 0; i < 20; i++) {
        manager.reloadTls(trusting(certificates).build());
      }
      done.set(true);
      for (Future<Integer> caller : callers) {
        assertThat(caller.get()).isPositive();
      }
      assertThat(manager.getTotalStats().getLeased()).isZero();
    } finally {
      threads.shutdown();
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
