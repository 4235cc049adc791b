package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.internal.provider.ProviderTraits;
import dev.reprise.tls.internal.provider.ReducedClientHello;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Remembers what one peer's handshakes have shown, and so decides what to offer it next.
 *
 * <p>A reduced ClientHello is made once a few resumed handshakes in a row have shown what the peer
 * chooses. A peer may refuse one, because it was changed or restarted or its cluster's servers
 * differ. It then gets everything on offer until it has resumed more often in a row. How often
 * grows with each refusal within the hour, so that a peer that varies is soon left alone. Safe
 * without locks: the state is one immutable value.
 */
public final class ReducedClientHelloMemory {

  private static final long LONG_AGO_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int NEEDED_AT_FIRST = 3;
  private static final int GROWTH = 4;
  private static final int MOST_NEEDED = 1 << 20;

  private final AtomicReference<State> state =
      new AtomicReference<>(new State(null, 0, NEEDED_AT_FIRST, 0));

  /** Returns the reduced ClientHello for the peer; null to offer everything. */
  public ReducedClientHello reduced() {
    State now = state.get();
    return now.reduces() ? now.choice : null;
  }

  /** Notes a handshake that was completed with everything on offer. */
  public void completed(Handshake handshake, int group, ProviderTraits traits) {
    State now = state.get();
    if (!now.reduces() && handshake.fullCause() != FullHandshakeCause.FIRST) {
      String suite = traits == ProviderTraits.CONSCRYPT ? handshake.cipherSuite() : null;
      ReducedClientHello choice =
          handshake.resumed() ? ReducedClientHello.of(handshake.protocol(), group, suite) : null;
      int streak = choice == null ? 0 : choice.equals(now.choice) ? now.streak + 1 : 1;
      state.compareAndSet(now, new State(choice, streak, now.needed, now.refusedAt));
    }
  }

  /** Notes a refused offer. Returns how many resumptions in a row the peer needs now. */
  public int refused(ReducedClientHello offer, long nanoTime) {
    State now = state.get();
    boolean recently = now.needed > NEEDED_AT_FIRST && nanoTime - now.refusedAt < LONG_AGO_NANOS;
    int needed = Math.min(MOST_NEEDED, (recently ? now.needed : NEEDED_AT_FIRST) * GROWTH);
    reset(now, offer, needed, nanoTime);
    return state.get().needed;
  }

  /**
   * Notes that the peer left the offer unanswered for as long as the caller would wait. That is no
   * refusal, but a peer that leaves only such offers unanswered must not get one each time.
   */
  public void unanswered(ReducedClientHello offer) {
    State now = state.get();
    reset(now, offer, now.needed, now.refusedAt);
  }

  /** Forgets the choice. If many connections fail at once, only the first one counts. */
  private void reset(State now, ReducedClientHello offer, int needed, long refusedAt) {
    if (now.reduces() && offer.equals(now.choice)) {
      state.compareAndSet(now, new State(null, 0, needed, refusedAt));
    }
  }

  private static final class State {

    final ReducedClientHello choice;
    final int streak;
    final int needed;
    final long refusedAt;

    State(ReducedClientHello choice, int streak, int needed, long refusedAt) {
      this.choice = choice;
      this.streak = streak;
      this.needed = needed;
      this.refusedAt = refusedAt;
    }

    boolean reduces() {
      return streak >= needed;
    }
  }
}
