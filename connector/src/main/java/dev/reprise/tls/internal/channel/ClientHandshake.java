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

  /** Limits the search through a chain of causes, which may be cyclic. */
  private static final int MOST_CAUSES = 10;

  /** The protocol of the session that JSSE's engine returns once its connection has failed. */
  private static final String NO_PROTOCOL = "NONE";

  private final Connection socket;
  private final HeldChannel held;
  private final ExchangeProgress exchange;
  private final TlsState state;
  private final ReentrantLock lock = new ReentrantLock();

  /** Events to report to listeners once the lock is released. */
  private final List<Runnable> untold = new ArrayList<>(2);

  /** The cause to report if the handshake turns out to be a full one; null before it begins. */
  private FullHandshakeCause ifFull;

  /** The reduced ClientHello in use; null if everything is offered. */
  private ReducedClientHello offer;

  private volatile Handshake completed;

  /** The failure of the handshake, or the server's refusal after it; null if there is none. */
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
        // A close after this check sees a running handshake. One before may be why it failed.
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
      // Another thread shut the output down before the handshake was done, and so sent nothing.
      socket.shutdownOutput();
    }
  }

  /** Returns the handshake reported when the connection was opened; null if that is of no use. */
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
    // If this side closed the socket or shut down its input, the server has not failed.
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
      // Throws if another thread closed the socket and so may have given the claim back.
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
      // Unless TCP failed, drops the session: without one, the peer may accept the handshake.
      release(channel, isOfTransport(e));
      int needed = channel.claim.offers.refused(offer, state.lanes.now());
      untold.add(
          state.report.reducedClientHelloRefused(
              channel.peer, offer.toString(), e, System.nanoTime() - start, needed));
      offer = null;
      TlsChannel next = held.connectAgain();
      socket.parameters.applyTo(next.engine, providerVerifiesHost(next));
      next.claim.ifFull();
      // ifFull keeps its value: this handshake will be full because the peer refused the session.
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

  /** Returns the cause of a full handshake; UNKNOWN if it may have resumed the session. */
  private FullHandshakeCause known(Claim claim) {
    return ifFull == FullHandshakeCause.NOT_ACCEPTED && !claim.lane.cache.tellsResumed
        ? FullHandshakeCause.UNKNOWN
        : ifFull;
  }

  /**
   * Wraps the failure in an SSLHandshakeException if a certificate was refused: Bouncy Castle's
   * alert is no SSLException. HttpClient would retry, and code that handles TLS failures would miss
   * it.
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
   * Returns false if the host must be verified here, since JSSE refuses its name. JSSE accepts only
   * DNS names; HttpClient and {@link HostnameCheck} accept an underscore too.
   */
  private boolean providerVerifiesHost(TlsChannel channel) {
    return !state.settings.hostnameVerification()
        || HostnameCheck.isKnownToProviders(channel.peer.host());
  }

  /** Verifies the host before it is sent any data. A mismatch invalidates the session. */
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
   * Verifies the host again if the peer has renegotiated (RFC 5246 section 7.4.1.1). That can
   * happen whenever TLS reads, so this is called before read data is delivered and before a record
   * of data is sent.
   *
   * @throws SSLPeerUnverifiedException if the new certificate is for other hosts, on each call
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

  /** Verifies the host during a renegotiation: JSSE sends data under its keys before it is done. */
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
   * Reports that the peer refused the handshake after it had completed here, if that is why the
   * first read failed. With TLS 1.3, the server checks the client's certificate once the client is
   * done (RFC 8446 section 4.4.2.4). Drops the session, as after any failed handshake.
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
   * Returns whether the TCP connection failed or timed out, which says nothing about the offered
   * session. JSSE before 11.0.13 wraps such failures.
   */
  static boolean isOfTransport(Exception failure) {
    return failure instanceof SocketException
        || failure.getCause() instanceof SocketException
        || isTimeout(failure);
  }

  /** Returns whether the handshake failed because the peer took too long, wrapped or not. */
  private static boolean isTimeout(Exception failure) {
    return failure instanceof SocketTimeoutException
        || failure.getCause() instanceof SocketTimeoutException;
  }
}
