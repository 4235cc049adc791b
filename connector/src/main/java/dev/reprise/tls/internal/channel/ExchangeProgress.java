package dev.reprise.tls.internal.channel;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How far the HTTP exchange on a connection has come, as its socket sees it. This decides what an
 * end of stream means and how to close the connection.
 *
 * <p>Safe for one reader, one writer and any number of closing threads. A change of state is
 * atomic, and {@link State#BROKEN} is final.
 */
final class ExchangeProgress {

  enum State {
    IDLE,
    /** Something was written, and no part of the final response to it was read. */
    REQUEST,
    /** Part of the final response was read. */
    RESPONSE,
    ENDED,
    BROKEN
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private final ResponseHeads heads = new ResponseHeads();
  private final AtomicLong reuses = new AtomicLong();
  private volatile boolean overdue;

  /** True if a write during a response belongs to the request that is being answered. */
  private volatile boolean answeredEarly;

  /** True if the writer announces each request. */
  private volatile boolean toldOfRequests;

  /** When data was last read, by System.nanoTime; 0 if nothing was read. */
  private volatile long lastReadNanos;

  State state() {
    return state.get();
  }

  /** Returns whether the last read timed out, so that a response may be on its way. */
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

  /** Notes that the next write begins a request. Called for each request, or for none. */
  void requestBegins() {
    toldOfRequests = true;
    answeredEarly = false;
  }

  /**
   * Notes that something was written. During a response, this is another request or the rest of the
   * one that was answered early. It is another request if that was announced. If nobody announces
   * requests, it is another one once the response's head has ended without announcing the close.
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

  /** Notes what was read. Returns whether no part of the final response was read before. */
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
