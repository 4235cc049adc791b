package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Races for what is remembered of a peer's choices. */
public class OfferStress {

  private static final int GROUP = 0x001d;
  private static final Handshake RESUMED =
      new Handshake("TLSv1.3", "TLS_AES_128_GCM_SHA256", null, 0);
  private static final ReducedOffer OFFER = ReducedOffer.of("TLSv1.3", GROUP);

  private OfferStress() {}

  /** Result: how many resumed handshakes it takes until the offer is reduced again. */
  @JCStressTest
  @Outcome(id = "4", expect = ACCEPTABLE, desc = "One refusal was counted")
  @State
  public static class RefusalsAtATimeCountOnce {
    private final OfferMemory memory = new OfferMemory();

    public RefusalsAtATimeCountOnce() {
      memory.completed(RESUMED, GROUP);
    }

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
      while (memory.reduced() == null) {
        memory.completed(RESUMED, GROUP);
        r.r1++;
      }
    }
  }
}
