package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Bars, drawn as SVG. */
final class Pictures {

  private static final int WIDTH = 760;
  private static final int LABEL = 200;
  private static final int BAR = 380;
  private static final int ROW = 34;

  private Pictures() {}

  /** How much was resumed, one at a time and several at once; empty if nothing was tried. */
  static String resumption(Facts facts) {
    List<String> rows = new ArrayList<>();
    share(rows, "One call at a time", facts.oneAtATime);
    share(rows, facts.atOnce + " at once, stock Java", facts.stock);
    share(rows, facts.atOnce + " at once, Reprise", facts.reprise);
    return drawing("Handshakes resumed", rows, "");
  }

  private static void share(List<String> rows, String label, Facts.Resumption resumption) {
    if (resumption.tried == 0) {
      return;
    }
    int y = rows.size() * ROW + 8;
    rows.add(
        label(y, label)
            + rect("track", LABEL, y, BAR)
            + rect("fill", LABEL, y, BAR * resumption.percent() / 100)
            + text(LABEL + BAR + 10, y, resumption.resumed + " of " + resumption.tried));
  }

  /** How long handshakes took, and what of that was waiting; empty if none was timed. */
  static String handshakes(Facts facts) {
    double most = 0;
    for (double millis : new double[] {facts.full.best(), facts.resumed.best()}) {
      most = Double.isNaN(millis) ? most : Math.max(most, millis);
    }
    List<String> rows = new ArrayList<>();
    time(rows, "A full handshake", facts.full, most);
    time(rows, "A resumed one", facts.resumed, most);
    return drawing(
        "How long a handshake takes",
        rows,
        "Light: waiting for network and server. Dark: this machine computes.");
  }

  private static void time(List<String> rows, String label, Facts.Times times, double most) {
    if (times.millis.isEmpty()) {
      return;
    }
    int y = rows.size() * ROW + 8;
    double all = times.best();
    double waiting = Math.min(all, times.bestWait());
    double scale = BAR / Math.max(most, 0.001);
    rows.add(
        label(y, label)
            + rect("wait", LABEL, y, waiting * scale)
            + rect("own", LABEL + waiting * scale, y, (all - waiting) * scale)
            + text(LABEL + all * scale + 10, y, Words.millis(all)));
  }

  private static String drawing(String title, List<String> rows, String legend) {
    if (rows.isEmpty()) {
      return "";
    }
    int height = rows.size() * ROW + (legend.isEmpty() ? 8 : ROW);
    return "<h2>"
        + title
        + "</h2>\n<svg role=\"img\" aria-label=\""
        + title
        + "\" width=\""
        + WIDTH
        + "\" height=\""
        + height
        + "\" viewBox=\"0 0 "
        + WIDTH
        + " "
        + height
        + "\" xmlns=\"http://www.w3.org/2000/svg\">"
        + String.join("\n", rows)
        + (legend.isEmpty()
            ? ""
            : "<text class=\"soft\" x=\""
                + LABEL
                + "\" y=\""
                + (rows.size() * ROW + 20)
                + "\">"
                + legend
                + "</text>")
        + "</svg>\n";
  }

  private static String label(int y, String text) {
    return "<text x=\"0\" y=\"" + (y + 16) + "\">" + HtmlPage.escape(text) + "</text>";
  }

  private static String text(double x, int y, String text) {
    return String.format(
        Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>", x, y + 16, HtmlPage.escape(text));
  }

  private static String rect(String kind, double x, int y, double width) {
    return String.format(
        Locale.ROOT,
        "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"22\"/>",
        kind,
        x,
        y,
        Math.max(0, width));
  }
}
