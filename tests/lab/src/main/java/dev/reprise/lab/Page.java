package dev.reprise.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A page in Markdown, written from raw data. Not thread-safe. */
public final class Page {

  private final StringBuilder text = new StringBuilder();

  /** A page with this title. */
  public Page(String title) {
    line("# " + title);
  }

  /** Says how, where, when and of what the figures were taken. */
  public void provenance(List<? extends Run<?, ?>> runs) {
    provenance(runs, "tests/lab.sh " + runs.get(0).experiment());
  }

  /** The same for runs of a command that does not go by their name. */
  public void provenance(List<? extends Run<?, ?>> runs, String command) {
    paragraph(
        "Written by `%s`; do not edit. Measured %s on %s. Commit: %s. Reprise %s. On %s.",
        command,
        distinct(runs, Run::day),
        distinct(runs, run -> run.machine().describe()),
        distinct(runs, run -> recorded(run.commit())),
        distinct(runs, run -> recorded(run.version())),
        distinct(runs, Run::file));
    for (String line :
        runs.stream().map(Run::command).filter(Objects::nonNull).distinct().toList()) {
      paragraph("`%s`", line);
    }
  }

  private static String recorded(String what) {
    return what == null ? "not recorded" : what;
  }

  private static String distinct(
      List<? extends Run<?, ?>> runs, Function<Run<?, ?>, String> value) {
    return runs.stream().map(value).distinct().collect(Collectors.joining(", "));
  }

  /** Begins a section. */
  public void section(String title) {
    line("");
    line("## " + title);
  }

  /** A paragraph. */
  public void paragraph(String format, Object... arguments) {
    line("");
    line(format, arguments);
  }

  /** Begins a table. */
  public void table(Collection<String> headings) {
    line("");
    row(headings);
    line("|" + "---|".repeat(headings.size()));
  }

  /** A row of the table that was begun last. */
  public void row(Collection<String> cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  /** A line; without arguments its text is taken as it is. */
  public void line(String format, Object... arguments) {
    text.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
        .append('\n');
  }

  /** The page so far. */
  public String text() {
    return text.toString();
  }

  /** Writes the page; its folder is made where it is missing. */
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text());
  }
}
