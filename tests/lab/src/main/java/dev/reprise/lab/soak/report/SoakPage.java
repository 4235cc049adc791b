package dev.reprise.lab.soak.report;

import static java.util.stream.Collectors.joining;

import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.lab.soak.Figure;
import dev.reprise.lab.soak.Settings;
import dev.reprise.lab.soak.Slope;
import dev.reprise.lab.soak.Thirds;
import dev.reprise.lab.soak.client.FaultMix;
import dev.reprise.lab.soak.client.Outcome;
import dev.reprise.lab.soak.client.Sample;
import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The page {@code soak.md} and the chart {@code soak/soak.svg}. */
public final class SoakPage {

  /** Less is not told. */
  private static final int LEAST_KIB = 16;

  /** What the flight recorder and native memory tracking take. */
  private static final Set<String> INSTRUMENTS = Set.of("Tracing", "Native Memory Tracking");

  private final Page page = new Page("Soak");

  private SoakPage() {}

  /** Writes both into an existing directory that has a directory {@code soak}. */
  public static void write(List<Run<Settings, Sample>> results, Path directory) throws IOException {
    Files.writeString(directory.resolve("soak").resolve("soak.svg"), SoakChart.svg(results));
    SoakPage soak = new SoakPage();
    soak.head(results);
    results.forEach(soak::section);
    soak.page.write(directory.resolve("soak.md"));
  }

  private void head(List<Run<Settings, Sample>> all) {
    page.paragraph(
        "Tens of thousands of calls by HttpClient 4.5.14 over Reprise to a server that answers `Connection: close`, with %s in one of 20 calls, in turn. Nothing may grow, and nothing may be left over.",
        FaultMix.FAULTS.stream().map(Fault::label).collect(joining(", ")));
    page.paragraph(
        "The command fails when a figure is not flat, a call ends in a way that its fault does not account for, a virtual thread is pinned in the middle or last third by anything but the loading of a class, a connection or lane is leased while nothing is under way, there are more lanes than connections and spares, a spare waits for longer than it may or none is used where there are to be some, or anything is left over after close.");
    page.provenance(all);
    page.paragraph(
        "The machine is shared with the server and other work; the server, the test kit's, runs in a JVM of its own on JDK %s; %s with the defaults of Reprise and an EC key; read timeout of the stalled calls 500 ms.",
        all.stream().map(run -> run.versionOf(Run.SERVER)).distinct().collect(joining(", ")),
        all.get(0).settings().tls().replace("v", " "));
    page.paragraph("![Figures over the requests made](soak/soak.svg)");
    line("");
    line(
        "- The figures are taken while no call is under way: all callers stop after each batch, so that each sample shows what is kept, not what is in use. A third is a third of the requests; its figure is the median of its samples.");
    page.line(
        "- Flat: by its slope a figure grows over a third of the run by no more than 5 %% of what it is, or by no more than %s, and so do the medians of the last two thirds, since a slope does not show a single step. The slope is the median of those between all pairs of samples after the first third (Theil and Sen).",
        Arrays.stream(Figure.values())
            .filter(figure -> figure.allowance() > 0)
            .map(f -> "%s (%s)".formatted(f.unit().words(f.allowance()), f.title()))
            .collect(joining(", ")));
    line(
        "- The JVM has a heap of 256 MiB, committed and touched from the start, so that the resident set shows what grows beside it. Heap is taken after two full collections, and what has a finalizer is finalized between them, as sockets of JSSE do before JDK 18. Native memory is what `-XX:NativeMemoryTracking` calls committed, without the heap and without the working memory of compilations under way (`Compiler`, `Arena Chunk`).");
    line(
        "- Other threads: platform threads that are neither callers nor carriers of virtual threads. Callers that are virtual threads are new for each batch. Pinning is seen by `jdk.VirtualThreadPinned` without a threshold.");
    line(
        "- With spares: the figures are taken when those that wait have ended of themselves, lifetime 500 ms, and their threads. No call stalls there, for a call that times out on a spare means none for a minute.");
    line(
        "- RSTs are all that the host sent in that third, whichever process sent them: an upper bound. Abandoned and timed-out calls are meant to end with one.");
    line("");
  }

  private void section(Run<Settings, Sample> run) {
    Settings settings = run.settings();
    Outcome outcome = settings.outcome();
    Thirds thirds = Thirds.of(run.cells());
    Sample start = run.cells().get(0);
    page.line("## %s, JDK %s", settings.soaked().words(), run.runtime());
    line("");
    page.line(
        "%,d requests in %,d s with the pauses, figures every %,d.",
        settings.requests(), outcome.elapsedMillis() / 1000, settings.batch());
    line("");
    line(
        "| figure | before the first call | start | middle | end | slope, over a third of the run | |");
    line("|---|---|---|---|---|---|---|");
    for (Figure figure : Figure.values()) {
      figure(run, thirds, start, figure);
    }
    row("lanes", start, thirds, Sample::lanesLive);
    if (settings.soaked().spares() > 0) {
      row("spares past their lifetime", start, thirds, Sample::spares);
    }
    row("connections leased", start, thirds, Sample::leases);
    row("carriers of virtual threads", start, thirds, Sample::carriers);
    row("most threads at a time, with callers", start, thirds, Sample::peakThreads);
    row("client's connections in TIME_WAIT", start, thirds, Sample::timeWait);
    counted("threads started", thirds.growth(Sample::threadsStarted, start));
    counted("RSTs sent by the host", thirds.growth(Sample::hostResets, start));
    line("");
    long full = outcome.full().values().stream().mapToLong(Long::longValue).sum();
    page.line(
        "- Handshakes: %,d resumed (%.2f %%), %,d full (%s), %,d failed.",
        outcome.resumed(),
        100.0 * outcome.resumed() / Math.max(1, outcome.resumed() + full),
        full,
        words(outcome.full()),
        outcome.failed());
    page.line(
        "- Native memory that grew, by slope over a third of the run: %s.",
        orNone(nativeGrowth(run.cells())));
    if (settings.soaked().spares() > 0) {
      page.line("- Spares: %s.", words(outcome.spares()));
    }
    page.line("- Closes: %s.", words(outcome.closes()));
    line(
        "- Calls with a fault ended with: "
            + outcome.endings().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(Fault.NONE.label()))
                .map(entry -> entry.getKey() + " " + words(entry.getValue()))
                .collect(joining("; "))
            + ". All others: "
            + words(outcome.endings().getOrDefault(Fault.NONE.label(), Map.of()))
            + ".");
    page.line("- Unexpected endings: %s.", orNone(words(outcome.unexpected())));
    page.line(
        "- Virtual threads pinned after the first third: %s.",
        orNone(String.join("; ", settings.pinned())));
    page.line("- Left over after close: %s.", orNone(outcome.left()));
    line("");
  }

  private void figure(Run<Settings, Sample> run, Thirds thirds, Sample start, Figure figure) {
    Thirds.Row row = thirds.medians(figure::of);
    Slope slope = Slope.of(run.cells(), figure::of);
    String verdict =
        !figure.isJudged(run.settings().shortForm())
            ? "too short to judge"
            : figure.isFlat(run.cells()) ? "flat" : "**not flat**";
    page.line(
        "| %s | %s | %s | %s | %s | %s | %s |",
        figure.title(),
        figure.unit().words(figure.of(start)),
        figure.unit().words(row.first()),
        figure.unit().words(row.middle()),
        figure.unit().words(row.last()),
        growth(figure, slope),
        verdict);
  }

  private static String growth(Figure figure, Slope slope) {
    String grown =
        "%s%s"
            .formatted(
                slope.overAThird() > 0 ? "+" : "",
                figure.unit().words(Math.round(slope.overAThird())));
    return slope.median() == 0
        ? grown
        : "%s (%+.2f %%)".formatted(grown, 100 * slope.overAThird() / slope.median());
  }

  /** What of the native memory grew, and which of that is what the soak itself takes. */
  private static String nativeGrowth(List<Sample> samples) {
    Sample last = samples.get(samples.size() - 1);
    Map<String, Long> grown = new TreeMap<>();
    for (String category : last.nativeCategories().keySet()) {
      Slope slope =
          Slope.of(samples, sample -> sample.nativeCategories().getOrDefault(category, 0L));
      long kibibytes = Math.round(slope.overAThird() / 1024);
      if (kibibytes >= LEAST_KIB) {
        grown.put(
            INSTRUMENTS.contains(category) ? category + " (an instrument of the soak)" : category,
            kibibytes);
      }
    }
    return grown.entrySet().stream()
        .map(entry -> "%s %,d KiB".formatted(entry.getKey(), entry.getValue()))
        .collect(joining(", "));
  }

  private void row(String title, Sample start, Thirds thirds, ToLongFunction<Sample> value) {
    Thirds.Row row = thirds.medians(value);
    page.line(
        "| %s | %,d | %,d | %,d | %,d | | |",
        title, value.applyAsLong(start), row.first(), row.middle(), row.last());
  }

  private void counted(String title, Thirds.Row row) {
    page.line("| %s | | %,d | %,d | %,d | | |", title, row.first(), row.middle(), row.last());
  }

  private static String words(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .map(entry -> "%s %,d".formatted(entry.getKey(), entry.getValue()))
        .collect(joining(", "));
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "none" : text;
  }

  private void line(String text) {
    page.line(text);
  }
}
