package dev.reprise.trial;

import static dev.reprise.trial.Comparison.FULL;
import static dev.reprise.trial.Difference.CALL;

import dev.reprise.tls.PreconnectionOutcome;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The differences that are wanted: the reason, of which keys, and in which narrow circumstances.
 */
enum Excuse {
  CUT_OFF(
      "an end without close_notify within a response is an error (RFC 8446 section 6.1)",
      Set.of(CALL),
      d ->
          d.is("persistence=close-without-notify")
              && d.is("framing=until-end")
              && (d.reprise().contains("TRUNCATED")
                  || d.is("interruption=abort-after") && d.reprise().contains("ABORTED"))),

  STRICT_WILDCARD(
      "if Reprise checks the name itself, * stands for a whole label of a name with three or more (RFC 9525)",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d -> d.is("name=wildcard-partial") && checksItself(d) && isRefusedByRepriseAlone(d)),

  NAME_CHECKED(
      "Reprise checks the name; stock leaves it to a trust manager that does not check it",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d -> isOfAnother(d) && checksItself(d) && isRefusedByRepriseAlone(d)),

  REFUSED_UNKEPT(
      "Reprise does not offer a session again whose certificate was refused for its name; stock does",
      Set.of(FULL),
      d ->
          d.inReprise().calls("CERTIFICATE_REFUSED") > 1
              && d.inStock().calls("CERTIFICATE_REFUSED") > 1
              && d.hasMore(calls(d))),

  REFUSED_ONCE(
      "a refused certificate is an SSLException, which HttpClient does not retry; Bouncy Castle's exception is none",
      Set.of("proxy"),
      d ->
          d.is("provider=bcjsse")
              && d.inReprise().calls("CERTIFICATE_REFUSED") > 0
              && d.stock().stream().allMatch(stock -> stock.length() > d.reprise().length())),

  NAME_FIRST(
      "Reprise refuses the name in the handshake, before the server misses the client's certificate",
      Set.of(CALL),
      d ->
          d.is("client-key=demanded-lacking")
              && isOfAnother(d)
              && d.reprise().equals("CERTIFICATE_REFUSED")
              && d.inStock().calls("200") == 0),

  END_READ(
      "a connection whose end was read with the response is not reused; Bouncy Castle fails on it",
      Keys.EXCHANGE,
      d ->
          d.is("fault=truncate-head", "fault=close-amid-body")
              && d.is("provider=bcjsse")
              && (!d.isOfCall() || d.stockHad("PROTOCOL"))),

  TICKET_UNREAD(
      "an abort before the response may leave the tickets of the connection unread",
      Set.of(FULL),
      d ->
          d.is("interruption=abort-waiting", "interruption=abort-in-connect-request")
              && d.hasMore(1)),

  PRECONNECTION_LANE(
      "a preconnected connection that is opened during a call has its own lane, whose first handshake is full",
      Set.of(FULL),
      d -> d.hasMore(preconnections(d))),

  PRECONNECTION_MET(
      "a preconnected connection may meet the fault of the second connection, and then no call fails",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.is("fault-time=second")
              && preconnections(d) > 0
              && d.inReprise().calls("200") >= d.inStock().calls("200")
              && (!d.key().equals(FULL) || d.hasMore(preconnections(d) + calls(d)))),

  LANE_DROPPED(
      "if the peer refuses a handshake, its lane loses the session",
      Set.of(FULL),
      d ->
          d.is("fault=alert-in-handshake", "fault=garbage", "fault=bad-record-before-response")
              && d.hasMore(calls(d))),

  RETRY_SPARED(
      "a client whose certificate was required reads the alert, which HttpClient does not retry",
      Set.of("proxy"),
      d ->
          d.is("client-key=demanded-lacking")
              && d.stock().stream().allMatch(stock -> stock.startsWith(d.reprise()))),

  ABORTED_BODY(
      "after an abort Reprise delivers nothing more; JSSE delivers what it has decrypted",
      Set.of(CALL),
      d ->
          d.is("interruption=abort-in-body")
              && d.reprise().contains("part ")
              && d.reprise().endsWith("ABORTED")),

  RELOADED(
      "after a reload, the answer to a challenge goes over a connection with the new settings",
      Set.of("connections"),
      d -> d.is("reload=during") && d.is("login=basic", "login=wrong")),

  CHALLENGE_READ(
      "Reprise reads a challenge where Bouncy Castle's TLS in TLS loses the connection on writing",
      Set.of(CALL),
      d ->
          d.is("provider=bcjsse")
              && d.is("route=tls-tunnel")
              && d.is("method=post-once")
              && d.is("login=basic", "login=wrong")
              && d.stockHad("CONNECTION_LOST")
              && d.reprise().equals("PROTOCOL")),

  END_UNMET(
      "Reprise reads the end of a connection that another provider's socket fails to write to",
      Set.of(CALL),
      d ->
          d.is("client=httpclient5")
              && d.is("provider=bcjsse", "provider=conscrypt")
              && d.is("method=post-expecting")
              && d.is("fault=close-after-handshake", "persistence=keep-but-ends")
              && d.stockHad("CONNECTION_LOST")
              && d.reprise().equals("TRUNCATED")),

  SHUT_DOWN(
      "a shutdown ends the TCP connection, so HttpClient retries and finds the pool closed, or HttpClient 5 its connection",
      Set.of(CALL),
      d ->
          d.is("interruption=shutdown-in-handshake", "interruption=shutdown-waiting")
              && (d.reprise().equals("POOL_CLOSED")
                  || d.is("client=httpclient5")
                      && d.reprise().equals("ABORTED")
                      && d.stockHad("POOL_CLOSED"))),

  BOUNDED_TUNNEL(
      "a proxy that never answers holds a call for the socket timeout, and with stock for ever",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.is("proxy-fault=stall", "proxy-fault=stall-tunnel", "fault=stall-handshake")
              && (d.inStock().calls("hangs") > 0 || isHeldUntilTheEnd(d))
              && d.inReprise().calls("TIMEOUT") > 0
              && d.inReprise().calls("hangs") == 0
              && (!d.key().equals(FULL) || d.hasMore(attempts(d)))),

  CLOSED_AT_ONCE(
      "HttpsURLConnection leaves ended connections to the garbage collector; with Reprise there are fewer",
      Set.of("left open"),
      d ->
          d.is("client=urlconnection")
              && d.is("proxy-fault=stall-tunnel", "fault=stall-handshake")
              && d.hasMore(-1)),

  MAY_GO_ON(
      "after a timeout a handshake may be continued, as with JSSE; Conscrypt closes its socket",
      Set.of("left open"),
      d ->
          d.is("client=urlconnection")
              && d.is("provider=conscrypt")
              && d.is("fault=stall-handshake")
              && d.hasMore(calls(d))),

  RESET_UNMET(
      "a reset amid an unread body fails only a client that reads on, as Bouncy Castle's socket may do",
      Set.of(CALL),
      d ->
          d.is("provider=bcjsse")
              && d.is("fault=reset-amid-body")
              && d.reprise().equals("200 unread")),

  ALERT_READ(
      "Reprise reports the alert of a peer that refused; stock reports a lost connection",
      Set.of(CALL),
      d ->
          (d.stockHad("CONNECTION_LOST") || d.stockHad("OTHER") || d.stockHad("TLS_FAILED"))
              && d.reprise().equals("HANDSHAKE_FAILED"));

  final String reason;
  final Set<String> keys;
  private final Predicate<Difference> circumstances;

  Excuse(String reason, Set<String> keys, Predicate<Difference> circumstances) {
    this.reason = reason;
    this.keys = keys;
    this.circumstances = circumstances;
  }

  /** The first that excuses the difference, or null; none excuses a call that hangs. */
  static Excuse of(Difference difference) {
    for (Excuse excuse : values()) {
      if (excuse.keys.contains(difference.kind())
          && !difference.reprise().contains("hangs")
          && excuse.circumstances.test(difference)) {
        return excuse;
      }
    }
    return null;
  }

  /** HttpClient repeats a call that ends since the client has no certificate, or is challenged. */
  private static long attempts(Difference d) {
    long each =
        d.is("client-key=demanded-lacking") ? 4 : d.is("login=basic", "login=wrong") ? 2 : 1;
    return each * calls(d);
  }

  private static boolean isOfAnother(Difference d) {
    return d.is("name=other", "name=other-address");
  }

  /** Whether Reprise does not leave the name to the provider and its trust manager. */
  private static boolean checksItself(Difference d) {
    return !d.is("provider=jsse") || d.is("trust=extended") || !d.is("source=managers");
  }

  /** A refused certificate is asked for once more in each call at most, and not again within it. */
  private static boolean isRefusedByRepriseAlone(Difference d) {
    if (d.key().equals(FULL)) {
      return d.hasMore(calls(d));
    }
    boolean refused = d.inReprise().calls("CERTIFICATE_REFUSED") > 0;
    return refused && (!d.isOfCall() || d.reprise().equals("CERTIFICATE_REFUSED"));
  }

  /** A call that hangs ends with the scenario, when its silent proxy does: now and then in time. */
  private static boolean isHeldUntilTheEnd(Difference d) {
    return d.isOfCall() && d.stockHad("HANDSHAKE_FAILED") && d.reprise().equals("TIMEOUT");
  }

  /**
   * How many connections Reprise may have tried to open for preconnected connections: the last are
   * told of late.
   */
  private static long preconnections(Difference d) {
    Map<PreconnectionOutcome, Long> ended = d.inReprise().counted().preconnections();
    if (d.is("preconnections=off")) {
      return 0;
    }
    return RepriseEquipment.MOST_PRECONNECTIONS
        + d.inReprise().counted().preconnectionsOpened()
        + ended.get(PreconnectionOutcome.FAILED)
        + ended.get(PreconnectionOutcome.DROPPED);
  }

  private static int calls(Difference d) {
    return d.scenario().number("calls");
  }

  private static final class Keys {
    static final Set<String> EXCHANGE = Set.of(CALL, "requests", "connections", "proxy");
    static final Set<String> EXCHANGE_AND_HANDSHAKES =
        Set.of(CALL, "requests", "connections", "proxy", FULL);
  }
}
