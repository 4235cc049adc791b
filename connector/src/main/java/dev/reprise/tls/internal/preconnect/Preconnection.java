package dev.reprise.tls.internal.preconnect;

import dev.reprise.tls.Handshake;
import dev.reprise.tls.PreconnectPaused;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.internal.channel.CloseWatchdog;
import dev.reprise.tls.internal.channel.Connection;
import dev.reprise.tls.internal.channel.Preconnected;
import dev.reprise.tls.internal.channel.TlsChannel;
import dev.reprise.tls.internal.jdk.Interrupts;
import dev.reprise.tls.internal.provider.ReceivedAlert;
import dev.reprise.tls.internal.report.Report;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * A connection that is opened, with its handshake done, ahead of need, by a socket that no user
 * sees. Its thread opens it and then waits in a read of the TCP stream. The thread accepts TLS 1.3
 * tickets, and ends the connection on anything else. So a connection was alive a moment before it
 * is taken.
 *
 * <p>A socket takes it at its connect, and uses it, once, at its handshake. Until then it can still
 * be given up.
 */
final class Preconnection implements Preconnected {

  private enum State {
    /** It is being opened for an announced call, or its thread examines what has arrived. */
    BUSY,
    /** As {@link #BUSY}, but no connect may wait: it is for demand, or one has waited in vain. */
    UNAWAITED,
    /** As {@link #BUSY}, and a connect waits for it. */
    RESERVED,
    READY,
    TAKEN,
    USED,
    ENDED;

    boolean isBusy() {
      return this == BUSY || this == UNAWAITED || this == RESERVED;
    }

    /** Returns the state after its thread found all well: ready, or taken by a waiting connect. */
    State settled() {
      return this == RESERVED ? TAKEN : isBusy() ? READY : this;
    }
  }

  /** The longest wait of the watcher, whose thread ends so long after the connection is taken. */
  private static final int WATCH_MILLIS = 100;

  /** The most bytes that answer the peer, such as a key update, before there is a request. */
  private static final int MOST_ANSWERS = 2048;

  /** How often a check looks for an end behind what the peer has sent, such as tickets. */
  private static final int MOST_LOOKS = 16;

  /** How long the pieces of one record may take to arrive. */
  private static final long PIECES_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final PeerPreconnections peer;
  private final Report report;
  private final AtomicReference<State> state;
  private final Connection socket;
  private final Announcement announcement;

  /** Completed with true once it is taken, with false once it cannot be. */
  private final CompletableFuture<Boolean> handedOver = new CompletableFuture<>();

  /** The alert by which the server refused the handshake, if it did. */
  private volatile IOException refusal;

  private volatile long readyAt;

  private volatile long expiresAt;

  /** Creates one that is not open yet; {@code announcement} is null if it is for demand. */
  Preconnection(PeerPreconnections peer, Announcement announcement) {
    this.peer = peer;
    this.announcement = announcement;
    this.state = new AtomicReference<>(announcement == null ? State.UNAWAITED : State.BUSY);
    this.report = peer.all.state.report;
    this.socket = peer.all.sockets.get();
  }

  @Override
  public TlsChannel channel() {
    return socket.channel();
  }

  @Override
  public Handshake handshake() {
    return socket.handshake();
  }

  @Override
  public void answered() {
    peer.forget(PreconnectPaused.Reason.NO_RESPONSE);
  }

  @Override
  public void suspend(PreconnectPaused.Reason reason) {
    peer.suspend(reason);
  }

  /** Watches it until it is taken or ends. Returns whether it could be taken at all. */
  boolean serve() {
    if (!settle()) {
      return false;
    }
    if (announcement != null) {
      announcement.end(Preparation.OPENED);
    }
    peer.refill(peer.all.now());
    watch();
    return true;
  }

  /**
   * Takes it for a connect, unless its lifetime is over. Returns whether it was taken or reserved.
   *
   * @param busyToo whether to reserve it if its thread is busy; the thread then hands it over
   */
  boolean reserve(boolean busyToo, long now) {
    if (isReady()) {
      expire(now);
    }
    State before =
        state.getAndUpdate(
            known ->
                known == State.READY
                    ? State.TAKEN
                    : known == State.BUSY && busyToo ? State.RESERVED : known);
    if (before == State.READY) {
      handOver();
    }
    return before == State.READY || before == State.BUSY && busyToo;
  }

  private void handOver() {
    peer.left(this);
    handedOver.complete(true);
  }

  /**
   * Waits until it is handed over to its connect. Returns whether that was in time. If not, no
   * other connect waits for it.
   */
  boolean isTakenWithin(long since, long nanos, BooleanSupplier closed) {
    peer.all.await(handedOver, since, nanos, closed);
    return !state.compareAndSet(State.RESERVED, State.UNAWAITED) && handedOver.join();
  }

  /** Connects and does the handshake. Returns whether both succeeded. */
  boolean open() {
    long start = System.nanoTime();
    long most = peer.makeLimit();
    Future<?> guard = CloseWatchdog.after(most, this::giveUp);
    try {
      if (guard == null) {
        throw new IOException("No thread could be started to end the handshake in time");
      }
      PreconnectionRoute route = peer.route;
      if (route.local != null) {
        socket.tcp().bind(new InetSocketAddress(route.local, 0));
      }
      socket.connect(route.endpoint, (int) TimeUnit.NANOSECONDS.toMillis(most), route.peer.host());
      socket.startHandshake();
      long now = peer.all.now();
      readyAt = now;
      expiresAt = now + peer.nextLifetime(now);
      channel().out.answerAtMost(MOST_ANSWERS);
      state.compareAndSet(State.UNAWAITED, State.BUSY);
    } catch (IOException | RuntimeException | Error e) {
      notOpened(e, System.nanoTime() - start);
      return false;
    } finally {
      if (guard != null) {
        guard.cancel(false);
      }
    }
    long nanos = System.nanoTime() - start;
    peer.made(nanos);
    report.preconnectionOpened(socket.handshake(), nanos);
    return true;
  }

  private void giveUp() {
    if (state.get().isBusy()) {
      close(true);
    }
  }

  private void notOpened(Throwable e, long nanos) {
    boolean failed = endBusy();
    close(true);
    if (failed) {
      peer.pause(PreconnectPaused.Reason.NOT_OPENED);
    }
    peer.left(this);
    IOException cause =
        e instanceof IOException
            ? (IOException) e
            : new IOException("A preconnected connection failed", e);
    report.preconnectionEnded(
        peer.route.peer,
        failed ? PreconnectionOutcome.FAILED : PreconnectionOutcome.DROPPED,
        cause,
        nanos);
  }

  private void watch() {
    while (isReady()) {
      long left = expire(peer.all.now());
      int millis = (int) Math.min(WATCH_MILLIS, 1 + TimeUnit.NANOSECONDS.toMillis(left));
      if (left > 0 && channel().await(millis) && state.compareAndSet(State.READY, State.BUSY)) {
        settle();
      }
    }
  }

  /**
   * Examines what has arrived, while the state is busy. Returns whether it is ready or taken then.
   */
  private boolean settle() {
    State after = isWell() && isWhole() ? state.updateAndGet(State::settled) : State.ENDED;
    if (after == State.TAKEN) {
      handOver();
      // The connect's own refill came while this connection still had its place.
      peer.refill(peer.all.now());
    }
    if (after != State.ENDED) {
      return true;
    }
    finish(endBusy() ? PreconnectionOutcome.ENDED_BY_PEER : PreconnectionOutcome.DROPPED);
    return false;
  }

  /** Ends it. Returns whether it was busy, so that nobody else has ended it. */
  private boolean endBusy() {
    boolean was = state.getAndSet(State.ENDED).isBusy();
    handedOver.complete(false);
    return was;
  }

  /** Waits for the rest of a partial record. Returns whether that came, and was well. */
  private boolean isWhole() {
    long since = System.nanoTime();
    while (channel().isWithinRecord()) {
      if (!state.get().isBusy() || System.nanoTime() - since > PIECES_NANOS) {
        return false;
      }
      if (channel().await(WATCH_MILLIS) && !isWell()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether only messages of TLS itself have come, such as tickets. */
  private boolean isWell() {
    TlsChannel channel = channel();
    try {
      return channel.isWell();
    } catch (IOException e) {
      if (ReceivedAlert.refusesHandshake(e)) {
        refusal = e;
        channel.claim.discard();
      }
      return false;
    } catch (RuntimeException e) {
      return false;
    }
  }

  boolean isReady() {
    return state.get() == State.READY;
  }

  /** Ends it if it is ready and its lifetime is over. Returns the nanoseconds that are left. */
  private long expire(long now) {
    long left = expiresAt - now;
    if (left <= 0 && state.compareAndSet(State.READY, State.ENDED)) {
      finish(PreconnectionOutcome.EXPIRED);
    }
    return left;
  }

  @Override
  public boolean isAlive() throws IOException {
    if (state.get() == State.TAKEN && seesNoEnd()) {
      return true;
    }
    if (state.compareAndSet(State.TAKEN, State.ENDED)) {
      finish(
          Interrupts.closeSockets()
              ? PreconnectionOutcome.DROPPED
              : PreconnectionOutcome.ENDED_BY_PEER);
    }
    return false;
  }

  /**
   * Returns whether no end has arrived. A watcher would have reported it; once the watcher has
   * left, tickets may precede the end. A peer that keeps sending counts as ended after some looks.
   */
  private boolean seesNoEnd() throws IOException {
    boolean well = true;
    for (int looks = 0; well && !Interrupts.closeSockets() && channel().look(); looks++) {
      well = looks < MOST_LOOKS && isWell();
    }
    return well;
  }

  @Override
  public boolean isStillAlive(BooleanSupplier closed) throws IOException {
    if (seesNoEnd()) {
      return true;
    }
    if (closed.getAsBoolean()) {
      throw new SocketException("Socket is closed");
    }
    IOException failure = channel().failure();
    if (failure != null && Interrupts.closeSockets()) {
      throw failure;
    }
    endedByPeer(failure != null);
    return false;
  }

  @Override
  public boolean use() {
    boolean used = state.compareAndSet(State.TAKEN, State.USED);
    if (used) {
      channel().out.writeFreely();
      tellEnded(PreconnectionOutcome.USED, null);
    }
    return used;
  }

  @Override
  public boolean release() {
    drop();
    if (state.get() != State.ENDED) {
      return false;
    }
    close(channel().failure() != null);
    return true;
  }

  @Override
  public void notAnswered(Exception failure) {
    boolean closed = failure instanceof SocketException;
    if (failure == null) {
      peer.suspend(PreconnectPaused.Reason.NO_RESPONSE);
    } else if (!closed || !Interrupts.closeSockets()) {
      endedByPeer(closed);
    }
  }

  /** Gives it up in any state unless it is in use. If it is taken, its taker closes it. */
  void drop() {
    State before = state.getAndUpdate(now -> now == State.USED ? now : State.ENDED);
    if (before.isBusy()) {
      // Its thread may wait long for the peer or a trust manager; it reports the end.
      handedOver.complete(false);
      close(true);
    } else if (before == State.READY) {
      finish(PreconnectionOutcome.DROPPED);
    } else if (before == State.TAKEN) {
      // Its user may be setting options on it, so the handshake will find that it has ended.
      tellEnded(PreconnectionOutcome.DROPPED, channel().failure());
    }
  }

  private void endedByPeer(boolean reset) {
    peer.endedByPeer(peer.all.now() - readyAt, reset);
  }

  private void finish(PreconnectionOutcome outcome) {
    if (outcome == PreconnectionOutcome.ENDED_BY_PEER) {
      endedByPeer(channel().failure() != null);
    }
    // Read before the close, which makes the watcher's read fail too.
    IOException cause = outcome == PreconnectionOutcome.DROPPED ? null : channel().failure();
    close(cause != null);
    peer.left(this);
    tellEnded(outcome, cause != null ? cause : refusal);
  }

  private void tellEnded(PreconnectionOutcome outcome, IOException cause) {
    report.preconnectionEnded(peer.route.peer, outcome, cause, peer.all.now() - readyAt);
  }

  private void close(boolean abort) {
    try {
      socket.close(abort);
    } catch (IOException e) {
      // It is closed nevertheless.
    }
  }
}
