package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.tls.internal.lane.ReducedClientHelloMemory;
import dev.reprise.tls.internal.provider.ProviderTraits;
import dev.reprise.tls.internal.provider.ReducedClientHello;
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
  private static final ReducedClientHello OFFER = ReducedClientHello.of("TLSv1.3", GROUP, null);

  private static final int AFTER_ONE_REFUSAL = afterOneRefusal();

  private OfferStress() {}

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
}
