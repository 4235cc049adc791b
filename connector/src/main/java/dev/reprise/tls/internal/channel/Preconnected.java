package dev.reprise.tls.internal.channel;

import dev.reprise.tls.Handshake;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectPaused;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;

/** A preconnected connection, as the socket sees it that takes it. */
public interface Preconnected {

  interface Source {

    /**
     * Takes one for a connect, waiting for one that is being opened; null if there is none.
     *
     * @param closed whether the socket was closed, so that nothing is to be waited for
     * @param timeout of the connect, in milliseconds; 0 for none
     */
    Preconnected take(
        SocketSetup setup,
        InetSocketAddress endpoint,
        Peer peer,
        BooleanSupplier closed,
        int timeout);
  }

  TlsChannel channel();

  /** What it negotiated when it was opened. */
  Handshake handshake();

  /** Whether nothing has ended it since it was taken. */
  boolean isAlive() throws IOException;

  /**
   * Whether nothing has ended it since it was used, as the first bytes are about to be written on
   * it. Throws if its user has closed it, or if it was closed since this thread was interrupted.
   */
  boolean isStillAlive(BooleanSupplier closed) throws IOException;

  /** Begins to use it; false if it was given up meanwhile. */
  boolean use();

  /** Gives it up and closes it; false if it is in use, and so its user's to close. */
  boolean release();

  void answered();

  /** The peer did not answer the request on it; {@code failure} is null if that timed out. */
  void notAnswered(Exception failure);

  /** Pauses preconnecting, since it is of no use, as those like it. */
  void suspend(PreconnectPaused.Reason reason);
}
