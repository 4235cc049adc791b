package dev.reprise.tls;

/** Why a handshake was a full one, as far as the client can know. */
public enum FullHandshakeCause {

  /**
   * The connection was the first one of its lane, so there was no session to resume. There are more
   * of these than lanes if lanes were dropped: after {@link TlsSettings#laneIdleTimeout} without
   * use, after {@link TlsSettings#sessionTimeout}, or after a reload. A handshake that failed, no
   * matter which side ended it, also leaves its lane without a session. If a server ends each
   * handshake that offers a session, there are as many failures as handshakes with this cause.
   */
  FIRST(""),

  /**
   * The lane had served before, but the peer had left no session id and no ticket, or what it left
   * had just expired. A failed TLS record, such as a fatal alert, also ends the session of its
   * connection. With the provider BCJSSE, which takes no tickets, every later TLS 1.3 handshake of
   * a lane has this cause.
   */
  NO_SESSION(
      "the server gives no session or ticket to resume, or it ends connections by a TLS alert, and"
          + " so their sessions. Ask its operator for session tickets or session ids"),

  /**
   * The lane had a session, and the server did not resume it. The server may have forgotten it, may
   * be another machine of a cluster that shares no ticket keys, or may now choose other parameters.
   * Two client libraries on one {@link ResumingSslContext} cause this too if they order cipher
   * suites differently. Such a context also reports this cause if a ticket arrived only as the
   * handshake began.
   */
  NOT_ACCEPTED(
      "the server did not accept the session that was offered. Its machines may not share their"
          + " ticket keys, it may have restarted, or its tickets may expire soon. Ask its operator"
          + " to share ticket keys within the cluster and to keep them over restarts. If two"
          + " libraries such as java.net.http and Netty share a ResumingSslContext, give each its"
          + " own"),

  /**
   * The connection had no lane of its own, because all lanes that the settings allow were leased.
   * Every session was already in use by another connection.
   */
  NO_LANE(
      "more connections are open at the same time than there are lanes. Allow more lanes for a"
          + " peer with maxLanesPerPeer"),

  /**
   * It is not known whether the peer resumed the session. The provider keeps no values in its
   * sessions, and the trust manager could not be watched. Such a handshake may have been a resumed
   * one, but counts as full.
   */
  UNKNOWN("");

  private final String advice;

  FullHandshakeCause(String advice) {
    this.advice = advice;
  }

  /** Returns what to do if this cause recurs. Empty if there is nothing to do. */
  public String advice() {
    return advice;
  }
}
