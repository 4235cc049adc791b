package dev.reprise.lab.compare.report;

import dev.reprise.lab.Charts;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.Summary;
import dev.reprise.subject.compare.ClientKind;
import java.awt.BasicStroke;
import java.awt.Font;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.CombinedRangeXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * CPU time for each request over the number of threads and over that of peers, on one scale, with
 * the range over the rounds. The steps of an axis are those that were measured.
 */
final class ScalingChart {

  private static final int WIDTH = 960;
  private static final int HEIGHT = 360;
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  private ScalingChart() {}

  /** Whether cells differ in threads or peers. */
  static boolean fits(List<Cell> cells) {
    return cells.stream().mapToInt(Cell::threads).distinct().count() > 1
        || cells.stream().mapToInt(Cell::peers).distinct().count() > 1;
  }

  /** As an SVG image. */
  static String svg(List<Cell> cells) {
    NumberAxis axis = Charts.style(new NumberAxis("client CPU per request, ms"), PLAIN);
    axis.setAutoRangeIncludesZero(true);
    CombinedRangeXYPlot both = new CombinedRangeXYPlot(axis);
    both.setGap(24);
    List<Cell> overThreads = cells.stream().filter(cell -> cell.peers() == 1).toList();
    both.add(plot(overThreads, Cell::threads, "threads, one peer", true), 3);
    List<Cell> many = cells.stream().filter(cell -> cell.peers() > 1).toList();
    if (!many.isEmpty()) {
      int threads = many.get(0).threads();
      List<Cell> overPeers = cells.stream().filter(cell -> cell.threads() == threads).toList();
      both.add(plot(overPeers, Cell::peers, "peers, %d threads".formatted(threads), false), 2);
    }
    return Charts.svg("scaling", WIDTH, HEIGHT, both, PLAIN, true);
  }

  private static XYPlot plot(
      List<Cell> cells, ToIntFunction<Cell> over, String title, boolean inLegend) {
    List<Integer> steps = cells.stream().map(over::applyAsInt).distinct().sorted().toList();
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDefaultLinesVisible(true);
    renderer.setDrawXError(false);
    renderer.setDefaultSeriesVisibleInLegend(inLegend);
    List<ClientKind> clients =
        cells.stream()
            .flatMap(cell -> cell.clients().stream())
            .map(runs -> runs.client())
            .distinct()
            .sorted()
            .toList();
    for (ClientKind client : clients) {
      YIntervalSeries series = new YIntervalSeries(client.title());
      for (Cell cell : cells) {
        Optional<Summary> summary = cell.runs(client).map(runs -> runs.summary());
        summary.ifPresent(
            found ->
                series.add(
                    steps.indexOf(over.applyAsInt(cell)),
                    found.cpuMillisPerRequest(),
                    found.lowestCpu(),
                    found.highestCpu()));
      }
      int index = data.getSeriesCount();
      data.addSeries(series);
      renderer.setSeriesPaint(index, client.isReprise() ? Charts.REPRISE : Charts.REFERENCE);
      renderer.setSeriesStroke(index, new BasicStroke(2f));
    }
    SymbolAxis axis =
        new SymbolAxis(
            title,
            steps.stream()
                .map(step -> String.format(Locale.ROOT, "%,d", step))
                .toArray(String[]::new));
    axis.setGridBandsVisible(false);
    return Charts.lines(data, Charts.style(axis, PLAIN), null, renderer);
  }
}
