package dev.reprise.benchmarks;

import dev.reprise.benchmarks.calls.Metric;
import java.util.List;
import java.util.Locale;

/** Horizontal bars, with a line from the lowest to the highest value, as SVG, light and dark. */
final class BarChart {

  private static final int WIDTH = 760;
  private static final int LABELS = 270;
  private static final int FIGURES = 190;
  private static final int LINE = 24;
  private static final String STYLE =
      "<style>svg{background:#fff;fill:#1e293b;stroke:none}line{stroke:#1e293b}"
          + ".reprise{fill:#0f766e}.other{fill:#94a3b8}"
          + "@media(prefers-color-scheme:dark){svg{background:#0d1117;fill:#e2e8f0}"
          + "line{stroke:#e2e8f0}.reprise{fill:#2dd4bf}.other{fill:#64748b}}</style>";

  private final StringBuilder content = new StringBuilder();
  private int y = 8;

  void panel(String title, List<Row> rows, Metric metric) {
    double most = rows.stream().mapToDouble(row -> row.highest(metric)).max().orElse(1);
    double scale = (WIDTH - LABELS - FIGURES) / most;
    y += LINE;
    text(8, y - 7, "font-weight='bold'", title);
    for (Row row : rows) {
      double width = row.prints(metric) ? row.median(metric) * scale : 0;
      text(8, y + 16, "", row.kind.title);
      content.append(
          String.format(
              Locale.ROOT,
              "<rect x='%d' y='%d' width='%.1f' height='16' class='%s'/>",
              LABELS,
              y + 3,
              width,
              row.kind.isReprise() ? "reprise" : "other"));
      if (!row.prints(metric)) {
        text(LABELS + 8, y + 16, "", row.text(metric));
        y += LINE;
        continue;
      }
      content.append(
          String.format(
              Locale.ROOT,
              "<line x1='%.1f' x2='%.1f' y1='%d' y2='%d'/>",
              LABELS + row.lowest(metric) * scale,
              LABELS + row.highest(metric) * scale,
              y + 11,
              y + 11));
      text((int) (LABELS + row.highest(metric) * scale) + 8, y + 16, "", row.text(metric));
      y += LINE;
    }
    y += 8;
  }

  private void text(int x, int at, String style, String text) {
    content.append(
        String.format("<text x='%d' y='%d' %s>%s</text>", x, at, style, Page.escaped(text)));
  }

  String svg() {
    return String.format(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' role='img' width='%d'"
            + " font-family='sans-serif' font-size='13'>%s%s</svg>%n",
        WIDTH, y + 4, WIDTH, STYLE, content);
  }
}
