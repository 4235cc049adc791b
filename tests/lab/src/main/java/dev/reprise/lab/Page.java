package dev.reprise.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A page in Markdown, written from raw data. Not thread-safe. */
public final class Page {

  private final StringBuilder text = new StringBuilder();

  public Page(String title) {
    line("# " + title);
  }

  public void provenance(List<? extends Run<?, ?>> runs) {
    paragraph(
        "Written by `tests/lab.sh %s`; do not edit. Measured %s on %s, servers of Java on %s. Commit: %s. Reprise %s. On %s.",
        runs.get(0).experiment(),
        distinct(runs, run -> run.date().substring(0, 10)),
        distinct(runs, run -> run.machine().describe()),
        distinct(runs, Run::server),
        distinct(runs, Run::commit),
        distinct(runs, Run::version),
        distinct(runs, Run::file));
    runs.stream().map(Run::command).distinct().forEach(line -> paragraph("`%s`", line));
    paragraph(
        "What the columns mean, and when the command fails: [columns](columns.md#%s).",
        runs.get(0).experiment());
  }

  private static String distinct(
      List<? extends Run<?, ?>> runs, Function<Run<?, ?>, String> value) {
    return runs.stream()
        .map(value)
        .map(String::valueOf)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  public void section(String title) {
    paragraph("%s", "## " + title);
  }

  public void paragraph(String format, Object... arguments) {
    line("");
    line(format, arguments);
  }

  public void table(List<String> headings) {
    line("");
    row(headings);
    line("|" + "---|".repeat(headings.size()));
  }

  public void row(List<String> cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  public void row(Object... cells) {
    row(java.util.Arrays.stream(cells).map(String::valueOf).toList());
  }

  public void leftOut(List<? extends Run<?, ?>> runs) {
    List<String> notes = runs.stream().flatMap(run -> run.notes().stream()).distinct().toList();
    if (!notes.isEmpty()) {
      section("Left out");
      line("");
      notes.forEach(note -> line("- %s", note));
    }
  }

  /** A line; without arguments its text is taken as it is. */
  public void line(String format, Object... arguments) {
    text.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
        .append('\n');
  }

  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /** Counts in words, without those that are 0; "none" if that is all. */
  public static String words(Map<String, ? extends Number> counts) {
    String words =
        counts.entrySet().stream()
            .filter(entry -> entry.getValue().longValue() > 0)
            .map(entry -> "%s %,d".formatted(entry.getKey(), entry.getValue().longValue()))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "none" : words;
  }
}
