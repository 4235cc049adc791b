package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With TLS 1.3 a server refuses the client's certificate when the client's handshake is done. */
class RefusedAfterwardsTest extends TlsTest {

  private final List<HandshakeFailed> failed = new CopyOnWriteArrayList<>();

  private final TlsListener listener =
      new TlsListener() {
        @Override
        public void handshakeFailed(HandshakeFailed event) {
          failed.add(event);
        }
      };

  private TlsSettings.Builder settings(String provider) {
    return trusting(provider).addListener(listener);
  }

  private static IOException failure(ResumingSslSocketFactory factory, TlsPeer peer) {
    return catchThrowableOfType(IOException.class, () -> Exchange.once(factory, peer.port()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SunJSSE", "Conscrypt"})
  void itIsToldAsAFailureOfTheHandshake(String provider) throws Exception {
    ResumingSslSocketFactory factory = factory(settings(provider));
    try (TlsPeer peer = TlsPeer.startStrict(certificates, "TLSv1.3")) {
      for (int i = 1; i <= 3; i++) {
        IOException failure = failure(factory, peer);
        assertThat(failed).hasSize(i);
        assertThat(failed.get(i - 1).cause()).isSameAs(failure);
        assertThat(failed.get(i - 1).afterCompletion()).isTrue();
        PeerStatistics counts = statistics.peers().get(Peer.of("localhost", peer.port()));
        assertThat(counts.lastFailure().orElseThrow().cause()).isSameAs(failure);
        assertThat(counts.failuresInRow()).isEqualTo(i);
        assertThat(counts.full()).isEqualTo(i);
        assertThat(counts.failed()).isEqualTo(i);
        assertThat(counts.refused()).isEqualTo(i);
        assertThat(factory.laneCounts().free()).isZero();
      }
      assertThat(peer.requests()).isZero();
    }
  }

  /** The caller sees what it would see of the provider's own socket. */
  @Test
  void theExceptionIsThatOfTheStockSocket() throws Exception {
    try (TlsPeer peer = TlsPeer.startStrict(certificates, "TLSv1.3");
        Socket stock = stock().getSocketFactory().createSocket("localhost", peer.port())) {
      // A write may meet the server's end before the read meets the alert.
      IOException expected =
          catchThrowableOfType(IOException.class, () -> stock.getInputStream().read());
      IOException failure = failure(factory(settings("SunJSSE")), peer);
      assertThat(failure).hasSameClassAs(expected).hasMessage(expected.getMessage());
    }
  }

  /** There the handshake itself fails, once. */
  @Test
  void withTls12TheHandshakeFailsAtOnce() throws Exception {
    try (TlsPeer peer = TlsPeer.startStrict(certificates, "TLSv1.2")) {
      failure(factory(settings("SunJSSE")), peer);
      assertThat(failed).singleElement().matches(event -> !event.afterCompletion());
      assertThat(statistics.total().full()).isZero();
      assertThat(statistics.total().failed()).isEqualTo(1);
      assertThat(statistics.total().refused()).isZero();
    }
  }

  /** What goes wrong with the request, after a handshake that the server took. */
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {
        "ALERT_BEFORE_RESPONSE",
        "BAD_RECORD_BEFORE_RESPONSE",
        "RESET_BEFORE_RESPONSE",
        "CLOSE_BEFORE_RESPONSE"
      })
  void otherFailuresOfTheFirstReadAreNone(Fault fault) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3").misbehave(fault)) {
      assertThat(failure(factory(settings("SunJSSE")), peer)).isNotNull();
      assertThat(peer.requests()).isEqualTo(1);
      assertThat(failed).isEmpty();
    }
  }

  /** A server that takes the client's certificate at first, and later no more. */
  private final class ClientTrust implements X509TrustManager {

    volatile boolean refuses;

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      if (refuses) {
        throw new CertificateException("not any more");
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      throw new UnsupportedOperationException();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void callsAreResumedAgainOnceTheServerTakesTheCertificate() throws Exception {
    ClientTrust trust = new ClientTrust();
    trust.refuses = true;
    ResumingSslSocketFactory factory =
        factory(settings("SunJSSE").keyManagers(certificates.keyManagers(certificates.client())));
    try (TlsPeer peer = strict(trust)) {
      failure(factory, peer);
      failure(factory, peer);
      trust.refuses = false;
      for (int i = 0; i < 3; i++) {
        assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      }
      assertThat(statistics.total().full()).isEqualTo(3);
      assertThat(statistics.total().resumed()).isEqualTo(2);
      assertThat(failed).hasSize(2);
      PeerStatistics counts = statistics.peers().get(Peer.of("localhost", peer.port()));
      assertThat(counts.failuresInRow()).isZero();
    }
  }

  private TlsPeer strict(ClientTrust trust) throws Exception {
    return new TlsPeer(
        certificates.keyManagers(certificates.server()),
        new TrustManager[] {trust},
        true,
        "TLSv1.3");
  }

  /** No call fails for it, so that its end alone tells why. */
  @Test
  void aPreconnectionThatIsRefusedTellsWhy() throws Exception {
    ClientTrust trust = new ClientTrust();
    ResumingSslSocketFactory factory =
        factory(
            settings("SunJSSE")
                .keyManagers(certificates.keyManagers(certificates.client()))
                .maxPreconnectionsPerPeer(1)
                .preconnectionLifetime(Duration.ofMinutes(1)));
    try (TlsPeer peer = strict(trust)) {
      while (factory.readyPreconnections() == 0) {
        assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      }
      while (!WaitingPreconnection.isOne(factory)) {
        Thread.onSpinWait();
      }
      peer.misbehave(Fault.TICKETS_FORGOTTEN);
      trust.refuses = true;
      // It takes the preconnected connection that waits, and has another one opened.
      assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      while (recorder.preconnections.stream()
          .noneMatch(e -> e.outcome() == PreconnectionOutcome.ENDED_BY_PEER)) {
        Thread.onSpinWait();
      }
      assertThat(recorder.preconnections)
          .filteredOn(e -> e.outcome() == PreconnectionOutcome.ENDED_BY_PEER)
          .first()
          .satisfies(
              e -> assertThat(e.cause().orElseThrow()).hasMessageContaining("Received fatal"));
      assertThat(failed).isEmpty();
    } finally {
      factory.closePreconnections();
    }
  }
}
