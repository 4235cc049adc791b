package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.SetUp;
import dev.reprise.lab.compare.results.Cell;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What shows most of some cells, all on one scale. */
record Picture(List<Panel> panels) {

  private static final int WIDTH = 960;

  /** As many as fit beside each other with their labels. */
  private static final int MOST_PANELS = 3;

  /** Of the cells of the first level, provider and number of threads; CPU time, or latency. */
  static Picture of(Optional<SetUp> setUp, List<Cell> cells) {
    Cell first = cells.get(0);
    boolean paced = setUp.isPresent() && setUp.get() == SetUp.SPARES;
    boolean providers = setUp.isPresent() && !paced;
    Function<Cell, Panel> panel =
        paced
            ? cell -> Panel.median("median ms, " + load(cell), cell)
            : cell -> Panel.cpu("CPU ms a request, " + conditions(cell, providers), cell);
    return new Picture(
        cells.stream()
            .filter(cell -> cell.level() == first.level())
            .filter(cell -> paced || cell.threads() == first.threads())
            .filter(
                cell ->
                    cell.provider() == first.provider()
                        || (providers && cell.tls().equals(first.tls())))
            .limit(MOST_PANELS)
            .map(panel)
            .toList());
  }

  private static String conditions(Cell cell, boolean provider) {
    return cell.tls() + (provider ? ", " + cell.provider().label() : "");
  }

  private static String load(Cell cell) {
    return !cell.load().contains("requests a second")
        ? "closed loop"
        : cell.load().contains("at random") ? "at random" : "at equal intervals";
  }

  /** The longest bar that there is to draw. */
  double most() {
    return panels.stream().mapToDouble(Panel::most).max().orElse(0);
  }

  /**
   * As an SVG image.
   *
   * @param most the end of the scale
   */
  String svg(double most) {
    return BarChart.svg("picture", WIDTH, panels, panel -> most);
  }
}
