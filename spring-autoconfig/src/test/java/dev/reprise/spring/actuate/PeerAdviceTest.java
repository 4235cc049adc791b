package dev.reprise.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.PreconnectionOutcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Advice in words for what the counts show. */
class PeerAdviceTest {

  private final Map<FullHandshakeCause, Long> fullBy = zeros(FullHandshakeCause.class);
  private final Map<CloseOutcome, Long> closes = zeros(CloseOutcome.class);
  private final Map<PreconnectionOutcome, Long> preconnections = zeros(PreconnectionOutcome.class);

  private static <E extends Enum<E>> Map<E, Long> zeros(Class<E> type) {
    Map<E, Long> zeros = new EnumMap<>(type);
    for (E each : type.getEnumConstants()) {
      zeros.put(each, 0L);
    }
    return zeros;
  }

  private PeerStatistics statistics(long resumed, long failed) {
    PeerStatistics statistics = mock(PeerStatistics.class);
    when(statistics.full()).thenReturn(fullBy.values().stream().mapToLong(l -> l).sum());
    when(statistics.resumed()).thenReturn(resumed);
    when(statistics.failed()).thenReturn(failed);
    when(statistics.fullBy()).thenReturn(fullBy);
    when(statistics.closes()).thenReturn(closes);
    when(statistics.preconnections()).thenReturn(preconnections);
    return statistics;
  }

  @ParameterizedTest
  @CsvSource({
    "NO_SESSION, gives no session or ticket",
    "NOT_ACCEPTED, share ticket keys within the cluster",
    "NO_LANE, Allow more lanes for a peer with maxLanesPerPeer"
  })
  void fullHandshakes(FullHandshakeCause cause, String words) {
    fullBy.put(cause, 5L);
    assertThat(PeerAdvice.of(statistics(95, 0), "reprise.clients.bank"))
        .singleElement()
        .asString()
        .startsWith("5 of 100 handshakes")
        .contains(words);
    fullBy.put(cause, 4L);
    assertThat(PeerAdvice.of(statistics(96, 0), "reprise"))
        .containsExactly(
            "All is well: the handshakes are resumed. HTTP status codes are not checked here.");
  }

  @ParameterizedTest
  @CsvSource({
    "WAIT_EXPIRED, does not close after its responses",
    "EOF, without close_notify",
    "RESET, resets connections",
    "DATA_AFTER_RESPONSE, data came after the end of responses",
    "ABORTED, callers abandoned"
  })
  void closes(CloseOutcome outcome, String words) {
    closes.put(outcome, 2L);
    assertThat(PeerAdvice.of(statistics(2, 0), "reprise"))
        .singleElement()
        .asString()
        .startsWith("2 of 2 ")
        .contains(words);
  }

  @Test
  void refusedOffers() {
    PeerStatistics statistics = statistics(40, 0);
    when(statistics.reducedClientHellosRefused()).thenReturn(2L);
    assertThat(PeerAdvice.of(statistics, "reprise"))
        .singleElement()
        .asString()
        .startsWith("2 of 40 handshakes cost a second connection");
    when(statistics.reducedClientHellosRefused()).thenReturn(1L);
    assertThat(PeerAdvice.of(statistics, "reprise"))
        .containsExactly(
            "All is well: the handshakes are resumed. HTTP status codes are not checked here.");
  }

  @Test
  void keptConnectionsThatAreNotUsedAgain() {
    closes.put(CloseOutcome.LOCAL, 40L);
    PeerStatistics statistics = statistics(40, 0);
    when(statistics.reuses()).thenReturn(1L);
    assertThat(PeerAdvice.of(statistics, "reprise.clients.bank"))
        .singleElement()
        .asString()
        .startsWith("40 of 40 connections were kept open by the peer and closed unused")
        .contains("(reprise.clients.bank.pool.max-idle-time)");
    when(statistics.reuses()).thenReturn(2L);
    assertThat(PeerAdvice.of(statistics, "reprise"))
        .containsExactly(
            "All is well: the handshakes are resumed. HTTP status codes are not checked here.");
  }

  @Test
  void preconnectionsThatExpireAreNoConnectionsThatThePeerKept() {
    closes.put(CloseOutcome.LOCAL, 40L);
    preconnections.put(PreconnectionOutcome.EXPIRED, 39L);
    assertThat(PeerAdvice.of(statistics(80, 0), "reprise"))
        .containsExactly(
            "All is well: the handshakes are resumed. HTTP status codes are not checked here.");
  }

  @Test
  void allIsNotWellWhereSomethingFailed() {
    PeerStatistics statistics = statistics(40, 1);
    when(statistics.connectsFailed()).thenReturn(1L);
    assertThat(PeerAdvice.of(statistics, "reprise"))
        .containsExactly(
            "The handshakes are resumed, but 2 failed: see lastFailure. HTTP status codes are not"
                + " checked here.");
  }

  @Test
  void aFirstFailureOfAPeerThatWasNeverReached() {
    assertThat(PeerAdvice.of(statistics(0, 1), "reprise"))
        .singleElement()
        .asString()
        .startsWith("1 of 1 handshakes failed");
  }

  @Test
  void failures() {
    assertThat(PeerAdvice.of(statistics(0, 3), "reprise"))
        .singleElement()
        .asString()
        .startsWith("3 of 3 handshakes failed")
        .endsWith("Clients of Boot's own builders trust Boot's SSL bundle, not reprise.ssl.");
  }

  @ParameterizedTest
  @CsvSource({
    "true, Received fatal alert: certificate_required",
    "true, Received fatal alert: unknown_ca",
    "true, org.bouncycastle.tls.TlsFatalAlertReceived: bad_certificate(42)",
    "true, error:10000418:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA",
    "false, org.bouncycastle.tls.TlsFatalAlert: certificate_unknown(46)",
    "false, (certificate_unknown) PKIX path building failed",
    "false, Received fatal alert: handshake_failure",
  })
  void aServerThatRefusesTheClientsCertificate(boolean refused, String alert) {
    HandshakeFailed last = mock(HandshakeFailed.class);
    when(last.cause()).thenReturn(new SSLHandshakeException(alert));
    PeerStatistics statistics = statistics(0, 3);
    when(statistics.lastFailure()).thenReturn(Optional.of(last));
    assertThat(PeerAdvice.of(statistics, "reprise.clients.bank"))
        .singleElement()
        .asString()
        .startsWith("3 of 3 handshakes failed: ")
        .matches(
            told ->
                told.endsWith(" Set reprise.clients.bank.ssl.key-store or the bundle.") == refused);
  }

  /** With TLS 1.3 a server refuses the client's certificate when the client is done. */
  @Test
  void refusedHandshakesAreNoLackOfTickets() {
    fullBy.put(FullHandshakeCause.FIRST, 1L);
    fullBy.put(FullHandshakeCause.NO_SESSION, 5L);
    closes.put(CloseOutcome.ABORTED, 6L);
    PeerStatistics statistics = statistics(0, 6);
    when(statistics.refused()).thenReturn(6L);
    assertThat(PeerAdvice.of(statistics, "reprise"))
        .singleElement()
        .asString()
        .startsWith("6 of 6 handshakes failed: lastFailure");
  }

  @Test
  void nothingToSayYet() {
    fullBy.put(FullHandshakeCause.FIRST, 1L);
    assertThat(PeerAdvice.of(statistics(0, 1), "reprise")).isEmpty();
  }
}
