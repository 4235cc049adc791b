package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Texts;
import dev.reprise.probe.recording.Calls;
import dev.reprise.probe.recording.FlightRecording;
import dev.reprise.probe.recording.Saving;
import dev.reprise.probe.recording.Verdict;
import java.util.List;
import java.util.Locale;

/** The report for a terminal, only in ASCII. */
public final class TextPage {

  private static final int WIDTH = 100;
  private static final int LABEL = 30;

  private final StringBuilder text = new StringBuilder();

  private TextPage() {}

  /** Lines of at most {@value #WIDTH} characters, unless there is no space to break at. */
  public static String of(Report report) {
    TextPage page = new TextPage();
    page.write(report);
    return page.text.toString();
  }

  /** What a recording shows of each server. */
  public static String of(FlightRecording recording, List<Verdict> verdicts) {
    TextPage page = new TextPage();
    String seconds = Texts.seconds(recording.seconds);
    page.wrap("", "", Texts.of("rec.head", recording.java, seconds));
    for (Verdict verdict : verdicts) {
      Calls calls = verdict.calls;
      page.list(
          Texts.of("rec.server", calls.server, Texts.count(calls.handshakes, "handshake")),
          verdict.sentences);
      if (verdict.saving != null) {
        page.items(verdict.saving.sentences);
      }
    }
    if (verdicts.size() > 1) {
      page.list(Texts.of("rec.sum"), new Saving(recording, verdicts).sentences);
    }
    page.line("");
    int threads = recording.handshakeThreads;
    if (threads > 0) {
      page.wrap("", "", Texts.of("rec.threads", threads, Texts.about(recording.perHour(threads))));
    }
    if (verdicts.isEmpty()) {
      page.wrap("", "", Texts.of("rec.none"));
      page.wrap("", "", Texts.of("rec.command"));
    }
    return page.text.toString();
  }

  private void write(Report report) {
    Facts facts = report.facts;
    line("");
    line(facts.method + " " + facts.url);
    line(
        String.format(
            Locale.ROOT,
            "%d requests over %d connections in %s s, Java %s",
            facts.requests,
            facts.connections,
            Texts.number(facts.seconds),
            facts.java));
    title("In short");
    for (String sentence : report.summary) {
      wrap("  ", "  ", sentence);
    }
    report.sections.forEach(
        (title, rows) -> {
          title(title);
          rows.forEach(
              (label, value) ->
                  wrap(String.format("%-" + LABEL + "s", label), " ".repeat(LABEL), value));
        });
    boolean nothing = report.savings.nothingToGain;
    list(nothing ? "If you use Reprise nevertheless" : "What to set in Reprise", report.settings);
    list("What to ask the server's operator for", report.requests);
    if (!facts.gaps.isEmpty()) {
      list("What was not found out", facts.gaps);
    }
    line("");
    wrap(
        "",
        "",
        "A line with ! is worth a look. Times are the best of a few, in a program that has just"
            + " started; one that has run for a while computes faster. A few calls are a sample,"
            + " not a measurement.");
  }

  private void title(String title) {
    line("");
    line(title);
  }

  private void list(String title, List<String> items) {
    title(title);
    items(items);
  }

  private void items(List<String> items) {
    for (String item : items) {
      wrap("  - ", "    ", item);
    }
  }

  private void wrap(String first, String next, String words) {
    StringBuilder line = new StringBuilder(first);
    boolean begun = false;
    for (String word : words.split(" ")) {
      if (begun && line.length() + 1 + word.length() > WIDTH) {
        line(line.toString());
        line = new StringBuilder(next);
        begun = false;
      }
      line.append(begun ? " " : "").append(word);
      begun = true;
    }
    line(line.toString());
  }

  private void line(String line) {
    text.append(line).append(System.lineSeparator());
  }
}
