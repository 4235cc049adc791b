package dev.reprise.lab.soak;

import static java.util.stream.Collectors.joining;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.soak.Reply.Outcome;
import dev.reprise.lab.soak.Reply.Sample;
import dev.reprise.lab.soak.Soak.Settings;
import dev.reprise.testkit.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a soak must not show, and the page {@code soak.md}. */
final class SoakPage {

  private SoakPage() {}

  static List<String> broken(Run<Settings, Sample> run) {
    List<String> broken = new ArrayList<>();
    Variant soaked = run.settings().soaked();
    for (Figure figure : Figure.values()) {
      if (figure.isJudged(run.settings().shortForm()) && !figure.isFlat(run.cells())) {
        broken.add(figure.title() + " not flat: " + words(run.cells(), figure.title()));
      }
    }
    Map<String, Integer> bounds = new LinkedHashMap<>();
    bounds.put(SoakMain.LEASES, 0);
    bounds.put(SoakMain.LANES_LEASED, 0);
    bounds.put(SoakMain.LANES, soaked.connections + soaked.preconnections);
    bounds.put(SoakMain.PRECONNECTIONS, 0);
    bounds.forEach(
        (title, most) ->
            run.cells().stream()
                .filter(sample -> sample.of(title) > most)
                .findFirst()
                .ifPresent(
                    sample ->
                        broken.add(
                            "%d %s with no request under way, first after %,d requests"
                                .formatted(sample.of(title), title, sample.requests()))));
    Outcome outcome = run.settings().outcome();
    outcome
        .unexpected()
        .forEach((what, count) -> broken.add("unexpected, %d times: %s".formatted(count, what)));
    outcome.pinned().stream()
        .filter(place -> !place.startsWith(Pinning.NOT_KNOWN))
        .forEach(place -> broken.add("virtual threads pinned: " + place));
    if (soaked.preconnections > 0 && outcome.preconnections().getOrDefault("USED", 0L) == 0) {
      broken.add("no call used a preconnected connection");
    }
    if (!outcome.left().isEmpty()) {
      broken.add("left over after close: " + outcome.left());
    }
    return broken.stream().map((soaked.label() + ": ")::concat).toList();
  }

  private static String words(List<Sample> samples, String title) {
    return "%s before the first call, then %s, %s and %s"
        .formatted((Object[]) values(samples, title));
  }

  private static String[] values(List<Sample> samples, String title) {
    return new String[] {
      Figure.words(title, samples.get(0).of(title)),
      third(samples, title, 0),
      third(samples, title, 1),
      third(samples, title, 2)
    };
  }

  private static String third(List<Sample> samples, String title, int which) {
    return Figure.words(title, Figure.median(Figure.third(samples, which), title));
  }

  static Page of(List<Run<Settings, Sample>> runs) {
    Page page = new Page("Soak");
    page.provenance(runs);
    page.paragraph(
        "Faults in one of 20 calls, in turn: %s.",
        SoakedClient.FAULTS.stream().map(Fault::label).collect(joining(", ")));
    runs.forEach(run -> section(page, run));
    return page;
  }

  private static void section(Page page, Run<Settings, Sample> run) {
    Settings settings = run.settings();
    Outcome outcome = settings.outcome();
    List<Sample> samples = run.cells();
    page.section("%s, JDK %s".formatted(settings.soaked().words(), run.runtime()));
    page.paragraph(
        "%,d requests in %,d s with the pauses.",
        settings.requests(), outcome.elapsedMillis() / 1000);
    page.table(List.of("figure", "before the first call", "start", "middle", "end", ""));
    for (String title : samples.get(0).figures().keySet()) {
      String verdict =
          Arrays.stream(Figure.values())
              .filter(figure -> figure.title().equals(title))
              .findFirst()
              .map(
                  figure ->
                      !figure.isJudged(settings.shortForm())
                          ? "too short to judge"
                          : figure.isFlat(samples) ? "flat" : "**not flat**")
              .orElse("");
      page.row(title, String.join(" | ", values(samples, title)), verdict);
    }
    page.paragraph("- Handshakes: %s.", Page.words(outcome.handshakes()));
    page.line("- Preconnected connections: %s.", Page.words(outcome.preconnections()));
    page.line("- Closes: %s.", Page.words(outcome.closes()));
    page.line(
        "- Calls by their fault: %s.",
        outcome.endings().entrySet().stream()
            .map(entry -> entry.getKey() + " " + Page.words(entry.getValue()))
            .collect(joining("; ")));
    page.line("- Unexpected endings: %s.", Page.words(outcome.unexpected()));
    page.line(
        "- Virtual threads pinned after the first third: %s.",
        outcome.pinned().isEmpty() ? "none" : String.join("; ", outcome.pinned()));
    page.line("- Left over after close: %s.", outcome.left().isEmpty() ? "none" : outcome.left());
  }
}
