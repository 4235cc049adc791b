package dev.reprise.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each excuse excuses what it is for, and no more: neither other keys nor worse outcomes. */
class ExcuseTest {

  private static final Set<String> COUNTS =
      Set.of(
          Comparison.FULL,
          Comparison.REPEATED,
          "left open",
          "lanes leased",
          "preconnected connections waiting");

  private static final Set<String> TEXTS =
      Set.of(Difference.CALL, "requests", "connections", "proxy", "alarms");

  /** With what the first two calls came to on both sides, unless it is what differs. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "it",
      value = {
        "CUT_OFF            | persistence=close-without-notify framing=until-end | call 1 | 200 9 | 200 TRUNCATED | it",
        "STRICT_WILDCARD    | name=wildcard-partial provider=conscrypt | call 1 | 200 9 | CERTIFICATE_REFUSED | it",
        "NAME_CHECKED       | name=other trust=extended | call 1 | 200 9 | CERTIFICATE_REFUSED | it",
        "REFUSED_UNKEPT     | name=other calls=4 | full handshakes | 1 | 2 | CERTIFICATE_REFUSED",
        "REFUSED_ONCE       | provider=bcjsse name=untrusted route=tunnel | proxy | C; C | C | CERTIFICATE_REFUSED",
        "NAME_FIRST         | client-key=demanded-lacking name=other | call 1 | CONNECTION_LOST | CERTIFICATE_REFUSED | it",
        "END_READ           | fault=truncate-head provider=bcjsse | call 1 | PROTOCOL | 200 9 | it",
        "TICKET_UNREAD      | interruption=abort-waiting | full handshakes | 1 | 2 | 200 9",
        "PRECONNECTION_LANE | preconnections=on calls=4 | full handshakes | 1 | 2 | 200 9",
        "PRECONNECTION_MET  | preconnections=on calls=4 fault=close-after-handshake fault-time=second | call 2 | NO_RESPONSE | 200 9 | it",
        "LANE_DROPPED       | fault=garbage | full handshakes | 1 | 2 | 200 9",
        "RETRY_SPARED       | client-key=demanded-lacking route=tunnel | proxy | C; C | C | CONNECTION_LOST",
        "ABORTED_BODY       | interruption=abort-in-body | call 1 | 200 part 9 9 | 200 part 9 ABORTED | it",
        "RELOADED           | reload=during login=basic | connections | 1,1 2 | 1 1 2 | 200 9",
        "CHALLENGE_READ     | provider=bcjsse route=tls-tunnel method=post-once login=basic | call 1 | CONNECTION_LOST | PROTOCOL | it",
        "END_UNMET          | client=httpclient5 provider=bcjsse method=post-expecting fault=close-after-handshake | call 1 | CONNECTION_LOST | TRUNCATED | it",
        "SHUT_DOWN          | interruption=shutdown-waiting | call 1 | ABORTED | POOL_CLOSED | it",
        "BOUNDED_TUNNEL     | route=tunnel proxy-fault=stall | call 1 | hangs | TIMEOUT | it",
        "CLOSED_AT_ONCE     | client=urlconnection fault=stall-handshake | left open | 1 | 0 | TIMEOUT",
        "RESET_UNMET        | provider=bcjsse fault=reset-amid-body reading=none | call 1 | 200 CONNECTION_LOST | 200 unread | it",
        "ALERT_READ         | client-key=optional-given | call 1 | CONNECTION_LOST | HANDSHAKE_FAILED | it"
      })
  void excusesWhatItIsForAndNoMore(
      Excuse excuse, String scenario, String key, String stock, String reprise, String calls) {
    assertThat(excuse(scenario, key, stock, reprise, calls)).isEqualTo(excuse);
    for (String other :
        (Iterable<String>) Stream.concat(COUNTS.stream(), TEXTS.stream())::iterator) {
      if (!excuse.keys.contains(other)) {
        boolean counted = COUNTS.contains(other);
        assertThat(excuse(scenario, other, counted ? "1" : stock, counted ? "2" : reprise, calls))
            .as(other)
            .isNotEqualTo(excuse);
      }
    }
    String worse = key.equals(Comparison.FULL) || key.equals("left open") ? "99" : "hangs";
    assertThat(excuse(scenario, key, stock, worse, calls)).isNotEqualTo(excuse);
    if (excuse.keys.contains(Comparison.FULL)) {
      assertThat(excuse(scenario, Comparison.FULL, "1", "99", "200 9")).isNull();
      assertThat(excuse(scenario, Comparison.FULL, "1", "99", "CERTIFICATE_REFUSED")).isNull();
    }
    assertThat(excuse.keys)
        .doesNotContain(
            "alarms", "lanes leased", "preconnected connections waiting", Comparison.REPEATED);
  }

  /** Over JSSE, from HttpClient 4.5 and with other requests or ends both sides meet the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "client=httpclient",
        "provider=jsse",
        "method=post",
        "fault=close-in-handshake",
        "fault=reset-in-handshake"
      })
  void anEndThatStockMeetsTooIsNotExcused(String other) {
    String unmet =
        "client=httpclient5 provider=bcjsse method=post-expecting fault=close-after-handshake";
    Scenario changed = Scenario.parse(unmet).with(other);
    assertThat(excuse(unmet, "call 1", "CONNECTION_LOST", "TRUNCATED", null))
        .isEqualTo(Excuse.END_UNMET);
    assertThat(excuse(changed.toString(), "call 1", "CONNECTION_LOST", "TRUNCATED", null)).isNull();
    assertThat(excuse(unmet, "call 1", "CONNECTION_LOST", "NO_RESPONSE", null)).isNull();
    assertThat(excuse(unmet, "call 1", "200 9", "TRUNCATED", null)).isNull();
  }

  private static Excuse excuse(
      String scenario, String key, String stock, String reprise, String calls) {
    return Excuse.of(
        new Difference(
            Scenario.parse(scenario),
            key,
            Set.of(stock),
            reprise,
            observation(calls == null ? stock : calls),
            observation(calls == null ? reprise : calls)));
  }

  private static Observation observation(String call) {
    return new Observation(
        Map.of("call 1", call, "call 2", call), Map.of(), List.of(), new TlsStatistics().total());
  }
}
