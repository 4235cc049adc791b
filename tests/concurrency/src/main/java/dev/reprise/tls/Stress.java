package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.lane.Lane;
import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.lane.ReducedClientHelloMemory;
import dev.reprise.tls.internal.provider.ProviderTraits;
import dev.reprise.tls.internal.provider.ReducedClientHello;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLContext;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Races for lanes, for the end of a claim, for what is remembered of a peer's choices, and for
 * settings. Whatever is not named as acceptable is a failure.
 */
public class Stress {

  private Stress() {}

  /** The lane of a claim that has one of its own, or null for the one shared past the limit. */
  private static Lane own(Claim claim) {
    return claim.kind == Claim.Kind.OWN ? claim.lane : null;
  }

  /** Results: lanes handed out, lanes alive. */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Two of four got a lane")
  @State
  public static class TheLimitHolds {
    private final LaneStore lanes = Lanes.of(2);
    // Kept, since a lane that nobody holds any more gives its place to another one.
    private final Lane[] taken = new Lane[4];

    @Actor
    public void take1() {
      taken[0] = own(Lanes.claim(lanes));
      taken[1] = own(Lanes.claim(lanes));
    }

    @Actor
    public void take2() {
      taken[2] = own(Lanes.claim(lanes));
      taken[3] = own(Lanes.claim(lanes));
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = 4 - Collections.frequency(Arrays.asList(taken), null);
      r.r2 = Lanes.counts(lanes).live();
    }
  }

  /** Results: whether the taker got the lane given back, lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Given back in time to be taken")
  @Outcome(id = "0, 2, 1", expect = ACCEPTABLE, desc = "Too late, so another was made")
  @State
  public static class NoLaneIsLost {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claimed = Lanes.claim(lanes);
    private Lane taken;

    @Actor
    public void giveBack() {
      claimed.giveBack();
    }

    @Actor
    public void take() {
      taken = Lanes.claim(lanes).lane;
    }

    @Arbiter
    public void count(III_Result r) {
      r.r1 = taken == claimed.lane ? 1 : 0;
      r.r2 = Lanes.counts(lanes).live();
      r.r3 = Lanes.counts(lanes).free();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing is left")
  @State
  public static class ADroppedPeerKeepsNoLaneThatComesBack {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claimed = Lanes.claim(lanes);

    public ADroppedPeerKeepsNoLaneThatComesBack() {
      Lanes.claim(lanes).giveBack();
    }

    @Actor
    public void drop() {
      lanes.dropAll();
    }

    @Actor
    public void giveBack() {
      claimed.giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  private static final TlsSettings ONE_PEER = Lanes.settings().maxPeers(1).build();

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Given back")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Discarded")
  @State
  public static class AClaimEndsOnce {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claim = Lanes.claim(lanes);

    @Actor
    public void giveBack() {
      claim.giveBack();
    }

    @Actor
    public void discard() {
      claim.discard();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  /** Results: lanes alive, lanes free. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Given back, or shared")
  @State
  public static class AHandshakeRacesAClose {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claim = Lanes.claim(lanes);

    @Actor
    public void handshaked() {
      claim.handshaked("TLSv1.2", false);
    }

    @Actor
    public void close() {
      claim.giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Lanes.counts(lanes).live();
      r.r2 = Lanes.counts(lanes).free();
    }
  }

  /** Results: handshakes that have a ticket of the lane to offer, how often the lane is free. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Its ticket was counted as offered once")
  @State
  public static class AnOfferRacesAClose {
    private final LaneStore lanes = Lanes.of(8);
    private final Claim claim = Lanes.claim(lanes);

    @Actor
    public void offer() {
      claim.awaitsPeer();
      claim.handshaked("TLSv1.3", false);
    }

    @Actor
    public void close() {
      claim.giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      claim.giveBack();
      r.r1 = claim.lane.offering;
      r.r2 = claim.lane.free;
    }
  }

  /** Results: peers beyond the bound, claimed lanes of the peers that are left. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The bound holds and nothing is claimed")
  @State
  public static class TheBoundOfPeersHolds {
    private final LaneStore lanes = Lanes.of(ONE_PEER);

    @Actor
    public void callOne() {
      Lanes.claim(lanes).giveBack();
    }

    @Actor
    public void callAnother() {
      lanes.claim(Lanes.OTHER_PEER, null, 443).giveBack();
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = Math.max(0, Lanes.counts(lanes).peers() - 1);
      r.r2 = Lanes.counts(lanes).leased();
    }
  }

  private static final int GROUP = 0x001d;
  private static final Handshake RESUMED =
      new Handshake(Peer.of("localhost", 443), "TLSv1.3", "TLS_AES_128_GCM_SHA256", null, 0);
  private static final ReducedClientHello OFFER = ReducedClientHello.of("TLSv1.3", GROUP, null);
  private static final int AFTER_ONE_REFUSAL = afterOneRefusal();

  private static int afterOneRefusal() {
    ReducedClientHelloMemory memory = trusting();
    memory.refused(OFFER, 0);
    return resumptionsUntilReduced(memory);
  }

  private static ReducedClientHelloMemory trusting() {
    ReducedClientHelloMemory memory = new ReducedClientHelloMemory();
    resumptionsUntilReduced(memory);
    return memory;
  }

  private static int resumptionsUntilReduced(ReducedClientHelloMemory memory) {
    int count = 0;
    while (memory.reduced() == null) {
      memory.completed(RESUMED, GROUP, ProviderTraits.JSSE);
      count++;
    }
    return count;
  }

  /** Result: how many more resumed handshakes than after one refusal it takes. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "One refusal was counted")
  @State
  public static class RefusalsAtATimeCountOnce {
    private final ReducedClientHelloMemory memory = trusting();

    @Actor
    public void refuse1() {
      memory.refused(OFFER, 0);
    }

    @Actor
    public void refuse2() {
      memory.refused(OFFER, 0);
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = resumptionsUntilReduced(memory) - AFTER_ONE_REFUSAL;
    }
  }

  private static final TlsSettings FORMER = Lanes.settings().build();
  private static final TlsSettings LATER = Lanes.settings().build();

  /**
   * A pool notes how many reloads there were, and then connects. By that it knows later which
   * connections are of former settings.
   *
   * <p>Results: reloads noted, whether the connection is made under the later settings.
   */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Made before the reload")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Taken for an earlier one")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Made after the reload")
  @State
  public static class NoConnectionOfFormerSettingsIsTakenForALaterOne {
    private final ResumingSslSocketFactory factory = new ResumingSslSocketFactory(FORMER);

    public NoConnectionOfFormerSettingsIsTakenForALaterOne() {
      factory.state();
    }

    @Actor
    public void reload() {
      factory.reload(LATER);
    }

    @Actor
    public void connect(II_Result r) {
      r.r1 = (int) factory.reloads();
      r.r2 = factory.state().settings == LATER ? 1 : 0;
    }
  }

  /** Lane structures that cost little to make, over contexts that are never connected. */
  private static final class Lanes {

    static final Peer PEER = Peer.of("peer.example", 443);
    static final Peer OTHER_PEER = Peer.of("other.example", 443);

    private static final SSLContext[] CONTEXTS = {context(), context()};
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final Map<Integer, TlsSettings> SETTINGS = new ConcurrentHashMap<>();

    private Lanes() {}

    private static SSLContext context() {
      try {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        return context;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Contexts in turn: the settings refuse a supplier that repeats itself. */
    private static SSLContext nextContext() {
      return CONTEXTS[NEXT.getAndIncrement() & 1];
    }

    static TlsSettings.Builder settings() {
      return TlsSettings.builder().sslContext(Lanes::nextContext);
    }

    /** Lanes of which at most {@code limit} live for each peer. */
    static LaneStore of(int limit) {
      return of(SETTINGS.computeIfAbsent(limit, most -> settings().maxLanesPerPeer(most).build()));
    }

    /** With a clock that stands. */
    static LaneStore of(TlsSettings settings) {
      return new LaneStore(settings, settings.provider().contexts, () -> 0, new LongAdder(), null);
    }

    static LaneCounts counts(LaneStore lanes) {
      return lanes.counts(LaneCounts::new);
    }

    /** A lane for a connection to {@link #PEER} over an unknown address. */
    static Claim claim(LaneStore lanes) {
      return lanes.claim(PEER, null, 443);
    }
  }
}
