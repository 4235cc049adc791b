package dev.reprise.tls;

/** Why a handshake was a full one, as far as the client can know. */
public enum FullHandshakeCause {

  /**
   * The connection was the first one of its lane, so there was no session to resume. There are more
   * of these than lanes where lanes were forgotten: unused for {@link TlsSettings#laneIdleTimeout},
   * after a reload, or with a handshake that failed.
   */
  FIRST(""),

  /**
   * Its lane had served before, but the peer had left no session id and no ticket to resume with,
   * or what it left had expired. So it is with each handshake of TLS 1.3 by the provider BCJSSE,
   * which takes no tickets.
   */
  NO_SESSION(
      "the server leaves no session or ticket to resume; ask its operator for session tickets or"
          + " session ids; if the provider of TLS is BCJSSE, it is not the server: BCJSSE resumes"
          + " no TLS 1.3, so set the protocol TLSv1.2 or take another provider"),

  /**
   * A session was at hand and the peer did not resume it: it does not know the session any more, or
   * is another server of a fleet without shared ticket keys, or no longer agrees with it in
   * protocol, cipher suite or other parameters. So it is with two client libraries on one {@link
   * ResumingSslContext} that prefer cipher suites in another order. A {@link ResumingSslContext}
   * cannot tell this from a ticket that was at hand and was not offered, which happens where one
   * handshake begins in the moment in which another connection of its lane puts its ticket away.
   */
  NOT_ACCEPTED(
      "the session offered was not accepted; where two client libraries with other orders of cipher"
          + " suites, such as java.net.http and Netty, share one ResumingSslContext, they spoil each"
          + " other's sessions: give each its own; else it is the server, as with a fleet without"
          + " shared ticket keys, after a restart, or when tickets expire soon: ask its operator to"
          + " share ticket keys among its servers and to keep them over restarts"),

  /**
   * The connection had no lane of its own, because as many as the settings allow were leased or the
   * factory has one fixed SSLContext, and found no session unused by others.
   */
  NO_LANE("more connections are open at a time than there are lanes; allow more lanes for a peer"),

  /**
   * The peer asked for it on an open connection (renegotiation, RFC 5246 section 7.4.1.1), often
   * for a client certificate. The connection's own handshake is counted apart.
   */
  RENEGOTIATION(""),

  /**
   * A session was offered, and nothing tells whether the peer resumed it: the provider keeps no
   * values in its sessions, and the trust manager is one that could not be asked. It may have been
   * a resumed one, and is counted as full.
   */
  UNKNOWN("");

  private final String advice;

  FullHandshakeCause(String advice) {
    this.advice = advice;
  }

  /** What it means when it recurs, and what to do about it, in words; empty if nothing is. */
  public String advice() {
    return advice;
  }
}
