package dev.reprise.tls;

import java.io.IOException;
import java.time.Duration;

/**
 * Is told of handshakes and closes.
 *
 * <p>Methods are called on the thread that does the handshake or the close, by many threads at a
 * time: they must be thread-safe and quick, and must not block. A method that throws does not harm
 * the connection; the first such exception of a listener is logged.
 */
public interface TlsListener {

  /** A handshake completed; {@code handshake} tells what was negotiated and how long it took. */
  default void handshakeCompleted(Peer peer, Handshake handshake) {}

  /** A handshake failed after {@code duration}; no request was sent on the connection. */
  default void handshakeFailed(Peer peer, IOException cause, Duration duration) {}

  /**
   * A connection whose handshake had completed was closed; {@code duration} is what closing cost
   * its caller.
   */
  default void closed(Peer peer, CloseOutcome outcome, Duration duration) {}

  /**
   * As {@link #closed(Peer, CloseOutcome, Duration)}, which it calls, and tells the handshake of
   * the connection too.
   */
  default void closed(Peer peer, Handshake handshake, CloseOutcome outcome, Duration duration) {
    closed(peer, outcome, duration);
  }
}
