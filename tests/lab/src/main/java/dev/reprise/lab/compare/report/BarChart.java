package dev.reprise.lab.compare.report;

import dev.reprise.lab.Charts;
import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.lab.compare.results.Summary;
import dev.reprise.subject.compare.ClientKind;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPosition;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.CategoryLabelWidthType;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.CategoryItemRendererState;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.text.TextBlockAnchor;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * Horizontal bars: one row for each client, one panel beside the other for each figure, and on each
 * bar a line from the lowest round to the highest.
 */
final class BarChart {

  private static final Color OTHER = new Color(0xA9B4C2);
  private static final Color FLOOR = new Color(0xDDE3EA);
  private static final Color RANGE = new Color(0x334155);
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 13);

  /** Room at the right of the longest bar for its label. */
  private static final double LABEL_MARGIN = 0.45;

  private static final int ROW_HEIGHT = 30;
  private static final int AXES_HEIGHT = 64;

  private BarChart() {}

  /**
   * An SVG element.
   *
   * @param id goes into the names of its parts, which a page has only once
   * @param most the end of the scale of a panel, but for the room of the labels
   */
  static String svg(String id, int width, List<Panel> panels, ToDoubleFunction<Panel> most) {
    List<ClientKind> rows = rows(panels);
    CombinedDomainCategoryPlot plot = new CombinedDomainCategoryPlot(clientAxis());
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setGap(18);
    for (Panel panel : panels) {
      plot.add(plot(panel, rows, most.applyAsDouble(panel)));
    }
    return Charts.svg(id, width, AXES_HEIGHT + ROW_HEIGHT * rows.size(), plot, PLAIN, false);
  }

  private static List<ClientKind> rows(List<Panel> panels) {
    return panels.stream()
        .flatMap(panel -> panel.cell().clients().stream())
        .map(ClientRuns::client)
        .distinct()
        .sorted()
        .toList();
  }

  private static CategoryAxis clientAxis() {
    CategoryAxis axis = new CategoryAxis();
    axis.setTickLabelFont(PLAIN);
    axis.setTickLabelPaint(Charts.TEXT);
    axis.setTickMarksVisible(false);
    axis.setAxisLineVisible(false);
    axis.setLowerMargin(0.01);
    axis.setUpperMargin(0.01);
    axis.setCategoryMargin(0.28);
    axis.setMaximumCategoryLabelWidthRatio(0.9f);
    axis.setCategoryLabelPositions(
        CategoryLabelPositions.replaceLeftPosition(
            axis.getCategoryLabelPositions(),
            new CategoryLabelPosition(
                RectangleAnchor.LEFT,
                TextBlockAnchor.CENTER_LEFT,
                CategoryLabelWidthType.RANGE,
                0.9f)));
    return axis;
  }

  private static CategoryPlot plot(Panel panel, List<ClientKind> rows, double most) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    List<Optional<Summary>> summaries = new ArrayList<>();
    for (ClientKind kind : rows) {
      Optional<Summary> summary = panel.cell().runs(kind).map(ClientRuns::summary);
      data.addValue(summary.map(panel.figure()::applyAsDouble).orElse(0.0), "", kind.title());
      summaries.add(summary);
    }
    NumberAxis axis = Charts.style(new NumberAxis(panel.title()), PLAIN);
    axis.setLabelFont(TITLE);
    axis.setRange(0, most > 0 ? most * (1 + LABEL_MARGIN) : 1);
    axis.setTickMarksVisible(false);
    CategoryPlot plot = new CategoryPlot(data, null, axis, new Bars(panel, rows, summaries));
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(Charts.GRID);
    plot.setRangeGridlineStroke(new BasicStroke(1));
    return plot;
  }

  /** Bars in the colour of their client, each with its range, and its figure at the end. */
  private static final class Bars extends BarRenderer {
    private static final long serialVersionUID = 1;
    private static final int TICK = 3;
    private static final int LABEL_OFFSET = 6;
    private final transient Panel panel;
    private final transient List<ClientKind> rows;
    private final transient List<Optional<Summary>> summaries;

    Bars(Panel panel, List<ClientKind> rows, List<Optional<Summary>> summaries) {
      this.panel = panel;
      this.rows = rows;
      this.summaries = summaries;
      setBarPainter(new StandardBarPainter());
      setShadowVisible(false);
      setDrawBarOutline(false);
    }

    @Override
    public void drawItem(
        Graphics2D graphics,
        CategoryItemRendererState state,
        Rectangle2D area,
        CategoryPlot plot,
        CategoryAxis rowAxis,
        ValueAxis valueAxis,
        CategoryDataset data,
        int row,
        int column,
        int pass) {
      super.drawItem(graphics, state, area, plot, rowAxis, valueAxis, data, row, column, pass);
      double y = rowAxis.getCategoryMiddle(column, rows.size(), area, plot.getDomainAxisEdge());
      Optional<Summary> summary = summaries.get(column);
      double end = valueAxis.valueToJava2D(0, area, plot.getRangeAxisEdge());
      if (summary.isPresent()) {
        double low = panel.lowest().applyAsDouble(summary.get());
        double high = panel.highest().applyAsDouble(summary.get());
        double from = valueAxis.valueToJava2D(low, area, plot.getRangeAxisEdge());
        end = valueAxis.valueToJava2D(high, area, plot.getRangeAxisEdge());
        if (high > low) {
          graphics.setPaint(RANGE);
          graphics.setStroke(new BasicStroke(1.2f));
          graphics.draw(new Line2D.Double(from, y, end, y));
          graphics.draw(new Line2D.Double(from, y - TICK, from, y + TICK));
          graphics.draw(new Line2D.Double(end, y - TICK, end, y + TICK));
        }
      }
      graphics.setPaint(Charts.TEXT);
      graphics.setFont(PLAIN);
      graphics.drawString(
          summary.map(panel.label()).orElse("–"),
          (float) end + LABEL_OFFSET,
          (float) y + PLAIN.getSize() * 0.35f);
    }

    @Override
    public Paint getItemPaint(int row, int column) {
      ClientKind kind = rows.get(column);
      if (kind.isReprise()) {
        return Charts.REPRISE;
      }
      return switch (kind) {
        case HTTPCLIENT_4_5_14 -> Charts.REFERENCE;
        case FLOOR -> FLOOR;
        default -> OTHER;
      };
    }
  }
}
