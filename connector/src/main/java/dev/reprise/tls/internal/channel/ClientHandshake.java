package dev.reprise.tls.internal.channel;

import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.internal.jdk.Interrupts;
import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.provider.HostnameCheck;
import dev.reprise.tls.internal.provider.ProviderTraits;
import dev.reprise.tls.internal.provider.ReceivedAlert;
import dev.reprise.tls.internal.provider.ReducedClientHello;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The handshake of one {@link Connection}. The first thread that needs it does it, once, while
 * others wait. To a known peer it begins with a {@link ReducedClientHello}. If that is refused, it
 * offers everything over a new connection.
 */
final class ClientHandshake {

  /** For a chain of causes that comes back to itself. */
  private static final int MOST_CAUSES = 10;

  /** The protocol of the session that JSSE shows once a connection has failed. */
  private static final String NO_PROTOCOL = "NONE";

  private final Connection socket;
  private final HeldChannel held;
  private final ExchangeProgress exchange;
  private final TlsState state;
  private final ReentrantLock lock = new ReentrantLock();

  /** Events that listeners get when the lock is free. */
  private final List<Runnable> untold = new ArrayList<>(2);

  /** Why the handshake that was begun would be a full one; null before it has begun. */
  private FullHandshakeCause ifFull;

  /** Null for everything. */
  private ReducedClientHello offer;

  private volatile Handshake completed;

  /** Of the handshake, or the refusal that came after it. */
  private volatile Throwable failure;

  ClientHandshake(Connection socket, HeldChannel held, ExchangeProgress exchange, TlsState state) {
    this.socket = socket;
    this.held = held;
    this.exchange = exchange;
    this.state = state;
  }

  Handshake completed() {
    return completed;
  }

  boolean isRunning() {
    return lock.isLocked();
  }

  void ensure() throws IOException {
    if (completed != null) {
      return;
    }
    socket.checkUsable();
    List<Runnable> events;
    lock.lock();
    try {
      if (completed == null) {
        // From now on a close sees that it is running. An earlier one may be why it failed.
        socket.checkUsable();
        if (failure != null) {
          throw new SSLException(
              "An earlier handshake with " + socket.peer() + " failed. Open a new socket", failure);
        }
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
    if (socket.isOutputShutdown()) {
      throw new SocketException("Socket has been closed or broken");
    }
    Handshake result = held.preconnected() == null ? null : usePreconnected();
    if (result == null) {
      result = handshakeOrFail();
    }
    TlsChannel channel = held.channel();
    channel.tcp.setup().settled();
    completed = result;
    untold.add(() -> socket.handshakeTold(completed));
    SSLSession session = channel.engine.getSession();
    untold.add(() -> socket.handshakeListeners.accept(session));
    if (socket.isOutputShutdown() && !held.isClosed()) {
      // By another thread, which saw no handshake that was done.
      socket.shutdownOutput();
    }
  }

  /** What was negotiated, and reported, when it was opened; null if it was of no use. */
  private Handshake usePreconnected() throws IOException {
    try {
      return held.usePreconnected();
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }

  private Handshake handshakeOrFail() throws IOException {
    long start = System.nanoTime();
    Handshake result;
    try {
      result = handshake(start);
    } catch (SocketTimeoutException e) {
      exchange.overdue(true);
      held.channel().claim.giveBack();
      tellFailed(e, System.nanoTime() - start);
      throw e;
    } catch (IOException e) {
      failed(e, System.nanoTime() - start);
      throw e;
    } catch (RuntimeException e) {
      IOException asOfStock = new SSLException(e.getMessage(), e);
      failed(asOfStock, System.nanoTime() - start);
      throw asOfStock;
    } catch (Error e) {
      failed(
          new SSLException("The TLS provider failed in the handshake", e),
          System.nanoTime() - start);
      throw e;
    }
    TlsChannel channel = held.channel();
    channel.claim.handshaked(
        result.protocol(), result.resumed() || result.fullCause() == FullHandshakeCause.UNKNOWN);
    channel.verified = channel.engine.getSession();
    untold.add(() -> state.report.handshakeCompleted(result));
    return result;
  }

  private void failed(IOException cause, long nanos) {
    failure = cause;
    TlsChannel channel = held.channel();
    boolean ofTransport = isOfTransport(cause);
    if (ofTransport) {
      exchange.broke();
    } else {
      channel.sendAlert();
    }
    release(channel, ofTransport || cause.getCause() instanceof EOFException);
    held.endAfterFailure();
    tellFailed(cause, nanos);
  }

  private void tellFailed(IOException cause, long nanos) {
    // What its own user has closed, or reads no more of, is no failure of the server.
    if (socket.forPreconnection || socket.isInputShutdown() || Interrupts.closeSockets()) {
      return;
    }
    untold.add(state.report.handshakeFailed(socket.peer(), cause, nanos, false));
  }

  /** Does the handshake, or continues one that a timeout has interrupted. */
  private Handshake handshake(long start) throws IOException {
    TlsChannel channel = held.channel();
    if (ifFull == null) {
      begin(channel);
    }
    return offer != null ? offeringLess(channel, start) : offeringEverything(channel, start);
  }

  /** Chooses a reduced ClientHello if there is one and the connection can be made again. */
  private void begin(TlsChannel channel) {
    socket.parameters.applyTo(channel.engine, providerVerifiesHost(channel));
    ifFull = channel.claim.ifFull();
    ReducedClientHello reduced =
        ifFull == FullHandshakeCause.NOT_ACCEPTED
                && state.provider.traits.reducesOffers()
                && channel.tcp.setup().repeatable()
            ? channel.claim.offers.reduced()
            : null;
    if (reduced != null
        && reduced.applyTo(channel.engine, state.provider.traits, socket.parameters.set())) {
      offer = reduced;
    }
  }

  private Handshake offeringLess(TlsChannel channel, long start) throws IOException {
    try {
      Handshake resumed = on(channel, start, true);
      channel.engine.setEnableSessionCreation(true);
      channel.engine.setEnabledProtocols(socket.parameters.asked().getEnabledProtocols());
      return resumed;
    } catch (IOException e) {
      // Closed by another thread, which may have let others use the session.
      socket.checkUsable();
      if (socket.isInputShutdown() || Interrupts.closeSockets()) {
        throw e;
      }
      if (isTimeout(e)) {
        channel.claim.offers.unanswered(offer);
        throw e;
      }
      if (e instanceof SSLPeerUnverifiedException) {
        throw e;
      }
      // A peer that refuses only offers of a session may accept one without.
      release(channel, isOfTransport(e));
      int needed = channel.claim.offers.refused(offer, state.lanes.now());
      untold.add(
          state.report.reducedClientHelloRefused(
              channel.peer, offer.toString(), e, System.nanoTime() - start, needed));
      offer = null;
      TlsChannel next = held.connectAgain();
      socket.parameters.applyTo(next.engine, providerVerifiesHost(next));
      next.claim.ifFull();
      // The session that the peer did not take is why this one will be a full one.
      return offeringEverything(next, start);
    }
  }

  private Handshake offeringEverything(TlsChannel channel, long start) throws IOException {
    Handshake result = on(channel, start, false);
    channel.claim.offers.completed(result, channel.in.keyShareGroup(), state.provider.traits);
    return result;
  }

  private Handshake on(TlsChannel channel, long start, boolean mustResume) throws IOException {
    try {
      channel.handshake();
    } catch (IOException e) {
      throw asOfTls(e);
    }
    SSLSession negotiated = channel.engine.getSession();
    boolean resumed = channel.claim.lane.cache.resumed(channel.certificateChecked, negotiated);
    if (mustResume && !resumed) {
      throw new SSLHandshakeException("The peer did not resume the session");
    }
    if (verifiesHost(channel)) {
      verifyHost(channel, negotiated);
    }
    return state.report.handshake(
        channel.peer,
        negotiated.getProtocol(),
        negotiated.getCipherSuite(),
        resumed ? null : known(channel.claim),
        System.nanoTime() - start);
  }

  /** Why a handshake was a full one that is not known to have resumed a session. */
  private FullHandshakeCause known(Claim claim) {
    return ifFull == FullHandshakeCause.NOT_ACCEPTED && !claim.lane.cache.tellsResumed
        ? FullHandshakeCause.UNKNOWN
        : ifFull;
  }

  /**
   * Bouncy Castle's alert for a refused certificate is no SSLException. HttpClient would retry it,
   * and code that handles failures of TLS would miss it.
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

  private boolean verifiesHost(TlsChannel channel) {
    return state.verifiesHost || !providerVerifiesHost(channel);
  }

  /**
   * Whether JSSE can verify the host. It refuses names that are not DNS names, such as those with
   * an underscore, which HttpClient's check and {@link HostnameCheck} accept.
   */
  private boolean providerVerifiesHost(TlsChannel channel) {
    return !state.settings.hostnameVerification()
        || HostnameCheck.isKnownToProviders(channel.peer.host());
  }

  /** Nothing was sent yet that the caller would not want this server to read. */
  private static void verifyHost(TlsChannel channel, SSLSession negotiated)
      throws SSLPeerUnverifiedException {
    try {
      HostnameCheck.verify(channel.peer.host(), negotiated);
    } catch (SSLPeerUnverifiedException e) {
      negotiated.invalidate();
      throw e;
    }
  }

  /**
   * Verifies the host again if the peer has renegotiated (RFC 5246 section 7.4.1.1), which it may
   * do whenever TLS reads. Called before anything read is delivered, and before a record of data is
   * sent.
   *
   * @throws SSLPeerUnverifiedException if the certificate is now one for other hosts, each time
   */
  void verifyRenegotiated(TlsChannel channel) throws SSLPeerUnverifiedException {
    if (completed.protocol().equals(ProviderTraits.TLS13)
        || !state.provider.traits.keepsSessionValues()) {
      return;
    }
    verifyNext(channel);
    SSLSession now = channel.engine.getSession();
    if (now != channel.verified && !now.getProtocol().equals(NO_PROTOCOL)) {
      if (verifiesHost(channel)) {
        verifyHost(channel, now);
      }
      channel.verified = now;
    }
  }

  /** JSSE sends data under the keys of a renegotiation before that is done. */
  private void verifyNext(TlsChannel channel) throws SSLPeerUnverifiedException {
    SSLSession next = channel.engine.getHandshakeSession();
    if (next == null || !verifiesHost(channel)) {
      return;
    }
    try {
      next.getPeerCertificates();
    } catch (SSLPeerUnverifiedException e) {
      // Not yet known.
      return;
    }
    verifyHost(channel, next);
  }

  /**
   * Reports a handshake that the peer refused after it had completed on this side, if that is why
   * the first read failed. With TLS 1.3 the server decides about the client's certificate when the
   * client is done (RFC 8446 section 4.4.2.4). The session is dropped as after any failed
   * handshake.
   */
  void refusedAfterwards(TlsChannel channel, IOException e) {
    Handshake done = completed;
    if (!done.protocol().equals(ProviderTraits.TLS13)
        || failure != null
        || !ReceivedAlert.refusesHandshake(e)) {
      return;
    }
    failure = e;
    channel.claim.discard();
    state.report.handshakeFailed(channel.peer, e, done.duration().toNanos(), true).run();
  }

  private static void release(TlsChannel channel, boolean keepsSession) {
    if (keepsSession) {
      channel.claim.giveBack();
    } else {
      channel.claim.discard();
    }
  }

  /**
   * Whether the handshake failed because of the TCP connection, which says nothing about the
   * session that was offered. JSSE before 11.0.13 wraps such failures.
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
