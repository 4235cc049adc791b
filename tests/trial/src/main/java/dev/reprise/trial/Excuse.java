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
      "where Reprise checks the name itself, * stands for a whole label of three at least (RFC 9525)",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d -> d.is("name=wildcard-partial") && checksItself(d) && isRefusedByRepriseAlone(d)),

  NAME_CHECKED(
      "the name is checked where stock leaves it to a trust manager that does not",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d -> isOfAnother(d) && checksItself(d) && isRefusedByRepriseAlone(d)),

  REFUSED_UNKEPT(
      "a session whose certificate was refused for its name is not offered again; stock keeps it",
      Set.of(FULL),
      d ->
          d.inReprise().calls("CERTIFICATE_REFUSED") > 1
              && d.inStock().calls("CERTIFICATE_REFUSED") > 1
              && d.hasMore(calls(d))),

  REFUSED_ONCE(
      "a refused certificate is an SSLException, which HttpClient does not retry; Bouncy Castle's is none",
      Set.of("proxy"),
      d ->
          d.is("provider=bcjsse")
              && d.inReprise().calls("CERTIFICATE_REFUSED") > 0
              && d.stock().stream().allMatch(stock -> stock.length() > d.reprise().length())),

  NAME_FIRST(
      "the name is refused in the handshake, which a server that lacks the client's certificate refuses later",
      Set.of(CALL),
      d ->
          d.is("client-key=demanded-lacking")
              && isOfAnother(d)
              && d.reprise().equals("CERTIFICATE_REFUSED")
              && d.inStock().calls("200") == 0),

  END_READ(
      "a connection whose end was read with the response is not used again; Bouncy Castle fails on it",
      Keys.EXCHANGE,
      d ->
          d.is("fault=truncate-head", "fault=close-amid-body")
              && d.is("provider=bcjsse")
              && (!d.isOfCall() || d.stockHad("PROTOCOL"))),

  TICKET_UNREAD(
      "the tickets of a connection that was aborted before its response may not have been read",
      Set.of(FULL),
      d ->
          d.is("interruption=abort-waiting", "interruption=abort-in-connect-request")
              && d.hasMore(1)),

  PRECONNECTION_LANE(
      "a preconnected connection that is opened beside a call has a lane of its own, whose first handshake is full",
      Set.of(FULL),
      d -> d.hasMore(preconnections(d))),

  PRECONNECTION_MET(
      "a fault of the second connection may be met by a preconnected connection, and fail no call",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.is("fault-time=second")
              && preconnections(d) > 0
              && d.inReprise().calls("200") >= d.inStock().calls("200")
              && (!d.key().equals(FULL) || d.hasMore(preconnections(d) + calls(d)))),

  LANE_DROPPED(
      "a handshake that the peer refused takes its lane's session with it",
      Set.of(FULL),
      d ->
          d.is("fault=alert-in-handshake", "fault=garbage", "fault=bad-record-before-response")
              && d.hasMore(calls(d))),

  RETRY_SPARED(
      "a client whose certificate was demanded reads the alert, and HttpClient does not retry that",
      Set.of("proxy"),
      d ->
          d.is("client-key=demanded-lacking")
              && d.stock().stream().allMatch(stock -> stock.startsWith(d.reprise()))),

  ABORTED_BODY(
      "after an abort nothing is read any more; JSSE hands out what it has decrypted",
      Set.of(CALL),
      d ->
          d.is("interruption=abort-in-body")
              && d.reprise().contains("part ")
              && d.reprise().endsWith("ABORTED")),

  RELOADED(
      "what follows a challenge after a reload goes over a connection with the new settings",
      Set.of("connections"),
      d -> d.is("reload=during") && d.is("login=basic", "login=wrong")),

  CHALLENGE_READ(
      "a challenge is read where Bouncy Castle's TLS in TLS loses the connection on writing",
      Set.of(CALL),
      d ->
          d.is("provider=bcjsse")
              && d.is("route=tls-tunnel")
              && d.is("method=post-once")
              && d.is("login=basic", "login=wrong")
              && d.stockHad("CONNECTION_LOST")
              && d.reprise().equals("PROTOCOL")),

  SHUT_DOWN(
      "a connection that a shutdown takes away is one of TCP, which HttpClient retries, and finds the pool closed, or HttpClient 5 its connection",
      Set.of(CALL),
      d ->
          d.is("interruption=shutdown-in-handshake", "interruption=shutdown-waiting")
              && (d.reprise().equals("POOL_CLOSED")
                  || d.is("client=httpclient5")
                      && d.reprise().equals("ABORTED")
                      && d.stockHad("POOL_CLOSED"))),

  BOUNDED_TUNNEL(
      "a proxy that never answers holds a call for the socket timeout, with stock for good",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.is("proxy-fault=stall", "proxy-fault=stall-tunnel", "fault=stall-handshake")
              && (d.inStock().calls("hangs") > 0 || isHeldUntilTheEnd(d))
              && d.inReprise().calls("TIMEOUT") > 0
              && d.inReprise().calls("hangs") == 0
              && (!d.key().equals(FULL) || d.hasMore(calls(d)))),

  CLOSED_AT_ONCE(
      "HttpsURLConnection leaves connections that have ended to the garbage collector, and Reprise fewer",
      Set.of("left open"),
      d ->
          d.is("client=urlconnection")
              && d.is("proxy-fault=stall-tunnel", "fault=stall-handshake")
              && d.hasMore(-1)),

  RESET_UNMET(
      "a reset amid a body that nobody reads is met by who reads on; Bouncy Castle's socket may do so",
      Set.of(CALL),
      d ->
          d.is("provider=bcjsse")
              && d.is("fault=reset-amid-body")
              && d.reprise().equals("200 unread")),

  ALERT_READ(
      "the alert of a peer that refused is told where stock tells that the connection was lost",
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
