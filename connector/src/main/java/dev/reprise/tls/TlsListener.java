package dev.reprise.tls;

/**
 * Receives events of connections: failures, handshakes and closes. Each method takes one event.
 * Later versions may add accessors to the events.
 *
 * <p>Methods are called by many threads at once, each on the thread that does the handshake or the
 * close. So they must be thread-safe and quick, and must not block. HttpClient may hold its pool's
 * lock during a close. So a listener must not make calls with that client. Nor may it wait for a
 * thread that does. Whatever a method throws, even an {@link Error}, does not harm the connection.
 * The first one that each listener throws is logged.
 */
public interface TlsListener {

  /** A handshake completed, resumed or full. */
  default void handshakeCompleted(Handshake event) {}

  /**
   * A TCP connection could not be made: refused, not answered in time, or unreachable. Called for
   * each address that is tried. Not called if the caller gives up, or if there is no address to
   * try.
   */
  default void connectFailed(ConnectFailed event) {}

  /**
   * A handshake failed. No request was sent on the connection, unless the handshake failed
   * {@linkplain HandshakeFailed#afterCompletion() after it had completed} on this side. In that
   * case it was also reported as completed. A timeout counts too, although the caller may go on
   * with the same handshake.
   */
  default void handshakeFailed(HandshakeFailed event) {}

  /**
   * A peer refused a reduced ClientHello, which cost a connection. Reprise makes another connection
   * and offers everything. Its handshake is reported like any other.
   */
  default void reducedClientHelloRefused(ReducedClientHelloRefused event) {}

  /** A connection whose handshake had completed was closed. */
  default void closed(ConnectionClosed event) {}

  /**
   * A preconnected connection was opened. Its handshake was completed before a call needed it, and
   * was also reported.
   */
  default void preconnectionOpened(PreconnectionOpened event) {}

  /**
   * A preconnected connection ended: a call took it, it expired, the peer ended it, or it could not
   * be opened.
   */
  default void preconnectionEnded(PreconnectionEnded event) {}

  /** No preconnected connections are opened to a peer for a while. */
  default void preconnectPaused(PreconnectPaused event) {}
}
