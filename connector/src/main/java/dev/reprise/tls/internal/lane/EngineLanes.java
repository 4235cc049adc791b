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
 * The lanes of a {@link ResumingSslContext} for one peer. Nothing reports what becomes of the
 * engines and sockets handed out. The ids in the session cache show whether a ticket was used and a
 * new one has come. An engine that shows nothing, while later ones do, may never begin. Before a
 * new lane is made, the ticket of such an engine is taken back.
 */
public final class EngineLanes extends PeerLanes {

  /** Receives handshakes, and decides which names are to be verified. */
  public interface Owner {

    /** Returns whether Reprise, not the provider, verifies the name in the full handshake. */
    boolean verifiesName(String host);

    /** Receives a handshake; the cause is null if it resumed a session like the given one. */
    void handshaked(Peer peer, SSLSession session, FullHandshakeCause cause);

    void failed(Peer peer, IOException cause);
  }

  /** The most lanes without any session so far. A peer that gives no session needs no more. */
  private static final int MOST_UNPROVEN = 64;

  /** For so long, an overtaken engine may just be slow and still need its ticket. */
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** How many claims each new claim checks while there are tickets. */
  private static final int FEW = 4;

  private final Owner owner;
  private final Peer peer;

  /** Claims whose handshake is not known yet. The one checked longest ago is first. */
  private final Deque<Claim> claims = new ArrayDeque<>();

  /** When the newest claim with a known handshake was made, in the clock's nanoseconds. */
  private long settledSince;

  /** Events to pass to listeners once the lock is free. */
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
   * Ends the oldest claim that holds a ticket and that later ones overtook long ago. Its engine may
   * still begin, with a ticket that has come since or with a full handshake. A new lane would begin
   * with a full handshake too. If no new lane may be made, ends the oldest claim of all, preferably
   * one that holds a ticket.
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

  /** Checks up to {@code count} claims, beginning with the one checked longest ago. */
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

  /** Does the work under the lock, and then passes its events to listeners. */
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
