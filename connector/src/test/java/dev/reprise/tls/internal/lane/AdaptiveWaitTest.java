package dev.reprise.tls.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Closes of a peer, with the time that it takes to close as a value. */
class AdaptiveWaitTest {

  private static final long MOST = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long NEVER = Long.MAX_VALUE;

  private final AdaptiveWait wait = new AdaptiveWait(MOST);
  private final List<Long> waits = new ArrayList<>();

  /** Closes so often; how often the peer was waited for until it closed. */
  private int close(int times, LongSupplier closesAfter) {
    int kept = 0;
    for (int i = 0; i < times; i++) {
      long waited = wait.next();
      waits.add(waited);
      if (closesAfter.getAsLong() <= waited) {
        wait.kept(waited);
        kept++;
      } else {
        wait.missed(waited);
      }
    }
    return kept;
  }

  @Test
  void aPeerThatNeverClosedForLongIsFoundOutAgain() {
    close(100_000, () -> NEVER);
    close(1_100, () -> TimeUnit.MILLISECONDS.toNanos(15));
    assertThat(close(100, () -> TimeUnit.MILLISECONDS.toNanos(15))).isEqualTo(100);
  }

  /** Eight callers missed short waits that had begun before another one made the whole. */
  @Test
  void lateNewsOfShortWaitsUndoesNothing() {
    close(40, () -> NEVER);
    List<Long> underWay = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      underWay.add(wait.next());
    }
    assertThat(underWay).allMatch(waited -> waited < MOST);
    wait.kept(MOST);
    underWay.forEach(wait::missed);
    assertThat(wait.next()).isEqualTo(MOST);
  }

  @Test
  void aPeerThatNeverClosesCostsHardlyAnything() {
    close(10_000, () -> NEVER);
    assertThat(Collections.max(waits)).isEqualTo(MOST);
    assertThat(waits.stream().mapToLong(Long::longValue).sorted().skip(5_000).findFirst())
        .hasValue(TimeUnit.MILLISECONDS.toNanos(1));
    assertThat(waits.stream().skip(1_000)).filteredOn(waited -> waited == MOST).hasSizeLessThan(15);
  }
}
