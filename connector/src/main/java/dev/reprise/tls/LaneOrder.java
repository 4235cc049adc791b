package dev.reprise.tls;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Which of an address's lanes is taken: the one freed last, or the one freed n-th last.
 *
 * <p>Behind one address may be several servers without shared ticket keys, and nobody sees which
 * one answers. If they answer in turn, the ticket of n connections ago fits where n is how many
 * they are. So when the newest tickets keep being refused, other distances are tried, each until it
 * has shown its worth, and the best is kept; where none is better it stays at the newest, and is
 * tried again ever more rarely.
 *
 * <p>A server that restarts refuses many tickets at once and is no fleet: a refusal counts only if
 * its ticket came after the refusal before. Safe without locks: the state is one immutable value,
 * which is not written while sessions resume.
 */
final class LaneOrder {

  private static final int MOST_DISTANCE = 8;
  private static final int WINDOW = 16;
  private static final int HOPELESS = 4;
  private static final double GOOD = 0.9;
  private static final double BETTER = 0.1;
  private static final int FIRST_PATIENCE = 16;
  private static final int MOST_PATIENCE = 1 << 12;

  private final AtomicReference<State> state;

  LaneOrder(long now) {
    state = new AtomicReference<>(State.first(now));
  }

  /** From the newest, which is 1, how far down the lane to take stands. */
  int distance() {
    return state.get().distance;
  }

  /**
   * Notes what became of a session that was offered.
   *
   * @param obtainedAt when the session came, in the clock's nanoseconds
   */
  void offered(boolean resumed, long obtainedAt, long now) {
    State before = state.get();
    while ((!resumed || before.isWatched())
        && obtainedAt - before.since >= 0
        && !state.compareAndSet(before, before.after(resumed, now))) {
      before = state.get();
    }
  }

  private static final class State {

    int distance = 1;
    boolean trying;
    int seen;
    int resumed;
    long since;
    int best = 1;
    double bestRate;
    int patience;
    int nextPatience = FIRST_PATIENCE;

    static State first(long now) {
      State first = new State();
      first.since = now;
      return first;
    }

    private State copy() {
      State copy = new State();
      copy.distance = distance;
      copy.trying = trying;
      copy.seen = seen;
      copy.resumed = resumed;
      copy.since = since;
      copy.best = best;
      copy.bestRate = bestRate;
      copy.patience = patience;
      copy.nextPatience = nextPatience;
      return copy;
    }

    /** Whether resumed handshakes count too, since refusals have been seen. */
    boolean isWatched() {
      return trying || seen > 0;
    }

    State after(boolean offerResumed, long now) {
      State next = copy();
      next.seen++;
      next.resumed += offerResumed ? 1 : 0;
      if (!trying && !offerResumed) {
        next.since = now;
      }
      if (next.seen >= WINDOW || (next.resumed == 0 && next.seen >= HOPELESS)) {
        next.judge((double) next.resumed / next.seen, now);
      }
      return next;
    }

    /** Moves on at the end of a window; on a copy that nobody else has seen. */
    private void judge(double rate, long now) {
      seen = 0;
      resumed = 0;
      if (!trying) {
        if (rate < GOOD && patience-- <= 0) {
          trying = true;
          best = 1;
          bestRate = distance == 1 ? rate : 0;
          distance = distance == 1 ? 2 : 1;
          since = now;
        }
        return;
      }
      since = now;
      if (rate > bestRate + (best == distance ? 0 : BETTER)) {
        best = distance;
        bestRate = rate;
      }
      if (rate < GOOD && distance < MOST_DISTANCE) {
        distance++;
        return;
      }
      trying = false;
      distance = best;
      patience = bestRate < GOOD ? nextPatience : 0;
      nextPatience = Math.min(MOST_PATIENCE, nextPatience * 4);
    }
  }
}
