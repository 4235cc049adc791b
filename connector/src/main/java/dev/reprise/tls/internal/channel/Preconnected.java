package dev.reprise.tls.internal.channel;

import dev.reprise.tls.Handshake;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectPaused;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;

/** A preconnected connection, as seen by the socket that takes it. */
public interface Preconnected {

  interface Source {

    /**
     * Takes a connection, or waits for one being opened. Returns null if there is none.
     *
     * @param closed returns whether the socket was closed, which ends the wait
     * @param timeout the timeout of the connect, in milliseconds; 0 for none
     */
    Preconnected take(
        SocketSetup setup,
        InetSocketAddress endpoint,
        Peer peer,
        BooleanSupplier closed,
        int timeout);
  }

  TlsChannel channel();

  /** Returns the handshake that was done when it was opened. */
  Handshake handshake();

  /** Returns false if it has ended since it was taken. */
  boolean isAlive() throws IOException;

  /**
   * Returns false if it has ended since its use began. Called before the first write. Throws if its
   * user closed it, or if an interrupt of this thread closed it.
   */
  boolean isStillAlive(BooleanSupplier closed) throws IOException;

  /** Begins to use it. Returns false if it was given up meanwhile. */
  boolean use();

  /** Gives it up and closes it. Returns false if it is in use, so that its user has to close it. */
  boolean release();

  void answered();

  /** Notes that the peer did not answer the request; {@code failure} is null after a timeout. */
  void notAnswered(Exception failure);

  /** Pauses preconnecting: this connection and others like it are useless. */
  void suspend(PreconnectPaused.Reason reason);
}
