package dev.reprise.soak;

import dev.reprise.soak.client.Outcome;
import dev.reprise.soak.client.Sample;
import java.util.ArrayList;
import java.util.List;

/** What a soak must not show. */
final class Promises {

  private Promises() {}

  /** The promises that a run breaks, in words. */
  static List<String> broken(Results results) {
    List<String> broken = new ArrayList<>();
    Thirds thirds = Thirds.of(results.samples());
    for (Figure figure : Figure.values()) {
      Thirds.Row row = thirds.medians(figure::of);
      if (figure.isJudged(results.shortForm()) && !row.isFlat(figure.allowance())) {
        broken.add(
            "%s not flat: %s in the middle third, %s in the last"
                .formatted(
                    figure.title(),
                    figure.unit().words(row.middle()),
                    figure.unit().words(row.last())));
      }
    }
    for (Sample sample : results.samples()) {
      held(broken, results, sample);
    }
    Outcome outcome = results.outcome();
    outcome
        .unexpected()
        .forEach((what, count) -> broken.add("unexpected, %d times: %s".formatted(count, what)));
    for (Pinned pinned : results.pinned()) {
      if (pinned.cause() == Pinned.Cause.OTHER) {
        broken.add("virtual threads pinned, for example at " + pinned.example());
      }
    }
    if (!outcome.left().isEmpty()) {
      broken.add("left over after close: " + outcome.left());
    }
    String prefix = results.variant().label() + ": ";
    return broken.stream().map(prefix::concat).toList();
  }

  private static void held(List<String> broken, Results results, Sample sample) {
    String when = " with no request under way, after %,d requests".formatted(sample.requests());
    if (sample.leases() > 0) {
      broken.add(sample.leases() + " connections leased" + when);
    }
    if (sample.lanesLeased() > 0) {
      broken.add(sample.lanesLeased() + " lanes leased" + when);
    }
    int callers = results.variant().callers();
    if (sample.lanesLive() > callers) {
      broken.add("%d lanes for %d callers%s".formatted(sample.lanesLive(), callers, when));
    }
  }
}
