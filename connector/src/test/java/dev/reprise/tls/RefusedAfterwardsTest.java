package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With TLS 1.3 a server refuses the client's certificate when the client's handshake is done. */
class RefusedAfterwardsTest extends TlsTest {

  private volatile boolean refuses;

  private static IOException failure(ResumingSslSocketFactory factory, TlsPeer peer) {
    return catchThrowableOfType(IOException.class, () -> Exchange.once(factory, peer.port()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SunJSSE", "Conscrypt"})
  void itIsToldAsAFailureOfTheHandshake(String provider) throws Exception {
    ResumingSslSocketFactory factory = factory(trusting(provider));
    TlsPeer peer = strictPeer("TLSv1.3");
    for (int i = 1; i <= 3; i++) {
      IOException failure = failure(factory, peer);
      assertThat(recorder.failures).hasSize(i);
      assertThat(recorder.failures.get(i - 1).cause()).isSameAs(failure);
      assertThat(recorder.failures.get(i - 1).afterCompletion()).isTrue();
      PeerStatistics counts = statistics.peers().get(Peer.of("localhost", peer.port()));
      assertThat(counts.lastFailure().orElseThrow().cause()).isSameAs(failure);
      assertThat(counts.full()).isEqualTo(i);
      assertThat(counts.failed()).isEqualTo(i);
      assertThat(counts.refused()).isEqualTo(i);
      assertThat(factory.laneCounts().free()).isZero();
    }
    assertThat(peer.requests()).isZero();
  }

  @Test
  void theExceptionIsThatOfTheStockSocket() throws Exception {
    TlsPeer peer = strictPeer("TLSv1.3");
    Socket stock = closing(stock().getSocketFactory().createSocket("localhost", peer.port()));
    // A write may meet the server's end before the read meets the alert.
    IOException expected =
        catchThrowableOfType(IOException.class, () -> stock.getInputStream().read());
    IOException failure = failure(factory(), peer);
    assertThat(failure).hasSameClassAs(expected).hasMessage(expected.getMessage());
  }

  @Test
  void withTls12TheHandshakeFailsAtOnce() throws Exception {
    TlsPeer peer = strictPeer("TLSv1.2");
    failure(factory(), peer);
    assertThat(recorder.failures).singleElement().matches(event -> !event.afterCompletion());
    assertThat(statistics.total().full()).isZero();
    assertThat(statistics.total().failed()).isEqualTo(1);
    assertThat(statistics.total().refused()).isZero();
  }

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
    TlsPeer peer = peer("TLSv1.3").misbehave(fault);
    assertThat(failure(factory(), peer)).isNotNull();
    assertThat(peer.requests()).isEqualTo(1);
    assertThat(recorder.failures).isEmpty();
  }

  @Test
  void callsAreResumedAgainOnceTheServerTakesTheCertificate() throws Exception {
    refuses = true;
    ResumingSslSocketFactory factory = factory(certified());
    TlsPeer peer = certifiedPeer();
    failure(factory, peer);
    failure(factory, peer);
    refuses = false;
    Exchange.times(3, factory, peer.port());
    assertThat(statistics.total().full()).isEqualTo(3);
    assertThat(statistics.total().resumed()).isEqualTo(2);
    assertThat(recorder.failures).hasSize(2);
  }

  /** No call fails for it, so that its end alone tells why. */
  @Test
  void aPreconnectionThatIsRefusedTellsWhy() throws Exception {
    ResumingSslSocketFactory factory =
        factory(
            certified().maxPreconnectionsPerPeer(1).preconnectionLifetime(Duration.ofMinutes(1)));
    TlsPeer peer = certifiedPeer();
    WaitingPreconnection.callFor(factory, peer.port());
    Eventually.holds(() -> WaitingPreconnection.isOne(factory));
    peer.misbehave(Fault.TICKETS_FORGOTTEN);
    refuses = true;
    // It takes the preconnected connection that waits, and has another one opened.
    assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
    Eventually.holds(
        () ->
            recorder.preconnections.stream()
                .anyMatch(e -> e.outcome() == PreconnectionOutcome.ENDED_BY_PEER));
    assertThat(recorder.preconnections)
        .filteredOn(e -> e.outcome() == PreconnectionOutcome.ENDED_BY_PEER)
        .first()
        .satisfies(e -> assertThat(e.cause().orElseThrow()).hasMessageContaining("Received fatal"));
    assertThat(recorder.failures).isEmpty();
  }

  private TlsPeer certifiedPeer() throws Exception {
    TrustManager trust =
        trustAnd(
            () -> {
              if (refuses) {
                throw new IOException("not any more");
              }
            });
    return closing(
        new TlsPeer(
            certificates.keyManagers(certificates.server()),
            new TrustManager[] {trust},
            true,
            "TLSv1.3"));
  }
}
