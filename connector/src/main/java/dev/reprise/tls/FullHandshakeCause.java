package dev.reprise.tls;

/** Why a handshake was a full one, as far as the client can know. */
public enum FullHandshakeCause {

  /** The connection was the first one of its lane, so there was no session to resume. */
  FIRST,

  /**
   * Its lane had served before, but the peer had left no session id and no ticket to resume with,
   * or what it left had expired.
   */
  NO_SESSION,

  /**
   * A session was at hand and the peer did not resume it: it does not know the session any more, or
   * is another server of a fleet without shared ticket keys, or no longer agrees with it in
   * protocol, cipher suite or other parameters.
   */
  NOT_ACCEPTED,

  /**
   * The connection had no lane of its own, because as many as the settings allow were leased or the
   * factory has one fixed SSLContext, and found no session unused by others.
   */
  NO_LANE,

  /**
   * The peer asked for it on an open connection (renegotiation, RFC 5246 section 7.4.1.1), often
   * for a client certificate. The connection's own handshake is counted apart.
   */
  RENEGOTIATION
}
