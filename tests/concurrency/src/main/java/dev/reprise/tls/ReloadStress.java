package dev.reprise.tls;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Races for the settings that a connection is made under. */
public class ReloadStress {

  private static final TlsSettings FORMER = Lanes.settings().build();
  private static final TlsSettings LATER = Lanes.settings().build();

  private ReloadStress() {}

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
}
