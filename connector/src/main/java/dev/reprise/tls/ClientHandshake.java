package dev.reprise.tls;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * The handshake of one {@link ResumingSslSocket}: done once, by whichever thread needs it first,
 * while others wait. To a known peer it is begun with a {@link ReducedClientHello}; if that is
 * refused, it is done with everything on offer over a new connection.
 */
final class ClientHandshake {

  /** For a chain of causes that comes back to itself. */
  private static final int MOST_CAUSES = 10;

  /** JSSE of JDK 11 does so under a lock that readers hold until a record is whole. */
  private static final boolean LOCKS_FOR_SESSION = Runtime.version().feature() == 11;

  /** The protocol of the session that JSSE shows once a connection has failed. */
  private static final String NO_PROTOCOL = "NONE";

  private final ResumingSslSocket socket;
  private final TlsState state;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean refused = new AtomicBoolean();

  /** Events that listeners get when the lock is free. */
  private final List<Runnable> untold = new ArrayList<>(2);

  private boolean begun;
  private FullHandshakeCause ifFull;
  private ReducedClientHello offer;
  private SocketConfiguration everything;
  private String[] everyProtocol;
  private volatile Handshake completed;

  /** Whether the host of the completed handshake is verified here: whose mode changes no more. */
  private volatile boolean verifiesHost;

  /**
   * The session whose certificate was verified here last; null for a preconnected connection, which
   * has waited.
   */
  private volatile SSLSession verified;

  private volatile Throwable failure;

  ClientHandshake(ResumingSslSocket socket, TlsState state) {
    this.socket = socket;
    this.state = state;
  }

  /** What was negotiated, or null as long as it was not. */
  Handshake completed() {
    return completed;
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Whether a thread is at it. */
  boolean isRunning() {
    return lock.isLocked();
  }

  /** Does the handshake unless it is done. */
  void ensure() throws IOException {
    if (completed != null) {
      return;
    }
    socket.checkUsable();
    List<Runnable> events;
    lock.lock();
    try {
      if (failure != null) {
        // Closed by another thread meanwhile, which is then why it failed.
        socket.checkUsable();
        throw new SSLException("The handshake with " + socket.peer() + " failed before", failure);
      }
      if (completed == null) {
        // From now on a close sees that it is running.
        socket.checkUsable();
        run();
      }
    } finally {
      events = List.copyOf(untold);
      untold.clear();
      lock.unlock();
      events.forEach(Runnable::run);
    }
  }

  private void run() throws IOException {
    Connection ready = socket.connection();
    if (ready.preconnection != null && usePreconnection(ready)) {
      return;
    }
    long start = System.nanoTime();
    Handshake result;
    try {
      result = handshake(start);
    } catch (SocketTimeoutException e) {
      timedOut(e, System.nanoTime() - start);
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      failed(e, System.nanoTime() - start);
      if (e instanceof SSLPeerUnverifiedException) {
        // As a provider does that refuses by itself; clients like HttpsURLConnection do not.
        socket.connection().tcp.reset();
      }
      throw e;
    }
    Connection connection = socket.connection();
    connection.tcp.settled();
    connection.lease.handshaked(
        result.protocol(), result.resumed() || result.fullCause() == FullHandshakeCause.UNKNOWN);
    SSLSession session = connection.tls.getSession();
    verified = session;
    verifiesHost = verifiesHost(connection);
    completed = result;
    HandshakeCompleted event = new HandshakeCompleted(connection.peer, result);
    untold.add(() -> state.settings.listener().handshakeCompleted(event));
    tellSocket(result, session);
  }

  private void tellSocket(Handshake result, SSLSession negotiated) {
    untold.add(() -> socket.handshakeTold(result));
    untold.add(() -> socket.tellHandshakeListeners(negotiated));
  }

  /**
   * Whether the connection is a preconnected connection, whose handshake was done and told of when
   * it was opened.
   */
  private boolean usePreconnection(Connection ready) throws IOException {
    Handshake result;
    try {
      result = socket.usePreconnection(ready);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      throw e;
    }
    if (result == null) {
      return false;
    }
    ready.tcp.settled();
    SSLSession session = ready.tls.getSession();
    verifiesHost = verifiesHost(ready);
    completed = result;
    tellSocket(result, session);
    return true;
  }

  /**
   * As with JSSE, the next read or write goes on with the handshake; other providers give it up,
   * and close their sockets. Clients like HttpsURLConnection do not.
   */
  private void timedOut(SocketTimeoutException e, long nanos) throws IOException {
    if (state.traits.goesOnWithHandshakes()) {
      socket.timedOut();
      socket.connection().lease.giveBack();
      tellFailed(e, nanos);
    } else {
      failed(e, nanos);
      socket.connection().tcp.reset();
    }
  }

  private void failed(Throwable e, long nanos) {
    failure = e;
    Connection connection = socket.connection();
    IOException cause =
        e instanceof IOException
            ? (IOException) e
            : new SSLException("The TLS provider failed in the handshake", e);
    boolean ofTransport = isOfTransport(cause);
    if (ofTransport) {
      socket.broke();
    } else {
      sendAlert(connection);
    }
    if (connection.hasTls()) {
      release(connection, ofTransport || cause.getCause() instanceof EOFException);
    }
    tellFailed(cause, nanos);
  }

  /** A provider that does not close the TCP socket with this one leaves its alert held back. */
  private static void sendAlert(Connection connection) {
    try {
      connection.tcp.sendHeld();
    } catch (IOException e) {
      // The peer is gone, or the socket is closed.
    }
  }

  private void tellFailed(IOException cause, long nanos) {
    if (socket.isForPreconnection()) {
      return;
    }
    HandshakeFailed event = new HandshakeFailed(socket.peer(), cause, nanos);
    untold.add(() -> state.settings.listener().handshakeFailed(event));
  }

  /** Does the handshake, or goes on with one that a timeout has interrupted. */
  private Handshake handshake(long start) throws IOException {
    Connection connection = socket.connection();
    if (!begun) {
      begin(connection);
      begun = true;
    }
    return offer != null ? offeringLess(connection, start) : offeringEverything(connection, start);
  }

  /** Chooses a reduced ClientHello if there is one and the connection can be made again. */
  private void begin(Connection connection) {
    ifFull = connection.lease.ifFull();
    ReducedClientHello reduced =
        ifFull == FullHandshakeCause.NOT_ACCEPTED
                && state.traits.reducesOffers()
                && !socket.isOutputShutdown()
                && connection.tcp.repeatable()
            ? connection.lease.offers().reduced()
            : null;
    if (reduced != null) {
      everything = socket.configuration();
      everyProtocol = connection.tls.getEnabledProtocols();
      SSLParameters own = everything.isAny() ? connection.tls.getSSLParameters() : null;
      offer = reduced.applyTo(connection.tls, state, own) ? reduced : null;
    }
  }

  private Handshake offeringLess(Connection connection, long start) throws IOException {
    try {
      Handshake resumed = on(connection, start, true);
      connection.tls.setEnableSessionCreation(true);
      connection.tls.setEnabledProtocols(everyProtocol);
      return resumed;
    } catch (IOException e) {
      if (socket.wasClosed() || Interrupts.closeSockets()) {
        throw e;
      }
      if (isTimeout(e)) {
        connection.lease.offers().unanswered(offer);
        throw e;
      }
      if (e instanceof SSLPeerUnverifiedException) {
        throw e;
      }
      // A peer that ends what is offered a session alone may take another with none.
      release(connection, isOfTransport(e));
      int needed = connection.lease.offers().refused(offer, state.lanes.now());
      ReducedClientHelloRefused event =
          new ReducedClientHelloRefused(
              connection.peer, offer, e, System.nanoTime() - start, needed);
      untold.add(() -> state.settings.listener().reducedClientHelloRefused(event));
      offer = null;
      Connection next = socket.connectAgain(connection, everything);
      next.lease.ifFull();
      // The session that the peer did not take is why this one will be a full one.
      return offeringEverything(next, start);
    }
  }

  private Handshake offeringEverything(Connection connection, long start) throws IOException {
    Handshake result = on(connection, start, false);
    connection.lease.offers().completed(result, connection.tcp.keyShareGroup(), state.traits);
    return result;
  }

  private Handshake on(Connection connection, long start, boolean mustResume) throws IOException {
    SSLSocket tls = connection.tls;
    TicketLane lane = connection.lease.lane();
    lane.handshakeBegins(tls);
    try {
      tls.startHandshake();
    } catch (IOException e) {
      throw asOfTls(e);
    }
    connection.openStreams();
    SSLSession negotiated = tls.getSession();
    boolean resumed = lane.resumed(tls, negotiated);
    if (mustResume && !resumed) {
      throw new SSLHandshakeException("The peer resumed no session");
    }
    if (verifiesHost(connection)) {
      verifyHost(connection, negotiated);
    }
    return new Handshake(
        negotiated.getProtocol(),
        negotiated.getCipherSuite(),
        resumed ? null : known(connection.lease),
        System.nanoTime() - start);
  }

  /** Why a handshake was a full one that is not known to have resumed a session. */
  private FullHandshakeCause known(LaneLease lease) {
    if (ifFull != FullHandshakeCause.NOT_ACCEPTED) {
      return ifFull;
    }
    if (!lease.lane().tellsResumed()) {
      return FullHandshakeCause.UNKNOWN;
    }
    return lease.mayBeOutlived() ? FullHandshakeCause.NO_SESSION : ifFull;
  }

  /**
   * Bouncy Castle's alert for a refused certificate is no SSLException: HttpClient would retry it,
   * and who looks for failures of TLS would miss it.
   */
  private static IOException asOfTls(IOException failure) {
    int depth = 0;
    for (Throwable t = failure; t != null && depth < MOST_CAUSES; t = t.getCause(), depth++) {
      if (t instanceof SSLException) {
        return failure;
      }
      if (t instanceof CertificateException) {
        return (IOException) new SSLHandshakeException(t.getMessage()).initCause(failure);
      }
    }
    return failure;
  }

  /** Whether the host is to be verified here. */
  private boolean verifiesHost(Connection connection) {
    return state.verifiesHost || !connection.providerVerifiesHost(state.settings);
  }

  /** Nothing was sent yet that the caller would not want this server to read. */
  private static void verifyHost(Connection connection, SSLSession negotiated)
      throws SSLPeerUnverifiedException {
    // With none given JSSE has found it, and tells.
    String host = connection.host != null ? connection.host : negotiated.getPeerHost();
    try {
      HostnameCheck.verify(host, negotiated);
    } catch (SSLPeerUnverifiedException e) {
      negotiated.invalidate();
      throw e;
    }
  }

  /**
   * Verifies the host again if the peer has renegotiated (RFC 5246 section 7.4.1.1), which it may
   * do whenever TLS reads. Called before anything read is delivered, and before anything is
   * written. A writer must not wait for a reader, who may wait for an answer to what is written.
   *
   * @param beingRead whether another thread reads, which will verify it
   * @throws SSLPeerUnverifiedException if the certificate is now one for other hosts, each time
   */
  void verifyRenegotiated(Connection connection, boolean beingRead)
      throws SSLPeerUnverifiedException {
    if (!verifiesHost
        || completed.protocol().equals(Handshake.TLS13)
        || !state.traits.keepsSessionValues()
        || beingRead && LOCKS_FOR_SESSION) {
      return;
    }
    SSLSession now = connection.tls.getSession();
    if (now != verified && !now.getProtocol().equals(NO_PROTOCOL)) {
      verifyHost(connection, now);
      verified = now;
    }
  }

  /**
   * Tells of a handshake that the peer refused after it had completed for this side, if that is why
   * the first read failed: with TLS 1.3 the server has the last word on the client's certificate
   * when the client is done (RFC 8446 section 4.4.2.4). The session goes as with any that failed.
   */
  void refusedAfterwards(Connection connection, IOException e) {
    Handshake done = completed;
    if (!done.protocol().equals(Handshake.TLS13)
        || !ReceivedAlert.refusesHandshake(e)
        || !refused.compareAndSet(false, true)) {
      return;
    }
    connection.lease.discard();
    state
        .settings
        .listener()
        .handshakeFailed(new HandshakeFailed(connection.peer, e, done.duration().toNanos(), true));
  }

  /**
   * Ends the lease after a handshake that failed.
   *
   * @param keepsSession whether the session that was offered may be offered again, as with stock
   */
  private static void release(Connection connection, boolean keepsSession) {
    connection.lease.lane().handshakeFailed(connection.tls);
    if (keepsSession) {
      connection.lease.giveBack();
    } else {
      connection.lease.discard();
    }
  }

  /**
   * Whether a handshake failed for what happened to the TCP connection, which says nothing about
   * the session that was offered. JSSE before 11.0.13 wraps such failures.
   */
  private static boolean isOfTransport(IOException failure) {
    return failure instanceof SocketException
        || failure.getCause() instanceof SocketException
        || isTimeout(failure);
  }

  /** Whether a handshake failed because the peer took too long, wrapped or not. */
  private static boolean isTimeout(IOException failure) {
    return failure instanceof SocketTimeoutException
        || failure.getCause() instanceof SocketTimeoutException;
  }
}
