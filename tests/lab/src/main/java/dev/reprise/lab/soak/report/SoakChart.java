package dev.reprise.lab.soak.report;

import dev.reprise.lab.Run;
import dev.reprise.lab.Svg;
import dev.reprise.lab.soak.Figure;
import dev.reprise.lab.soak.Settings;
import dev.reprise.lab.soak.client.Sample;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Figures over the requests made: a panel for each figure, a line for each variant. */
final class SoakChart {

  private static final int WIDTH = 960;
  private static final int PANEL_HEIGHT = 130;
  private static final int REST_HEIGHT = 80;
  private static final Color TEXT = new Color(0x1E293B);
  private static final Color GRID = new Color(0xE2E8F0);
  private static final List<Color> LINES =
      List.of(
          new Color(0x0F766E),
          new Color(0xB45309),
          new Color(0x4338CA),
          new Color(0xBE185D),
          new Color(0x64748B),
          new Color(0x4D7C0F));
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

  private SoakChart() {}

  static String svg(List<Run<Settings, Sample>> results) {
    // Text as text, not as outlines.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
    NumberAxis requests = axis("requests");
    requests.setLowerMargin(0);
    requests.setUpperMargin(0);
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(requests);
    all.setGap(12);
    for (Figure figure : Figure.values()) {
      String unit = figure.unit() == Figure.Unit.MIB ? ", MiB" : "";
      XYPlot panel = panel(results, figure.title() + unit, s -> figure.unit().of(figure.of(s)));
      panel.getRenderer().setDefaultSeriesVisibleInLegend(figure == Figure.THREADS);
      all.add(panel);
    }
    all.add(panel(results, "lanes", Sample::lanesLive));
    all.add(panel(results, "TIME_WAIT", Sample::timeWait));
    JFreeChart chart = new JFreeChart(null, PLAIN, all, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(6, 6, 6, 14));
    chart.getLegend().setPosition(RectangleEdge.TOP);
    chart.getLegend().setItemFont(PLAIN);
    chart.getLegend().setFrame(BlockBorder.NONE);
    int height = REST_HEIGHT + PANEL_HEIGHT * all.getSubplots().size();
    return Svg.draw(
        "soak",
        WIDTH,
        height,
        graphics -> chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height)));
  }

  private static XYPlot panel(
      List<Run<Settings, Sample>> results, String title, ToDoubleFunction<Sample> figure) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDefaultSeriesVisibleInLegend(false);
    for (Run<Settings, Sample> run : results) {
      XYSeries series =
          new XYSeries("%s, JDK %s".formatted(run.settings().soaked().words(), run.runtime()));
      run.cells().forEach(s -> series.add(s.requests(), figure.applyAsDouble(s)));
      int index = data.getSeriesCount();
      data.addSeries(series);
      renderer.setSeriesPaint(index, LINES.get(run.settings().soaked().ordinal()));
      renderer.setSeriesStroke(index, new BasicStroke(1.8f));
    }
    NumberAxis axis = axis(title);
    axis.setAutoRangeIncludesZero(true);
    XYPlot plot = new XYPlot(data, null, axis, renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    return plot;
  }

  private static NumberAxis axis(String title) {
    NumberAxis axis = new NumberAxis(title);
    axis.setLabelFont(PLAIN);
    axis.setLabelPaint(TEXT);
    axis.setTickLabelFont(PLAIN);
    axis.setTickLabelPaint(TEXT);
    axis.setAxisLineVisible(false);
    return axis;
  }
}
