package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.trial.Dimensions.*;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The differences that are wanted, each with the reason, and the narrow circumstances of it. */
enum Excuse {
  CUT_OFF(
      "an end without close_notify within a response is an error (RFC 8446 section 6.1)",
      Set.of(Difference.CALL),
      d ->
          d.scenario().is(Persistence.CLOSE_WITHOUT_NOTIFY)
              && d.scenario().is(Framing.UNTIL_END)
              && (d.reprise().contains("TRUNCATED")
                  || d.scenario().is(Interruption.ABORT_AFTER) && d.reprise().contains("ABORTED"))),

  STRICT_WILDCARD(
      "where Reprise checks the name itself, * stands for a whole label of three at least (RFC 9525)",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.scenario().is(Name.WILDCARD_PARTIAL)
              && checksItself(d.scenario())
              && isRefusedByRepriseAlone(d)),

  NAME_CHECKED(
      "the name is checked where stock leaves it to a trust manager that does not",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.scenario().get(Name.class).isOfAnother()
              && checksItself(d.scenario())
              && isRefusedByRepriseAlone(d)),

  REFUSED_UNKEPT(
      "a session whose certificate was refused for its name is not offered again; stock keeps it",
      Set.of(Comparison.FULL),
      d ->
          d.inReprise().calls("CERTIFICATE_REFUSED") > 1
              && d.inStock().calls("CERTIFICATE_REFUSED") > 1
              && isOnceForEachCall(d)),

  REFUSED_ONCE(
      "a refused certificate is an SSLException, which HttpClient does not retry; Bouncy Castle's is none",
      Set.of("proxy"),
      d ->
          d.scenario().is(ProviderKind.BCJSSE)
              && d.inReprise().calls("CERTIFICATE_REFUSED") > 0
              && d.stock().stream().allMatch(stock -> stock.length() > d.reprise().length())),

  NAME_FIRST(
      "the name is refused in the handshake, which a server that lacks the client's certificate refuses later",
      Set.of(Difference.CALL),
      d ->
          d.scenario().is(ClientKey.DEMANDED_LACKING)
              && d.scenario().get(Name.class).isOfAnother()
              && d.reprise().equals("CERTIFICATE_REFUSED")
              && d.inStock().calls("200") == 0),

  END_READ(
      "a connection whose end was read with the response is not used again; Bouncy Castle fails on it",
      Keys.EXCHANGE,
      d ->
          d.scenario().isAny(Fault.TRUNCATE_HEAD, Fault.CLOSE_AMID_BODY)
              && d.scenario().is(ProviderKind.BCJSSE)
              && (!d.isOfCall() || d.stockHad("PROTOCOL"))),

  TICKET_UNREAD(
      "the tickets of a connection that was aborted before its response may not have been read",
      Set.of(Comparison.FULL),
      d ->
          d.scenario().isAny(Interruption.ABORT_WAITING, Interruption.ABORT_IN_CONNECT_REQUEST)
              && d.stockHad(String.valueOf(Integer.parseInt(d.reprise()) - 1))),

  PRECONNECTION_LANE(
      "a preconnected connection that is opened beside a call has a lane of its own, whose first handshake is full",
      Set.of(Comparison.FULL),
      d ->
          d.stock().stream()
              .allMatch(
                  stock ->
                      Integer.parseInt(d.reprise()) - Integer.parseInt(stock)
                          <= preconnections(d))),

  PRECONNECTION_MET(
      "a fault of the second connection may be met by a preconnected connection, and fail no call",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.scenario().is(FaultTime.SECOND)
              && preconnections(d) > 0
              && d.inReprise().calls("200") >= d.inStock().calls("200")),

  LANE_DROPPED(
      "a handshake that the peer refused takes its lane's session with it",
      Set.of(Comparison.FULL),
      d ->
          d.scenario()
              .isAny(Fault.ALERT_IN_HANDSHAKE, Fault.GARBAGE, Fault.BAD_RECORD_BEFORE_RESPONSE)),

  RETRY_SPARED(
      "a client whose certificate was demanded reads the alert, and HttpClient does not retry that",
      Set.of("proxy"),
      d ->
          d.scenario().is(ClientKey.DEMANDED_LACKING)
              && d.stock().stream().allMatch(stock -> stock.startsWith(d.reprise()))),

  ABORTED_BODY(
      "after an abort nothing is read any more; JSSE hands out what it has decrypted",
      Set.of(Difference.CALL),
      d ->
          d.scenario().is(Interruption.ABORT_IN_BODY)
              && d.reprise().contains("part ")
              && d.reprise().endsWith("ABORTED")),

  RELOADED(
      "what follows a challenge after a reload goes over a connection with the new settings",
      Set.of("connections"),
      d -> d.scenario().is(Reload.DURING) && !d.scenario().is(Login.NONE)),

  CHALLENGE_READ(
      "a challenge is read where Bouncy Castle's TLS in TLS loses the connection on writing",
      Set.of(Difference.CALL),
      d ->
          d.scenario().is(ProviderKind.BCJSSE)
              && d.scenario().is(Route.TLS_TUNNEL)
              && d.scenario().is(Method.POST_ONCE)
              && !d.scenario().is(Login.NONE)
              && d.stockHad("CONNECTION_LOST")
              && d.reprise().equals("PROTOCOL")),

  SHUT_DOWN(
      "a connection that a shutdown takes away is one of TCP, which HttpClient retries, and finds the pool closed, or HttpClient 5 its connection",
      Set.of(Difference.CALL),
      d ->
          d.scenario().isAny(Interruption.SHUTDOWN_IN_HANDSHAKE, Interruption.SHUTDOWN_WAITING)
              && (d.reprise().equals("POOL_CLOSED")
                  || d.scenario().is(ClientKind.HTTPCLIENT5)
                      && d.reprise().equals("ABORTED")
                      && d.stockHad("POOL_CLOSED"))),

  BOUNDED_TUNNEL(
      "a proxy that never answers holds a call for the socket timeout, with stock for good",
      Keys.EXCHANGE_AND_HANDSHAKES,
      d ->
          d.scenario().isAny(ProxyFault.SILENT, ProxyFault.SILENT_TUNNEL, Fault.STALL_HANDSHAKE)
              && (d.inStock().calls("hangs") > 0 || isHeldUntilTheEnd(d))
              && d.inReprise().calls("TIMEOUT") > 0
              && d.inReprise().calls("hangs") == 0),

  CLOSED_AT_ONCE(
      "HttpsURLConnection leaves connections that have ended to the garbage collector, and Reprise fewer",
      Set.of("left open"),
      d ->
          d.scenario().is(ClientKind.URLCONNECTION)
              && d.scenario().isAny(ProxyFault.SILENT_TUNNEL, Fault.STALL_HANDSHAKE)
              && d.stock().stream()
                  .anyMatch(stock -> Integer.parseInt(stock) > Integer.parseInt(d.reprise()))),

  ALERT_READ(
      "the alert of a peer that refused is told where stock tells that the connection was lost",
      Set.of(Difference.CALL),
      d ->
          (d.stockHad("CONNECTION_LOST") || d.stockHad("OTHER") || d.stockHad("TLS_FAILED"))
              && d.reprise().equals("HANDSHAKE_FAILED"));

  final String reason;

  /** Of what it excuses differences. */
  final Set<String> keys;

  private final Predicate<Difference> circumstances;

  Excuse(String reason, Set<String> keys, Predicate<Difference> circumstances) {
    this.reason = reason;
    this.keys = keys;
    this.circumstances = circumstances;
  }

  /** The first that excuses the difference, or null. */
  static Excuse of(Difference difference) {
    for (Excuse excuse : values()) {
      if (excuse.keys.contains(difference.kind()) && excuse.circumstances.test(difference)) {
        return excuse;
      }
    }
    return null;
  }

  /** Whether Reprise does not leave the name to the provider and its trust manager. */
  private static boolean checksItself(Scenario scenario) {
    return !scenario.is(ProviderKind.JSSE)
        || scenario.is(Trust.EXTENDED)
        || !scenario.is(Source.MANAGERS);
  }

  private static boolean isRefusedByRepriseAlone(Difference d) {
    if (d.key().equals(Comparison.FULL)) {
      return isOnceForEachCall(d);
    }
    boolean refused = d.inReprise().calls("CERTIFICATE_REFUSED") > 0;
    return refused && (!d.isOfCall() || d.reprise().equals("CERTIFICATE_REFUSED"));
  }

  /** A call that hangs ends with the scenario, when its silent proxy does: now and then in time. */
  private static boolean isHeldUntilTheEnd(Difference d) {
    return d.isOfCall() && d.stockHad("HANDSHAKE_FAILED") && d.reprise().equals("TIMEOUT");
  }

  /** A refused certificate is asked for once more in each call at most, and not again within it. */
  private static boolean isOnceForEachCall(Difference d) {
    return d.stock().stream()
        .mapToInt(Integer::parseInt)
        .allMatch(stock -> Integer.parseInt(d.reprise()) - stock <= calls(d));
  }

  /**
   * How many connections Reprise may have tried to open for preconnected connections: the last are
   * told of late.
   */
  private static long preconnections(Difference d) {
    Map<PreconnectionOutcome, Long> ended = d.inReprise().counted().preconnections();
    if (d.scenario().is(Preconnections.OFF)) {
      return 0;
    }
    return RepriseEquipment.MOST_PRECONNECTIONS
        + d.inReprise().counted().preconnectionsOpened()
        + ended.get(PreconnectionOutcome.FAILED)
        + ended.get(PreconnectionOutcome.DROPPED);
  }

  private static int calls(Difference d) {
    return d.scenario().get(Dimensions.Calls.class).count;
  }

  private static final class Keys {
    static final Set<String> EXCHANGE = Set.of(Difference.CALL, "requests", "connections", "proxy");
    static final Set<String> EXCHANGE_AND_HANDSHAKES =
        Set.of(Difference.CALL, "requests", "connections", "proxy", Comparison.FULL);
  }
}
