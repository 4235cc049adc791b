package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.PlainTrust;
import dev.reprise.testkit.SocksProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.security.KeyManagementException;
import java.security.Provider;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumingSslContextTest extends TlsTest {

  /** Unless a test has one of its own. */
  private final ResumingSslContext context = contextOf(trusting());

  private static ResumingSslContext contextOf(TlsSettings.Builder settings) {
    return new ResumingSslContext(settings.build());
  }

  private static SSLSocketFactory sockets(ResumingSslContext context, boolean own) {
    return own ? context.socketFactory() : context.getSocketFactory();
  }

  @SuppressWarnings("ImmutableEnumChecker")
  enum Way {
    LAYERED(
        (factory, port) ->
            factory.createSocket(new Socket("localhost", port), "localhost", port, true)),
    CONNECTED((factory, port) -> factory.createSocket("localhost", port)),
    UNCONNECTED(
        (factory, port) -> {
          Socket socket = factory.createSocket();
          socket.connect(new InetSocketAddress("localhost", port));
          return socket;
        });

    private final Opening opening;

    Way(Opening opening) {
      this.opening = opening;
    }

    void call(SSLContext context, TlsPeer peer) throws Exception {
      Exchange.overAndClose(opening.open(context.getSocketFactory(), peer.port()));
    }
  }

  private interface Opening {
    Socket open(SSLSocketFactory factory, int port) throws IOException;
  }

  private static void inParallel(Way way, SSLContext context, TlsPeer peer, int parallel, int times)
      throws Exception {
    Exchange.inParallel(
        parallel,
        times,
        () -> {
          way.call(context, peer);
          return null;
        });
  }

  @ParameterizedTest(name = "{0}, {1}, {2} threads")
  @CsvSource({
    "LAYERED, TLSv1.3, 1", "LAYERED, TLSv1.3, 16", "LAYERED, TLSv1.3, 64",
    "LAYERED, TLSv1.2, 16", "CONNECTED, TLSv1.3, 16", "CONNECTED, TLSv1.2, 16"
  })
  void noFullHandshakeAfterEachLanesFirst(Way way, String protocol, int parallel) throws Exception {
    // JSSE puts a ticket into its cache by id before the one by host, which ClientHellos are made
    // from: one that is made in between offers no ticket.
    int more = parallel == 1 ? 0 : 1 + parallel * 20 / 1000;
    TlsPeer peer = peer(protocol);
    inParallel(way, context, peer, parallel, 10);

    LaneCounts lanes = context.laneCounts();
    assertThat(lanes.made()).isLessThanOrEqualTo(2L * parallel);
    assertThat(peer.fullHandshakes())
        .isEqualTo((int) statistics.total().full())
        .isLessThanOrEqualTo((int) lanes.made() + more);
    if (parallel == 1) {
      assertThat(lanes).hasToString("peers=1 live=1 free=1 made=1 dropped=0");
    }
    assertThat(statistics.total().resumed()).isEqualTo(parallel * 10L - peer.fullHandshakes());
    assertThat(statistics.peers()).containsOnlyKeys(Peer.of("localhost", peer.port()));
    assertThat(recorder.handshakes)
        .filteredOn(done -> !done.resumed() && done.fullCause() != FullHandshakeCause.FIRST)
        .hasSizeLessThanOrEqualTo(more)
        .allMatch(done -> done.fullCause() == FullHandshakeCause.NOT_ACCEPTED);
    assertThat(recorder.handshakes).allMatch(done -> done.protocol().equals(protocol));
  }

  /** Their host is not known when they are handed out. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void unconnectedSocketsAreThoseOfTheFactory(String provider) throws Exception {
    ResumingSslContext context = contextOf(trusting(provider));
    TlsPeer first = peer("TLSv1.3");
    TlsPeer second = peer("TLSv1.3");
    for (int i = 0; i < 5; i++) {
      Way.UNCONNECTED.call(context, first);
      Way.UNCONNECTED.call(context, second);
    }
    assertThat(first.fullHandshakes()).isEqualTo(1);
    assertThat(second.fullHandshakes()).isEqualTo(1);
    assertThat(context.laneCounts().made()).isZero();
    context.reload(trusting(provider).build());
    Way.UNCONNECTED.call(context, first);
    assertThat(first.fullHandshakes()).isEqualTo(2);
  }

  /** JSSE finds a session by the host as it was written. */
  @ParameterizedTest(name = "own sockets: {0}")
  @ValueSource(booleans = {true, false})
  void anAddressIsOnePeerHoweverItIsWritten(boolean own) throws Exception {
    ResumingSslContext context = contextOf(trusting().hostnameVerification(false));
    SSLSocketFactory factory = sockets(context, own);
    TlsPeer peer = peer("TLSv1.2");
    for (String host : List.of("::1", "[::1]", "0:0:0:0:0:0:0:1")) {
      Socket tcp = new Socket("localhost", peer.port());
      Exchange.overAndClose(factory.createSocket(tcp, host, peer.port(), true));
      if (!own) {
        shake(context.createSSLEngine(host, peer.port()), peer);
      }
    }
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  /** Clients make engines for connections that never come about. */
  @Test
  void enginesThatAreNeverUsedDoNotAddUp() throws Exception {
    ResumingSslContext context = new ResumingSslContext(trusting().build(), clock::get);
    TlsPeer peer = peer("TLSv1.3");
    Way.LAYERED.call(context, peer);
    for (int i = 0; i < 1000; i++) {
      context.createSSLEngine("localhost", peer.port());
    }
    assertThat(context.laneCounts().live()).isLessThanOrEqualTo(65);
    Way.LAYERED.call(context, peer);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  /** As a client makes that tries another address first. */
  @Test
  void anEngineBeforeEachCallThatIsNeverUsedCostsOneLane() throws Exception {
    ResumingSslContext context = new ResumingSslContext(trusting().build(), clock::get);
    TlsPeer peer = peer("TLSv1.3");
    for (int i = 0; i < 20; i++) {
      context.createSSLEngine("localhost", peer.port());
      pass(Duration.ofSeconds(4));
      Way.LAYERED.call(context, peer);
    }
    assertThat(peer.fullHandshakes()).isLessThanOrEqualTo(2);
    context.laneCounts();
    assertThat(statistics.total().resumed()).isEqualTo(peer.resumedHandshakes());
  }

  @ParameterizedTest
  @EnumSource(names = {"RESET_IN_HANDSHAKE", "ALERT_IN_HANDSHAKE", "CERTIFICATE_UNTRUSTED"})
  void afterAnOutageHandshakesResumeAgain(Fault fault) throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Way.LAYERED.call(context, peer);
    peer.misbehave(fault);
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> Way.LAYERED.call(context, peer)).isInstanceOf(IOException.class);
    }
    peer.misbehave(Fault.NONE).forgetCounts();
    for (int i = 0; i < 3; i++) {
      callAtATime(Way.CONNECTED, context, peer, 8);
    }
    assertThat(peer.fullHandshakes()).isEqualTo(8);
    assertThat(full(context)).isEqualTo(1 + 8);
    assertThat(statistics.total().resumed()).isEqualTo(16);
  }

  /** How many full handshakes its listener knows of. */
  private long full(ResumingSslContext context) {
    context.laneCounts();
    return statistics.total().full();
  }

  private static void callAtATime(Way way, SSLContext context, TlsPeer peer, int calls)
      throws IOException {
    List<SSLSocket> open = new ArrayList<>();
    try {
      for (int i = 0; i < calls; i++) {
        open.add((SSLSocket) way.opening.open(context.getSocketFactory(), peer.port()));
        open.get(i).startHandshake();
      }
      Collections.shuffle(open, new Random(calls));
      for (SSLSocket socket : open) {
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
    } finally {
      for (SSLSocket socket : open) {
        socket.close();
      }
    }
  }

  @Test
  void theLanesOfABurstAreDroppedWhileCallsGoOn() throws Exception {
    ResumingSslContext context =
        new ResumingSslContext(
            trusting().laneIdleTimeout(Duration.ofMinutes(1)).build(), clock::get);
    TlsPeer peer = peer("TLSv1.3");
    inParallel(Way.LAYERED, context, peer, 8, 5);
    long live = context.laneCounts().live();
    long full = statistics.total().full();
    for (int second = 0; second < 80; second += 4) {
      pass(Duration.ofSeconds(4));
      Way.LAYERED.call(context, peer);
    }
    assertThat(context.laneCounts().live()).isEqualTo(1);
    assertThat(context.laneCounts().dropped()).isEqualTo(live - 1);
    assertThat(full(context)).isEqualTo(full);
  }

  @Test
  void peersAreBounded() {
    ResumingSslContext context = contextOf(trusting().maxPeers(10));
    for (int port = 1; port <= 100; port++) {
      context.createSSLEngine("localhost", port);
    }
    assertThat(context.laneCounts().live()).isEqualTo(10);
    assertThat(context.laneCounts().dropped()).isEqualTo(90);
  }

  @Test
  void lanesAreLimited() throws Exception {
    ResumingSslContext context = contextOf(trusting().maxLanesPerPeer(2));
    TlsPeer peer = peer("TLSv1.3");
    inParallel(Way.LAYERED, context, peer, 8, 10);
    assertThat(context.laneCounts().made()).isLessThanOrEqualTo(2);
    assertThat(full(context)).isEqualTo(peer.fullHandshakes());
  }

  @Test
  void nothingOfBeforeIsOfferedAfterAReload() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    for (Way way : Way.values()) {
      way.call(context, peer);
    }
    Exchange.once(context.socketFactory(), peer.port());
    int full = peer.fullHandshakes();
    TlsSettings next = trusting().build();
    context.reload(next);
    assertThat(context.settings()).isSameAs(next);
    assertThat(context.socketFactory().settings()).isSameAs(next);
    for (Way way : Way.values()) {
      way.call(context, peer);
    }
    Exchange.once(context.socketFactory(), peer.port());
    assertThat(peer.fullHandshakes()).isEqualTo(2 * full);
    context.reload(next);
    Way.LAYERED.call(context, peer);
    assertThat(peer.fullHandshakes()).isEqualTo(2 * full);

    context.reload(TlsSettings.builder().build());
    assertThatThrownBy(() -> Way.LAYERED.call(context, peer)).isInstanceOf(SSLException.class);
  }

  @Test
  void reloadsAtOnceLeaveTheContextAndItsFactoryOnTheSameSettings() throws Exception {
    List<TlsSettings> both = List.of(context.settings(), trusting().build());
    AtomicLong turn = new AtomicLong();
    Runnable reload = () -> context.reload(both.get((int) turn.getAndIncrement() % 2));
    for (int i = 0; i < 1000; i++) {
      Exchange.inParallel(2, 1, Executors.callable(reload));
      assertThat(context.socketFactory().settings()).isSameAs(context.settings());
    }
  }

  @Test
  void aSessionThatIsInvalidatedIsOfferedNoMore() throws Exception {
    SSLSessionContext sessions = context.getClientSessionContext();
    TlsPeer peer = peer();
    Way.LAYERED.call(context, peer);
    Way.LAYERED.call(context, peer);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    List<byte[]> ids = Collections.list(sessions.getIds());
    assertThat(ids).isNotEmpty();
    ids.forEach(id -> sessions.getSession(id).invalidate());
    assertThat(sessions.getIds().hasMoreElements()).isFalse();
    Way.LAYERED.call(context, peer);
    assertThat(peer.fullHandshakes()).isEqualTo(2);
  }

  @Test
  void aTimeoutSetOnTheSessionsIsThatOfLanesThatAreAndWillBe() throws Exception {
    SSLSessionContext sessions = context.getClientSessionContext();
    assertThat(sessions.getSessionTimeout()).isEqualTo(24 * 60 * 60);
    SSLSession before = sessionOf(context, peer());
    sessions.setSessionTimeout(77);
    assertThat(sessions.getSessionTimeout()).isEqualTo(77);
    assertThat(before.getSessionContext().getSessionTimeout()).isEqualTo(77);
    assertThat(sessionOf(context, peer()).getSessionContext().getSessionTimeout()).isEqualTo(77);
    assertThatThrownBy(() -> sessions.setSessionTimeout(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theLimitOfSessionsIsNeverNegative() throws Exception {
    TlsSettings most = trusting().maxLanesPerPeer(100_000).maxPeers(100_000).build();
    SSLSessionContext sessions = new ResumingSslContext(most).getClientSessionContext();
    assertThat(sessions.getSessionCacheSize()).isEqualTo(Integer.MAX_VALUE);
  }

  private static SSLSession sessionOf(SSLContext context, TlsPeer peer) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("localhost", peer.port())) {
      Exchange.over(socket);
      return socket.getSession();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anotherHostsCertificateIsRefused(Way way) throws Exception {
    TlsPeer peer = peerOf("other.example");
    assertThatThrownBy(() -> way.call(context, peer)).isInstanceOf(SSLException.class);
    assertThat(recorder.failures).hasSize(1);
    assertThat(full(context)).isZero();

    way.call(contextOf(trusting().hostnameVerification(false)), peer);
  }

  /** What callers give who know of no name: it is the one that the address was made from. */
  @ParameterizedTest(name = "own sockets: {0}")
  @ValueSource(booleans = {true, false})
  void aLayeredSocketWithoutAHostVerifiesTheNameOfTheAddress(boolean own) throws Exception {
    for (TrustManager[] trust : trusts("JSSE")) {
      SSLSocketFactory factory = sockets(contextOf(trusting().trustManagers(trust)), own);
      try (TlsPeer other = peerOf("other.example");
          TlsPeer peer = peerOf("bank.example")) {
        for (String host : new String[] {null, ""}) {
          assertThatThrownBy(() -> Exchange.overAndClose(layered(factory, host, other)))
              .isInstanceOf(SSLException.class);
          Exchange.overAndClose(layered(factory, host, peer));
        }
        assertThat(other.requests()).isZero();
      }
    }
  }

  /** JSSE alone tells such a name from one of a reverse look-up. */
  @ParameterizedTest(name = "own sockets: {0}")
  @ValueSource(booleans = {true, false})
  void withAnotherProviderOnlyANameThatWasLookedUpIsThatOfTheAddress(boolean own) throws Exception {
    for (TrustManager[] trust : trusts("Conscrypt")) {
      ResumingSslContext context = contextOf(trusting("Conscrypt").trustManagers(trust));
      SSLSocketFactory factory = sockets(context, own);
      try (TlsPeer named = peerOf("bank.example");
          TlsPeer local = peerOf("localhost")) {
        assertThatThrownBy(() -> Exchange.overAndClose(layered(factory, null, named)))
            .isInstanceOf(SSLException.class);
        Exchange.overAndClose(
            factory.createSocket(new Socket("localhost", local.port()), null, 0, true));
        Exchange.overAndClose(
            factory.createSocket(InetAddress.getByName("localhost"), local.port()));
      }
    }
  }

  /** HttpsURLConnection connects a socket then, and layers TLS on it, with the host of its URL. */
  @Test
  void ofAnotherProviderNoStockSocketIsMadeThatKnowsOfNoHost() throws Exception {
    ResumingSslContext context = contextOf(trusting("Conscrypt").stockSockets(true));
    TlsPeer peer = peerOf("localhost");
    assertThatThrownBy(() -> context.getSocketFactory().createSocket())
        .isInstanceOf(SocketException.class)
        .hasCauseInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Conscrypt")
        .hasMessageContaining("createSocket(socket, host, port, true)");
    for (int i = 0; i < 2; i++) {
      HttpsURLConnection call = (HttpsURLConnection) new URL(peer.url()).openConnection();
      call.setSSLSocketFactory(context.getSocketFactory());
      assertThat(call.getResponseCode()).isEqualTo(200);
      call.getInputStream().close();
    }
    assertThat(peer.fullHandshakes()).isEqualTo(1);
  }

  private static Socket layered(SSLSocketFactory factory, String host, TlsPeer peer)
      throws IOException {
    InetAddress bank = InetAddress.getByAddress("bank.example", new byte[] {127, 0, 0, 1});
    return factory.createSocket(new Socket(bank, peer.port()), host, peer.port(), true);
  }

  private List<TrustManager[]> trusts(String provider) {
    TrustManager[] plain = {new PlainTrust(certificates)};
    TrustManager[] nameless = {new ChainOnlyTrust(certificates)};
    return provider.equals("JSSE")
        ? List.of(certificates.trustManagers(), plain, nameless)
        : List.of(certificates.trustManagers(), nameless);
  }

  /** The proxy resolves the name, and the socket knows neither that nor an address. */
  @ParameterizedTest(name = "{0}, own sockets: {1}")
  @CsvSource({"JSSE, true", "JSSE, false", "Conscrypt, true", "Conscrypt, false"})
  void aLayeredSocketThatKnowsNoNameIsRefused(String provider, boolean own) throws Exception {
    for (TrustManager[] trust : trusts(provider)) {
      ResumingSslContext context = contextOf(trusting(provider).trustManagers(trust));
      SSLSocketFactory factory = sockets(context, own);
      try (SocksProxy proxy = new SocksProxy();
          TlsPeer peer = peerOf("bank.example")) {
        for (String host : new String[] {null, ""}) {
          assertThatThrownBy(() -> Exchange.overAndClose(overSocks(factory, host, proxy, peer)))
              .isInstanceOf(SSLException.class);
        }
        Exchange.overAndClose(overSocks(factory, "bank.example", proxy, peer));
      }
    }
  }

  private static Socket overSocks(
      SSLSocketFactory factory, String host, SocksProxy proxy, TlsPeer peer) throws IOException {
    Socket tunnel =
        new Socket(
            new java.net.Proxy(
                java.net.Proxy.Type.SOCKS, new InetSocketAddress("localhost", proxy.port())));
    tunnel.connect(InetSocketAddress.createUnresolved("bank.example", peer.port()));
    return factory.createSocket(tunnel, host, peer.port(), true);
  }

  /** JSSE calls it illegal, and nothing else verifies it with such a trust manager. */
  @Test
  void aNameThatNobodyCanVerifyIsRefused() throws Exception {
    ResumingSslContext context =
        new ResumingSslContext(trusting().trustManagers(new PlainTrust(certificates)).build());
    TlsPeer other = peerOf("other.example");
    Socket tcp = new Socket("localhost", other.port());
    assertThatThrownBy(
            () ->
                Exchange.overAndClose(
                    context
                        .getSocketFactory()
                        .createSocket(tcp, "my_bank.example", other.port(), true)))
        .isInstanceOf(SSLException.class);
    tcp.close();
  }

  /** As JSSE leaves the name to such a one, and Conscrypt to any. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void aTrustManagerThatLeavesTheNameOutIsNotReliedOn(String provider) throws Exception {
    ResumingSslContext context =
        contextOf(trusting(provider).trustManagers(new ChainOnlyTrust(certificates)));
    TlsPeer other = peerOf("other.example");
    TlsPeer peer = peerOf("localhost");
    assertThatThrownBy(() -> Way.LAYERED.call(context, other)).isInstanceOf(SSLException.class);
    Way.LAYERED.call(context, peer);
    Way.LAYERED.call(context, peer);
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    assertThat(full(context)).isEqualTo(1);
  }

  @Test
  void aProviderThatVerifiesNoNameIsRefused() {
    TlsSettings.Builder settings =
        trusting("Conscrypt").trustManagers(new PlainTrust(certificates));
    assertThatThrownBy(() -> new ResumingSslContext(settings.build()))
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageContaining("hostnameVerification(false)");
    new ResumingSslContext(settings.hostnameVerification(false).build());
  }

  /** Conscrypt throws when the sessions of a context are listed with it. */
  @ParameterizedTest(name = "own sockets: {0}")
  @ValueSource(booleans = {true, false})
  void aSessionThatItsUserInvalidatesHarmsNoCall(boolean own) throws Exception {
    ResumingSslContext context = contextOf(trusting("Conscrypt").protocols("TLSv1.3"));
    SSLSocketFactory factory = sockets(context, own);
    TlsPeer peer = peer();
    Exchange.once(factory, peer.port());
    try (SSLSocket socket = (SSLSocket) factory.createSocket("localhost", peer.port())) {
      socket.startHandshake();
      socket.getSession().invalidate();
      Exchange.over(socket);
    }
    Exchange.once(factory, peer.port());
  }

  /** They are not wrapped, and full handshakes are seen by the sessions that they leave. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void plainTrustManagersAndContextsOfASupplierServeToo(boolean supplier) throws Exception {
    TlsSettings.Builder builder = TlsSettings.builder().addListener(statistics);
    TlsSettings settings =
        supplier
            ? builder.sslContext(this::stock).build()
            : builder.trustManagers(new PlainTrust(certificates)).build();
    ResumingSslContext context = new ResumingSslContext(settings);
    TlsPeer peer = peer("TLSv1.3");
    TlsPeer other = peerOf("other.example");
    inParallel(Way.LAYERED, context, peer, 1, 20);
    assertThat(full(context)).isEqualTo(1).isEqualTo(peer.fullHandshakes());
    // With several at a time a full handshake's own session is taken for a ticket until that
    // comes, which costs more of them.
    inParallel(Way.LAYERED, context, peer, 8, 10);
    assertThat(peer.fullHandshakes()).isLessThan(50);
    assertThatThrownBy(() -> Way.LAYERED.call(context, other)).isInstanceOf(SSLException.class);
  }

  /** An engine without a host may be a server's, and is of no lane. */
  @Test
  void protocolsAndSuitesOfTheSettingsAreOffered() throws Exception {
    String suite = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    ResumingSslContext context = contextOf(trusting().protocols("TLSv1.2").cipherSuites(suite));
    List<SSLEngine> hostless =
        List.of(
            context.createSSLEngine(),
            context.createSSLEngine(null, -1),
            context.createSSLEngine("", 443));
    assertThat(context.laneCounts().made()).isZero();
    assertThat(hostless)
        .allMatch(each -> each.getSSLParameters().getEndpointIdentificationAlgorithm() == null);
    List<SSLEngine> engines = new ArrayList<>(hostless);
    engines.add(context.createSSLEngine("localhost", 443));
    for (SSLEngine engine : engines) {
      for (boolean client : new boolean[] {false, true}) {
        engine.setUseClientMode(client);
        assertThat(engine.getEnabledProtocols()).containsExactly("TLSv1.2");
        assertThat(engine.getEnabledCipherSuites()).containsExactly(suite);
      }
    }
    assertThat(context.getDefaultSSLParameters().getProtocols()).containsExactly("TLSv1.2");
    assertThat(context.getSocketFactory().getDefaultCipherSuites()).containsExactly(suite);
    assertThat(context.getSupportedSSLParameters().getProtocols()).containsExactly("TLSv1.2");
    TlsPeer peer = peer();
    Way.CONNECTED.call(context, peer);
    assertThat(recorder.handshakes).allMatch(done -> done.protocol().equals("TLSv1.2"));
  }

  /** Nothing is wrapped, so that no client's cast and no check of a class fails. */
  @Test
  void enginesAndSocketsAreTheProvidersOwn() throws Exception {
    SSLContext stock = stock();
    assertThat(context.createSSLEngine("localhost", 1))
        .hasSameClassAs(stock.createSSLEngine("localhost", 1));
    TlsPeer peer = peer("TLSv1.3");
    Socket ours = closing(context.getSocketFactory().createSocket("localhost", peer.port()));
    Socket theirs = closing(stock.getSocketFactory().createSocket("localhost", peer.port()));
    assertThat(ours).hasSameClassAs(theirs);
  }

  @ParameterizedTest
  @ValueSource(ints = {443, -1, 70_000})
  void anEngineVerifiesItsHostWhateverThePort(int port) throws Exception {
    for (TrustManager[] trust : trusts("JSSE")) {
      ResumingSslContext context = contextOf(trusting().trustManagers(trust).protocols("TLSv1.3"));
      try (TlsPeer other = peerOf("other.example");
          TlsPeer peer = peerOf("bank.example")) {
        assertThat(context.createSSLEngine("bank.example", port).getEnabledProtocols())
            .containsExactly("TLSv1.3");
        assertThatThrownBy(() -> shake(context.createSSLEngine("bank.example", port), other))
            .isInstanceOf(SSLException.class);
        shake(context.createSSLEngine("bank.example", port), peer);
      }
    }
  }

  /** As one does that fetches something to check by. The outer socket's host is not its. */
  @ParameterizedTest
  @ValueSource(strings = {"localhost", ""})
  void anEngineWithinTheCheckOfASocketIsAskedForAsSuch(String host) throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    TrustManager inner =
        new ChainOnlyTrust(certificates) {
          @Override
          public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            asked.add("socket");
          }

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            asked.add("engine");
          }
        };
    ResumingSslContext context = contextOf(trusting().trustManagers(inner));
    TlsPeer peer = peer();
    TrustManager outer =
        trustAnd(
            () ->
                shake(
                    host.isEmpty()
                        ? context.createSSLEngine()
                        : context.createSSLEngine(host, peer.port()),
                    peer));
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(TlsSettings.builder().trustManagers(outer).build());
    assertThat(Exchange.once(sockets, peer.port())).isEqualTo(TlsPeer.BODY);
    assertThat(asked).containsExactly("engine");
  }

  /** Does the client's part of a handshake, until the engine has nothing more to say. */
  private static void shake(SSLEngine engine, TlsPeer peer) throws IOException {
    engine.setUseClientMode(true);
    ByteBuffer received = ByteBuffer.allocate(64 * 1024).flip();
    ByteBuffer sent = ByteBuffer.allocate(64 * 1024);
    try (Socket tcp = new Socket("localhost", peer.port())) {
      engine.beginHandshake();
      while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
        switch (engine.getHandshakeStatus()) {
          case NEED_TASK:
            engine.getDelegatedTask().run();
            break;
          case NEED_WRAP:
            SSLEngineResult wrapped = engine.wrap(ByteBuffer.allocate(0), sent.clear());
            tcp.getOutputStream().write(sent.array(), 0, sent.position());
            if (wrapped.getHandshakeStatus() == HandshakeStatus.FINISHED) {
              return;
            }
            break;
          default:
            SSLEngineResult result = engine.unwrap(received, sent.clear());
            if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
              return;
            }
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
              received.compact();
              int count =
                  tcp.getInputStream()
                      .read(received.array(), received.position(), received.remaining());
              assertThat(count).isPositive();
              received.position(received.position() + count).flip();
            }
        }
      }
    }
  }

  /** The trust manager leaves the name out. */
  @Test
  void stockSocketsAreThoseOfOneContext() throws Exception {
    ResumingSslContext context =
        contextOf(trusting().trustManagers(new ChainOnlyTrust(certificates)).stockSockets(true));
    TlsPeer peer = peer("TLSv1.3");
    TlsPeer other = peerOf("other.example");
    inParallel(Way.LAYERED, context, peer, 4, 5);
    assertThat(context.laneCounts().made()).isZero();
    assertThat(context.getClientSessionContext().getIds().hasMoreElements()).isTrue();
    assertThat(statistics.peers()).isEmpty();
    assertThatThrownBy(() -> Way.LAYERED.call(context, other)).isInstanceOf(SSLException.class);
  }

  @Test
  void aSocketOverWhichTlsCannotBeMadeIsClosed() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    ResumingSslContext context =
        contextOf(TlsSettings.builder().sslContext(() -> fails.get() ? null : stock()));
    fails.set(true);
    InetAddress here = InetAddress.getLoopbackAddress();
    ServerSocket server = closing(new ServerSocket(0, 5, here));
    SSLSocketFactory sockets = context.getSocketFactory();
    assertThatThrownBy(() -> sockets.createSocket(here, server.getLocalPort()))
        .isInstanceOf(IllegalSettingException.class);
    Socket accepted = closing(server.accept());
    accepted.setSoTimeout(20_000);
    assertThat(accepted.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void initIsRefused() {
    assertThatThrownBy(() -> context.init(null, null, null))
        .isInstanceOf(KeyManagementException.class)
        .hasMessageContaining("reload");
  }

  @Test
  void itServesAServerToo() throws Exception {
    ResumingSslContext context =
        contextOf(trusting().keyManagers(certificates.keyManagers(certificates.server())));
    assertThat(context.getServerSessionContext()).isNotNull();
    assertThat(context.getClientSessionContext()).isNotNull();
    ServerSocket listener = closing(context.getServerSocketFactory().createServerSocket(0));
    Future<Integer> read =
        threads.submit(
            () -> {
              try (Socket socket = listener.accept()) {
                return socket.getInputStream().read();
              }
            });
    Socket socket =
        closing(context.getSocketFactory().createSocket("localhost", listener.getLocalPort()));
    socket.getOutputStream().write(7);
    assertThat(read.get(20, TimeUnit.SECONDS)).isEqualTo(7);
  }

  @Test
  void anotherPreferenceOfTheJvmChangesNoProvider() {
    ResumingSslContext supplied = contextOf(TlsSettings.builder().sslContext(this::stock));
    String before = context.createSSLEngine().getClass().getName();
    Provider conscrypt = Conscrypt.newProvider();
    Security.insertProviderAt(conscrypt, 1);
    try {
      assertThat(context.createSSLEngine("other.example", 443).getClass().getName())
          .isEqualTo(before);
      assertThatThrownBy(() -> supplied.createSSLEngine("other.example", 443))
          .isInstanceOf(IllegalSettingException.class)
          .hasMessageContaining("sslContext: the supplier gave an SSLContext of the provider");
    } finally {
      Security.removeProvider(conscrypt.getName());
    }
  }
}
