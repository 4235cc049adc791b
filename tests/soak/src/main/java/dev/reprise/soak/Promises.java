package dev.reprise.soak;

import dev.reprise.soak.client.Outcome;
import dev.reprise.soak.client.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

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
    int connections = results.variant().connections();
    held(broken, results, "connections leased", sample -> sample.leases() > 0);
    held(broken, results, "lanes leased", sample -> sample.lanesLeased() > 0);
    held(
        broken, results, "more lanes than connections", sample -> sample.lanesLive() > connections);
    Outcome outcome = results.outcome();
    outcome
        .unexpected()
        .forEach((what, count) -> broken.add("unexpected, %d times: %s".formatted(count, what)));
    for (Pinned pinned : results.pinned()) {
      if (pinned.fails()) {
        broken.add("virtual threads pinned, for example at " + pinned.example());
      }
    }
    if (!outcome.left().isEmpty()) {
      broken.add("left over after close: " + outcome.left());
    }
    String prefix = results.variant().label() + ": ";
    return broken.stream().map(prefix::concat).toList();
  }

  private static void held(
      List<String> broken, Results results, String what, Predicate<Sample> found) {
    results.samples().stream()
        .filter(found)
        .mapToInt(Sample::requests)
        .min()
        .ifPresent(
            requests ->
                broken.add(
                    "%s with no request under way, first after %,d requests"
                        .formatted(what, requests)));
  }
}
