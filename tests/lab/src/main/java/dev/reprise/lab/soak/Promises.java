package dev.reprise.lab.soak;

import dev.reprise.lab.Run;
import dev.reprise.lab.soak.client.Outcome;
import dev.reprise.lab.soak.client.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What a soak must not show. */
final class Promises {

  private Promises() {}

  /** The promises that a run breaks, in words. */
  static List<String> broken(Run<Settings, Sample> run) {
    List<String> broken = new ArrayList<>();
    Settings results = run.settings();
    for (Figure figure : Figure.values()) {
      if (figure.isJudged(results.shortForm()) && !figure.isFlat(run.cells())) {
        Thirds.Row row = Thirds.of(run.cells()).medians(figure::of);
        broken.add(
            "%s not flat: %s in the middle third, %s in the last, slope %s over a third"
                .formatted(
                    figure.title(),
                    figure.unit().words(row.middle()),
                    figure.unit().words(row.last()),
                    figure
                        .unit()
                        .words(Math.round(Slope.of(run.cells(), figure::of).overAThird()))));
      }
    }
    int most = results.soaked().connections() + results.soaked().spares();
    held(broken, run, "connections leased", sample -> sample.leases() > 0);
    held(broken, run, "lanes leased", sample -> sample.lanesLeased() > 0);
    held(
        broken, run, "more lanes than connections and spares", sample -> sample.lanesLive() > most);
    held(broken, run, "spares past their lifetime", sample -> sample.spares() > 0);
    Outcome outcome = results.outcome();
    outcome
        .unexpected()
        .forEach((what, count) -> broken.add("unexpected, %d times: %s".formatted(count, what)));
    broken.addAll(results.pinned());
    if (results.soaked().spares() > 0 && outcome.spares().getOrDefault("USED", 0L) == 0) {
      broken.add("no call used a spare");
    }
    if (!outcome.left().isEmpty()) {
      broken.add("left over after close: " + outcome.left());
    }
    String prefix = results.soaked().label() + ": ";
    return broken.stream().map(prefix::concat).toList();
  }

  private static void held(
      List<String> broken, Run<Settings, Sample> run, String what, Predicate<Sample> found) {
    run.cells().stream()
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
