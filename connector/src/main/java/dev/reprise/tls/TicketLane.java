package dev.reprise.tls;

import java.lang.ref.Reference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One SSLContext with its own session cache. While one connection at a time has it, the TLS 1.3
 * ticket that a connection leaves behind is the one that the next connection offers.
 */
final class TicketLane {

  /**
   * A lane uses the newest session alone. In a larger cache the session of the first full handshake
   * would stay, and with it every session derived from it, which JSSE keeps as its children.
   */
  private static final int SESSION_CACHE_SIZE = 1;

  /** Session values pass on to every session derived from the one they were put into. */
  private static final String HANDSHAKED = "dev.reprise.tls.handshaked";

  private final SSLContext context;
  private final SSLSocketFactory sockets;
  private final FullHandshakeWitness witness;
  private final boolean witnessed;

  private volatile boolean served;

  /** When it came back, in the clock's nanoseconds; written before it is published as free. */
  long freedAt;

  /** Its place under the peer's limit; set by the one who makes it, null for a shared lane. */
  Reference<TicketLane> place;

  TicketLane(ContextSource contexts) {
    witness = new FullHandshakeWitness();
    witnessed = contexts.witnessed();
    context = contexts.next(witness);
    if (!contexts.fixed()) {
      context.getClientSessionContext().setSessionCacheSize(SESSION_CACHE_SIZE);
    }
    sockets = context.getSocketFactory();
  }

  SSLSocketFactory sockets() {
    return sockets;
  }

  /** Whether a handshake was completed over it before. */
  boolean served() {
    return served;
  }

  /** Whether there is a session that a handshake may offer. */
  boolean hasSession() {
    return context.getClientSessionContext().getIds().hasMoreElements();
  }

  /** A handshake over the lane begins. */
  void handshakeBegins(SSLSocket socket) {
    if (witnessed) {
      witness.begins(socket);
    }
  }

  /** Whether the handshake that the socket just completed resumed a session; asked once. */
  boolean resumed(SSLSocket socket, SSLSession session) {
    served = true;
    if (witnessed) {
      return !witness.tookFullHandshake(socket);
    }
    if (session.getValue(HANDSHAKED) != null) {
      return true;
    }
    session.putValue(HANDSHAKED, true);
    return false;
  }

  /** Forgets the socket, whose handshake failed. */
  void handshakeFailed(SSLSocket socket) {
    if (witnessed) {
      witness.tookFullHandshake(socket);
    }
  }
}
