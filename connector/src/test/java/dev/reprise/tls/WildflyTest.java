package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wildfly.openssl.OpenSSLProvider;
import org.wildfly.openssl.SSL;

/** WildFly OpenSSL as the provider of TLS, on the OpenSSL of the system. */
class WildflyTest {

  private static final int CALLERS = 4;

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final TlsStatistics statistics = new TlsStatistics();

  @BeforeAll
  static void findOpenSsl() {
    boolean found;
    try {
      found = SSL.getInstance() != null;
    } catch (RuntimeException | LinkageError e) {
      found = false;
    }
    assumeTrue(found, "OpenSSL or the native part of WildFly OpenSSL is not there: skipped");
  }

  /** Its contexts offer TLS 1.3 only where a cipher suite of TLS 1.3 is named. */
  private ResumingSslSocketFactory factory(String protocol, Certificates trusted) {
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .provider(new OpenSSLProvider())
            .trustManagers(trusted.trustManagers())
            .addListener(statistics);
    if (protocol.equals("TLSv1.3")) {
      settings.protocols(protocol).cipherSuites("TLS_AES_256_GCM_SHA384");
    }
    ResumingSslSocketFactory factory = new ResumingSslSocketFactory(settings.build());
    nothingLeftOver.watchLeases(() -> factory.laneCounts().leased());
    return factory;
  }

  private TlsPeer peer(HeldCertificate certificate, String protocol) throws Exception {
    return new TlsPeer(
        certificates.keyManagers(certificate), certificates.trustManagers(), false, protocol);
  }

  /** Its trust managers are not told which host is called, and it verifies none. */
  @Test
  void contextsAreMadeOnlyWhereTheClientVerifiesTheHost() {
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .provider(new OpenSSLProvider())
            .trustManagers(certificates.trustManagers());
    assertThatThrownBy(() -> new ResumingSslContext(settings.build()))
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageContaining("provider")
        .hasMessageContaining("hostnameVerification(false)");
    assertThat(new ResumingSslContext(settings.hostnameVerification(false).build())).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void everyCallAfterTheFirstResumes(String protocol) throws Exception {
    try (TlsPeer peer = peer(certificates.server(), protocol)) {
      ResumingSslSocketFactory factory = factory(protocol, certificates);
      for (int i = 0; i < 10; i++) {
        assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      }
      assertThat(peer.handshakes()).isEqualTo(10);
      assertThat(peer.fullHandshakes()).isEqualTo(1);
      assertThat(statistics.total().full()).isEqualTo(1);
      assertThat(statistics.total().resumed()).isEqualTo(9);
    }
  }

  /** As with stock, whose end of TCP after close_notify looks as one without. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aResponseThatEndsWithTheConnectionIsRead(String protocol) throws Exception {
    try (TlsPeer peer = peer(certificates.server(), protocol);
        Socket socket = factory(protocol, certificates).createSocket("localhost", peer.port())) {
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void callersAtATimeHaveALaneEach(String protocol) throws Exception {
    try (TlsPeer peer = peer(certificates.server(), protocol)) {
      ResumingSslSocketFactory factory = factory(protocol, certificates);
      CountDownLatch ready = new CountDownLatch(CALLERS);
      Callable<List<String>> caller =
          () -> {
            ready.countDown();
            ready.await();
            return Stream.generate(() -> call(factory, peer.port()))
                .limit(20)
                .collect(Collectors.toList());
          };
      ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
      try {
        for (Future<List<String>> bodies :
            threads.invokeAll(Collections.nCopies(CALLERS, caller))) {
          assertThat(bodies.get()).hasSize(20).containsOnly(TlsPeer.BODY);
        }
      } finally {
        threads.shutdown();
      }
      assertThat(peer.handshakes()).isEqualTo(20 * CALLERS);
      assertThat(peer.fullHandshakes()).isLessThanOrEqualTo(CALLERS);
    }
  }

  private static String call(ResumingSslSocketFactory factory, int port) {
    try {
      return Exchange.once(factory, port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anotherHostsCertificateIsRefusedEachTime(String protocol) throws Exception {
    try (TlsPeer peer = peer(certificates.serverOf("other.example"), protocol)) {
      ResumingSslSocketFactory factory = factory(protocol, certificates);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
            .isInstanceOf(SSLException.class);
      }
      assertThat(peer.requests()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anUnknownAuthorityIsRefused(String protocol) throws Exception {
    try (TlsPeer peer = peer(certificates.server(), protocol)) {
      ResumingSslSocketFactory factory = factory(protocol, new Certificates());
      assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
          .isInstanceOf(SSLException.class);
      assertThat(peer.requests()).isZero();
    }
  }

  /** OpenSSL keeps the errors of one connection with the thread, and tells them of the next. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHandshakeThatFailedOnTheSameThreadCostsNoPreconnection(boolean refused) throws Exception {
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .provider(new OpenSSLProvider())
                .trustManagers(certificates.trustManagers())
                .addListener(statistics)
                .maxPreconnectionsPerPeer(1)
                .build());
    try (IdlePeer peer = IdlePeer.start(certificates, "TLSv1.2");
        IdlePeer unknown = IdlePeer.start(new Certificates(), "TLSv1.2");
        ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 3 || !WaitingPreconnection.isOne(factory); i++) {
        assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      }
      try (Socket failing =
          factory.createSocket("localhost", refused ? unknown.port() : silent.getLocalPort())) {
        failing.setSoTimeout(100);
        assertThatThrownBy(((SSLSocket) failing)::startHandshake).isInstanceOf(IOException.class);
      }
      long used = statistics.total().preconnections().get(PreconnectionOutcome.USED);
      assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      assertThat(statistics.total().preconnections().get(PreconnectionOutcome.USED))
          .isEqualTo(used + 1);
    } finally {
      factory.closePreconnections();
    }
  }

  @Test
  void tls13WithoutACipherSuiteOfItIsRefusedAtOnce() {
    TlsSettings.Builder settings =
        TlsSettings.builder().provider(new OpenSSLProvider()).protocols("TLSv1.3");
    assertThatThrownBy(settings::build)
        .isInstanceOf(IllegalSettingException.class)
        .hasMessageContaining("[TLSv1.3] by the provider openssl")
        .hasMessageContaining("cipherSuites");
  }

  /** Each side with a key of RSA: with one of EC its stock client is refused. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClientCertificateIsShown(boolean reprise) throws Exception {
    Certificates rsa = Certificates.rsa();
    KeyManager[] keys = rsa.keyManagers(rsa.client());
    try (TlsPeer peer = TlsPeer.startStrict(rsa, "TLSv1.2")) {
      SSLSocketFactory factory = reprise ? reprise(rsa, keys) : stock(rsa, keys);
      try (Socket socket = factory.createSocket("localhost", peer.port())) {
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
    }
  }

  private static SSLSocketFactory reprise(Certificates trusted, KeyManager[] keys) {
    return new ResumingSslSocketFactory(
        TlsSettings.builder()
            .provider(new OpenSSLProvider())
            .trustManagers(trusted.trustManagers())
            .keyManagers(keys)
            .build());
  }

  private static SSLSocketFactory stock(Certificates trusted, KeyManager[] keys) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS", new OpenSSLProvider());
    context.init(keys, trusted.trustManagers(), null);
    return context.getSocketFactory();
  }
}
