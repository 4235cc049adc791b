package dev.reprise.tls.internal.channel;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How far the exchange on a connection has come, as its socket sees it: what an end of stream means
 * and how the connection is to be closed depend on it.
 *
 * <p>Safe for one reader, one writer and any who close. A state is left for another one in one
 * step, and {@link State#BROKEN} is never left.
 */
final class ExchangeProgress {

  enum State {
    IDLE,
    /** Something was written, and no part of the response to it was read. */
    REQUEST,
    /** Part of a response was read. */
    RESPONSE,
    ENDED,
    BROKEN
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private final ResponseHeads heads = new ResponseHeads();
  private final AtomicLong reuses = new AtomicLong();
  private volatile boolean overdue;

  /** Whether what is written now belongs to the request whose response is being read. */
  private volatile boolean answeredEarly;

  /** Whether the writer announces each request. */
  private volatile boolean toldOfRequests;

  /** By System.nanoTime, never 0; 0 if nothing was read. */
  private volatile long lastReadNanos;

  State state() {
    return state.get();
  }

  /** Whether the last read ran into its timeout, so that a response may be on its way. */
  boolean isOverdue() {
    return overdue;
  }

  long reuses() {
    return reuses.get();
  }

  boolean everRead() {
    return lastReadNanos != 0;
  }

  long lastReadNanos() {
    return lastReadNanos;
  }

  /** The next write begins a request. Called for each request, or for none. */
  void requestBegins() {
    toldOfRequests = true;
    answeredEarly = false;
  }

  /**
   * Notes that something was written. After part of a response it is another request if that was
   * announced. If nobody announces requests, it is another request unless the response has
   * announced the close, or its head has not ended. Otherwise it is the rest of the request that
   * was answered early.
   */
  void wrote() {
    overdue = false;
    boolean response = state.get() == State.RESPONSE;
    if (response && answeredEarly) {
      return;
    }
    if (toldOfRequests) {
      answeredEarly = true;
    }
    if (response) {
      reuses.incrementAndGet();
    }
    advance(State.REQUEST);
  }

  /** Notes what was read; whether it is the first since something was written. */
  boolean read(byte[] bytes, int offset, int length) {
    lastReadNanos = System.nanoTime() | 1;
    overdue = false;
    boolean first = state.get() != State.RESPONSE;
    if (first) {
      heads.reset();
    }
    boolean interim = heads.areAll(bytes, offset, length);
    if (!toldOfRequests) {
      answeredEarly = heads.announceClose() || heads.endWithinHead();
    }
    advance(interim ? State.REQUEST : State.RESPONSE);
    return first;
  }

  boolean isWithinHead() {
    return heads.endWithinHead();
  }

  void overdue(boolean now) {
    overdue = now;
  }

  void ended() {
    overdue = false;
    advance(State.ENDED);
  }

  void broke() {
    state.set(State.BROKEN);
  }

  private void advance(State next) {
    state.updateAndGet(now -> now == State.BROKEN || now == State.ENDED ? now : next);
  }
}
