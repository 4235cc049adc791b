package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.subject.compare.Level;
import java.util.List;

/** The throughput of the cells that show most: those of the first level, provider and threads. */
public final class Picture {

  private static final int WIDTH = 960;

  private Picture() {}

  /** As an SVG image. */
  public static String of(List<Cell> cells) {
    Cell first = cells.get(0);
    Level level = first.level();
    List<Panel> panels =
        cells.stream()
            .filter(cell -> cell.level() == level)
            .filter(cell -> cell.provider() == first.provider())
            .filter(cell -> cell.threads() == first.threads())
            .map(cell -> Panel.throughput(cell.tls() + ", requests per second", cell))
            .toList();
    return BarChart.svg("throughput", WIDTH, panels);
  }
}
