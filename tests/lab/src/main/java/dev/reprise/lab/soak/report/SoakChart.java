package dev.reprise.lab.soak.report;

import dev.reprise.lab.Charts;
import dev.reprise.lab.Run;
import dev.reprise.lab.soak.Figure;
import dev.reprise.lab.soak.Settings;
import dev.reprise.lab.soak.client.Sample;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Figures over the requests made: a panel for each figure, a line for each variant. */
final class SoakChart {

  private static final int WIDTH = 960;
  private static final int PANEL_HEIGHT = 130;
  private static final int REST_HEIGHT = 80;
  private static final List<Color> LINES =
      List.of(
          Charts.REPRISE,
          new Color(0xB45309),
          new Color(0x4338CA),
          new Color(0xBE185D),
          Charts.REFERENCE,
          new Color(0x4D7C0F));
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

  private SoakChart() {}

  static String svg(List<Run<Settings, Sample>> results) {
    // Text as text, not as outlines.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
    NumberAxis requests = Charts.style(new NumberAxis("requests"), PLAIN);
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
    int height = REST_HEIGHT + PANEL_HEIGHT * all.getSubplots().size();
    return Charts.svg("soak", WIDTH, height, all, PLAIN, true);
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
    NumberAxis axis = Charts.style(new NumberAxis(title), PLAIN);
    axis.setAutoRangeIncludesZero(true);
    return Charts.lines(data, null, axis, renderer);
  }
}
