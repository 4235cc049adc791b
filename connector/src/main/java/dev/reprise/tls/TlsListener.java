package dev.reprise.tls;

/**
 * Is told of connections that fail, handshakes and closes. Each method takes one event, which may
 * get more accessors in later versions; no event is null.
 *
 * <p>Methods are called on the thread that does the handshake or the close, by many threads at a
 * time: they must be thread-safe and quick, and must not block. What HttpClient closes itself,
 * maybe under its pool's lock, is told a little later by a thread of its own. Whatever a method
 * throws, an {@link Error} too, does not harm the connection; the first of each listener is logged.
 */
public interface TlsListener {

  /** A handshake completed: resumed or full. */
  default void handshakeCompleted(HandshakeCompleted event) {}

  /**
   * A connection could not be made: refused, not answered in time, unreachable. Told for each
   * address that is tried; not where the caller gives up, nor where there is no address to try.
   */
  default void connectFailed(ConnectFailed event) {}

  /**
   * A handshake failed; no request was sent on the connection, unless it failed {@linkplain
   * HandshakeFailed#afterCompletion() after it had completed} for this side, which was told of too.
   */
  default void handshakeFailed(HandshakeFailed event) {}

  /**
   * A peer refused the reduced ClientHello that was made to it, which cost a connection: another
   * one is made, with everything on offer, and its handshake is told of as any other.
   */
  default void reducedClientHelloRefused(ReducedClientHelloRefused event) {}

  /** A connection whose handshake had completed was closed. */
  default void closed(ConnectionClosed event) {}

  /**
   * A preconnected connection was opened: its handshake, which was told of too, has completed ahead
   * of need.
   */
  default void preconnectionOpened(PreconnectionOpened event) {}

  /**
   * A preconnected connection ended: it was used, it expired, the peer ended it, or it could not be
   * opened.
   */
  default void preconnectionEnded(PreconnectionEnded event) {}

  /** No preconnected connections are opened to a peer for a while. */
  default void preconnectPaused(PreconnectPaused event) {}
}
