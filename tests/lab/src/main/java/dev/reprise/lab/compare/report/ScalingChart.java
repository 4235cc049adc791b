package dev.reprise.lab.compare.report;

import dev.reprise.lab.Svg;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.Summary;
import dev.reprise.subject.compare.ClientKind;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedRangeXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * CPU time for each request over the number of threads and over that of peers, on one scale, with
 * the range over the rounds. The steps of an axis are those that were measured.
 */
final class ScalingChart {

  private static final int WIDTH = 960;
  private static final int HEIGHT = 360;
  private static final Color TEXT = new Color(0x1E293B);
  private static final Color GRID = new Color(0xE2E8F0);
  private static final Color REPRISE = new Color(0x0F766E);
  private static final Color OTHER = new Color(0x64748B);
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  private ScalingChart() {}

  /** Whether cells differ in threads or peers. */
  static boolean fits(List<Cell> cells) {
    return cells.stream().mapToInt(Cell::threads).distinct().count() > 1
        || cells.stream().mapToInt(Cell::peers).distinct().count() > 1;
  }

  /** As an SVG image. */
  static String svg(List<Cell> cells) {
    NumberAxis axis = new NumberAxis("client CPU per request, ms");
    style(axis);
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
    JFreeChart chart = new JFreeChart(null, PLAIN, both, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(6, 6, 6, 14));
    chart.getLegend().setPosition(RectangleEdge.TOP);
    chart.getLegend().setItemFont(PLAIN);
    chart.getLegend().setFrame(BlockBorder.NONE);
    return Svg.draw(
        "scaling",
        WIDTH,
        HEIGHT,
        graphics -> chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT)));
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
      renderer.setSeriesPaint(index, client.isReprise() ? REPRISE : OTHER);
      renderer.setSeriesStroke(index, new BasicStroke(2f));
    }
    SymbolAxis axis =
        new SymbolAxis(
            title,
            steps.stream()
                .map(step -> String.format(Locale.ROOT, "%,d", step))
                .toArray(String[]::new));
    axis.setGridBandsVisible(false);
    style(axis);
    XYPlot plot = new XYPlot(data, axis, null, renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    return plot;
  }

  private static void style(NumberAxis axis) {
    axis.setLabelFont(PLAIN);
    axis.setLabelPaint(TEXT);
    axis.setTickLabelFont(PLAIN);
    axis.setTickLabelPaint(TEXT);
    axis.setAxisLineVisible(false);
  }
}
