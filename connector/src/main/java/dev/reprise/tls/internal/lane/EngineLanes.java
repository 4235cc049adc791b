package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Peer;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.internal.provider.ContextSource;
import dev.reprise.tls.internal.provider.HandshakeWatch;
import java.io.IOException;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;

/**
 * The lanes of a {@link ResumingSslContext} for one peer. Nobody tells what becomes of what is
 * handed out: whether a ticket has been used, and a new one has come, is seen by the ids in the
 * session cache. What shows nothing while later ones are used may never do so: before a lane is
 * made, the ticket of such a one is taken back.
 */
public final class EngineLanes extends PeerLanes {

  /** What learns of handshakes, and knows what is to be verified. */
  public interface Owner {

    /** Whether the name is to be verified in the full handshake, and not by the provider. */
    boolean verifiesName(String host);

    /** The cause is null for a handshake that has resumed a session like this one. */
    void handshaked(Peer peer, SSLSession session, FullHandshakeCause cause);

    void failed(Peer peer, IOException cause);
  }

  /** Lanes that have shown no session so far; a peer that gives none needs no more. */
  private static final int MOST_UNPROVEN = 64;

  /** An engine that has begun by then is a slow one, which still needs its ticket. */
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Claims that are looked at each time while there are tickets. */
  private static final int FEW = 4;

  private final Owner owner;
  private final Peer peer;

  /** Of which nothing is known yet, or not lately looked at. */
  private final Deque<Claim> claims = new ArrayDeque<>();

  /** When the latest claim was made of which more is known, in the clock's nanoseconds. */
  private long settledSince;

  /** What listeners are to be told once the lock is free. */
  private List<Runnable> untold = new ArrayList<>(0);

  EngineLanes(LaneStore store, Owner owner, Peer peer) {
    super(store);
    this.owner = owner;
    this.peer = peer;
    this.settledSince = store.now();
  }

  @Override
  Lane make(long now) {
    ContextSource contexts = store.contexts;
    Watch watch = new Watch();
    TicketCache cache =
        new TicketCache(
            contexts.nextWatched(watch),
            contexts.watchable() ? TicketCache.Observer.WATCH : TicketCache.Observer.NONE,
            false,
            store.sessionTimeoutSeconds());
    watch.lane = new Lane(cache, now);
    return watch.lane;
  }

  @Override
  Claim claim(InetAddress address, long now) {
    Claim claim = super.claim(address, now);
    tell(
        () -> {
          claim.ofEngine();
          if (claim.kind != Claim.Kind.OVERFLOW) {
            claims.add(claim);
          }
        });
    return claim;
  }

  @Override
  Claim claimKnown(Object address, long now) {
    settle(FEW, now);
    if (!isReady()) {
      settle(claims.size(), now);
    }
    if (!isReady()) {
      takeBack(now);
    }
    return super.claimKnown(address, now);
  }

  @Override
  boolean isFull() {
    return super.isFull()
        || live.stream().filter(lane -> !lane.cache.proven).count() >= MOST_UNPROVEN;
  }

  /**
   * Ends the oldest claim of a ticket that later ones have overtaken long ago. Its engine may begin
   * nevertheless: with the ticket that has come since, or with a full handshake, which is what a
   * lane made instead would begin with. If none may be made, ends the oldest of all, one of a
   * ticket first.
   */
  private void takeBack(long now) {
    boolean any = isFull();
    boolean limited = super.isFull();
    claims.stream()
        .filter(claim -> any || claim.holdsTicket() && isOvertaken(claim, now))
        .min(
            Comparator.comparing((Claim claim) -> !claim.holdsTicket())
                .thenComparing((one, other) -> Long.signum(one.since - other.since)))
        .ifPresent(
            claim -> {
              claim.lane.engines.crowded = limited;
              claims.remove(claim);
              end(claim);
            });
  }

  private boolean isOvertaken(Claim claim, long now) {
    return claim.since - settledSince < 0 && now - claim.since > SLOW_NANOS;
  }

  /** Looks at claims, those first that were not looked at for longest. */
  private void settle(int count, long now) {
    for (int i = Math.min(count, claims.size()); i > 0; i--) {
      Claim claim = claims.poll();
      if (!settle(claim, now)) {
        claims.add(claim);
      }
    }
  }

  private boolean settle(Claim claim, long now) {
    Lane lane = claim.lane;
    SSLSession session = claim.settled();
    lane.cache.found.forEach(found -> full(lane, found));
    lane.cache.found.clear();
    if (session != null) {
      boolean full = lane.engines.full > 0;
      lane.engines.full -= full ? 1 : 0;
      settledSince = Math.max(0, claim.since - settledSince) + settledSince;
      claim.handshaked(session.getProtocol(), !full);
      if (!full && claim.offered) {
        untold.add(() -> owner.handshaked(peer, session, null));
      }
    }
    boolean ends = session != null || isIdle(claim.since, now);
    if (ends) {
      end(claim);
    }
    return ends;
  }

  private static void end(Claim claim) {
    claim.giveBack();
    Lane lane = claim.lane;
    lane.engines.full = lane.claims == 0 ? 0 : lane.engines.full;
  }

  private void full(Lane lane, SSLSession session) {
    FullHandshakeCause cause = lane.noteFull(session, store.now());
    untold.add(() -> owner.handshaked(peer, session, cause));
  }

  @Override
  public void look(long now) {
    tell(() -> settle(claims.size(), now));
  }

  /** Does something under the lock, and tells listeners of it afterwards. */
  private void tell(Runnable work) {
    List<Runnable> events =
        locked(
            () -> {
              work.run();
              List<Runnable> all = untold;
              untold = new ArrayList<>(0);
              return all;
            });
    events.forEach(Runnable::run);
  }

  private final class Watch extends HandshakeWatch {

    private volatile Lane lane;

    @Override
    protected void accepted(SSLSession session) {
      tell(() -> full(lane, session));
    }

    @Override
    protected void refused(SSLSession session, CertificateException why) {
      SSLException failure = new SSLHandshakeException(why.getMessage());
      failure.initCause(why);
      owner.failed(peer, failure);
    }

    @Override
    protected boolean verifiesName(String host) {
      return owner.verifiesName(host);
    }
  }
}
