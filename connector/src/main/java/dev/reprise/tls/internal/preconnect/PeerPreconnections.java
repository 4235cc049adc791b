package dev.reprise.tls.internal.preconnect;

import dev.reprise.tls.PreconnectPaused;
import dev.reprise.tls.Preparation;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * The preconnected connections to one peer by one route: how many are wanted, and what was learned
 * about the peer. The oldest is used first, so that none expires under steady demand.
 */
final class PeerPreconnections {

  /**
   * The part of the lifetime that every preconnected connection has. The rest is random, so that
   * not all end at once.
   */
  private static final double SURE = 0.8;

  private static final long LEAST_LIMIT = TimeUnit.SECONDS.toNanos(1);
  private static final long MOST_LIMIT = TimeUnit.SECONDS.toNanos(10);
  private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  /** After so many doublings, a pause of one second is longer than an hour. */
  private static final int MOST_DOUBLINGS = 12;

  /** How long a lifetime learned from the peer is believed; it may have restarted by then. */
  private static final long BELIEVED = TimeUnit.MINUTES.toNanos(10);

  /** Preconnected connections with a shorter lifetime are of no use. */
  private static final long LEAST_LIFETIME = TimeUnit.MILLISECONDS.toNanos(10);

  final Preconnections all;
  final PreconnectionRoute route;
  private final int most;
  private final long setLifetime;

  /** The connections that no connect has taken, the oldest first; some are being opened. */
  private final Queue<Preconnection> waiting = new ConcurrentLinkedQueue<>();

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger drops = new AtomicInteger();
  private final AtomicReference<Demand> demand;
  private volatile long makeNanos;

  private volatile Lifetime learned;

  private volatile long pausedUntil;

  /** How many pauses there were for each reason, including the present one. */
  private final int[] pauses = new int[PreconnectPaused.Reason.values().length];

  PeerPreconnections(Preconnections all, PreconnectionRoute route, long now, int most) {
    this.all = all;
    this.route = route;
    this.most = most;
    this.setLifetime = all.state.settings.preconnectionLifetime().toNanos();
    this.pausedUntil = now;
    this.demand = new AtomicReference<>(new Demand(0, now));
  }

  /**
   * Takes a preconnected connection for a connect. Returns null if there is none. Waits for one
   * that is being opened for an announced call, since that began before this connect could. Also
   * waits for one whose thread is examining a ticket.
   *
   * @param coming the announcement of a call to this peer; null if there is none
   */
  Preconnection take(BooleanSupplier closed, int timeout, Announcement coming) {
    long now = all.now();
    long most = patience(timeout);
    demand.updateAndGet(before -> before.oneMore(now, setLifetime));
    Preconnection found = find(now);
    if (found == null && coming != null && !isPaused(now) && coming.isMine()) {
      all.await(coming.begun, now, most, closed);
      found = find(now);
    }
    refill(now);
    return found != null && found.isTakenWithin(now, most, closed) ? found : null;
  }

  /** Prefers a ready one to a busy one. Uses no stream, whose classes a first call would load. */
  private Preconnection find(long now) {
    for (boolean busyToo : new boolean[] {false, true}) {
      for (Preconnection each : waiting) {
        if (each.reserve(busyToo, now)) {
          return each;
        }
      }
    }
    return null;
  }

  /** Returns how long a connect may wait and still have time left to connect by itself. */
  private long patience(int timeout) {
    long known = makeNanos;
    long most = known == 0 ? LEAST_LIMIT : 2 * known;
    return timeout == 0 ? most : Math.min(most, TimeUnit.MILLISECONDS.toNanos(timeout) / 2);
  }

  /** Opens one on this thread for an announced call, and watches it until it is taken or ends. */
  Preparation prepare(Announcement announcement) {
    int before = drops.get();
    if (isPaused(all.now())) {
      return Preparation.PAUSED;
    }
    if (most == 0 || !reserve(1)) {
      return most == 0 ? Preparation.LIMITED : Preparation.WAITING;
    }
    if (!all.places.tryAcquire()) {
      open.decrementAndGet();
      return Preparation.LIMITED;
    }
    Preconnection preconnection = new Preconnection(this, announcement);
    waiting.add(preconnection);
    announcement.begun.complete(null);
    if (drops.get() != before || announcement.isDropped()) {
      preconnection.drop();
    }
    return preconnection.open() && preconnection.serve() ? Preparation.OPENED : Preparation.FAILED;
  }

  void refill(long now) {
    int before = drops.get();
    while (reserve(wanted(now))) {
      Preconnection preconnection = new Preconnection(this, null);
      waiting.add(preconnection);
      if (!all.begin(preconnection)) {
        waiting.remove(preconnection);
        open.decrementAndGet();
        return;
      }
      if (drops.get() != before) {
        preconnection.drop();
      }
    }
  }

  /** Takes a place if one is free. Connections that are being opened or closed have one too. */
  private boolean reserve(int places) {
    return open.getAndUpdate(count -> count < places ? count + 1 : count) < places;
  }

  /**
   * Returns how many to have, including those being opened. Covers the connects expected while one
   * is being opened, plus three standard deviations if they are random, plus one. There are never
   * more than would be used within their lifetime.
   */
  private int wanted(long now) {
    if (isPaused(now)) {
      return 0;
    }
    double rate = demand.get().perNano(now, setLifetime);
    int used = (int) Math.min(most, rate * SURE * lifetime(now));
    double meanwhile = rate * makeNanos;
    return (int) Math.min(used, Math.ceil(meanwhile + 3 * Math.sqrt(meanwhile)) + 1);
  }

  private long lifetime(long now) {
    Lifetime known = learned;
    return known != null && now - known.believedUntil < 0
        ? Math.min(known.nanos, setLifetime)
        : setLifetime;
  }

  long nextLifetime(long now) {
    double part = SURE + (1 - SURE) * ThreadLocalRandom.current().nextDouble();
    return (long) (lifetime(now) * part);
  }

  long makeLimit() {
    long known = makeNanos;
    return known == 0 ? MOST_LIMIT : Math.min(MOST_LIMIT, Math.max(LEAST_LIMIT, 8 * known));
  }

  void made(long nanos) {
    long known = makeNanos;
    makeNanos = known == 0 ? nanos : known + (nanos - known) / 8;
    forget(PreconnectPaused.Reason.NOT_OPENED);
  }

  /** Notes that one was closed or belongs to its taker now, so that another may be opened. */
  void left(Preconnection preconnection) {
    if (waiting.remove(preconnection)) {
      open.decrementAndGet();
      all.places.release();
    }
  }

  /**
   * Notes that the peer ended one that had been ready for {@code age} nanoseconds, before or just
   * as a request came. A reset pauses preconnecting, since it would lose a request on its way.
   */
  void endedByPeer(long age, boolean reset) {
    long now = all.now();
    long half = age / 2;
    if (reset || half < LEAST_LIFETIME) {
      pause(PreconnectPaused.Reason.RESET);
    }
    if (half >= LEAST_LIFETIME && half < lifetime(now)) {
      learned = new Lifetime(half, now + BELIEVED);
    }
  }

  /**
   * Pauses preconnecting and drops the waiting ones. They are useless too: callers want different
   * ones, or something on the way forgot them, so that one was not answered.
   */
  void suspend(PreconnectPaused.Reason reason) {
    pause(reason);
    drop();
  }

  void pause(PreconnectPaused.Reason reason) {
    long nanos = paused(reason);
    if (nanos > 0) {
      all.state.report.preconnectPaused(route.peer, reason, nanos);
    }
  }

  /** Begins a pause. Returns its nanoseconds, or 0 if paused already: several may see one cause. */
  private synchronized long paused(PreconnectPaused.Reason reason) {
    long now = all.now();
    if (isPaused(now)) {
      return 0;
    }
    if (now - pausedUntil > HOUR) {
      Arrays.fill(pauses, 0);
    }
    int before = Math.min(MOST_DOUBLINGS, pauses[reason.ordinal()]++);
    long most = reason == PreconnectPaused.Reason.NOT_OPENED ? MINUTE : HOUR;
    long nanos = Math.min(most, FIRST_PAUSE << before);
    long about = (long) (nanos * (0.75 + 0.5 * ThreadLocalRandom.current().nextDouble()));
    pausedUntil = now + about;
    return about;
  }

  private boolean isPaused(long now) {
    return now - pausedUntil < 0;
  }

  /** Makes the next pause for this reason the shortest again, as one was opened or answered. */
  synchronized void forget(PreconnectPaused.Reason reason) {
    pauses[reason.ordinal()] = 0;
  }

  /** Ends those that wait or are being opened. No more are opened until one is wanted. */
  void drop() {
    demand.set(new Demand(0, all.now()));
    drops.incrementAndGet();
    waiting.forEach(Preconnection::drop);
  }

  int ready() {
    return (int) waiting.stream().filter(Preconnection::isReady).count();
  }

  boolean isForgettable(long now) {
    return open.get() == 0 && demand.get().isPast(now, setLifetime);
  }

  /** How long the peer is believed to let a connection wait. */
  private static final class Lifetime {

    final long nanos;
    final long believedUntil;

    Lifetime(long nanos, long believedUntil) {
      this.nanos = nanos;
      this.believedUntil = believedUntil;
    }
  }

  /** How often connections were wanted recently: a count that decays with the lifetime. */
  private static final class Demand {

    private final double count;
    private final long at;

    Demand(double count, long at) {
      this.count = count;
      this.at = at;
    }

    private double decayed(long now, long nanos) {
      return count * Math.exp(-(double) Math.max(0, now - at) / nanos);
    }

    Demand oneMore(long now, long nanos) {
      return new Demand(decayed(now, nanos) + 1, now);
    }

    /** Returns the rate. The last call counts half, since no other call may follow it. */
    double perNano(long now, long nanos) {
      return Math.max(0, decayed(now, nanos) - 0.5) / nanos;
    }

    boolean isPast(long now, long nanos) {
      return decayed(now, nanos) < 0.1;
    }
  }
}
