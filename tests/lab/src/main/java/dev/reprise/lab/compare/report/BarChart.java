package dev.reprise.lab.compare.report;

import dev.reprise.lab.Svg;
import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.subject.compare.ClientKind;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Paint;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPosition;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.CategoryLabelWidthType;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.labels.CategoryItemLabelGenerator;
import org.jfree.chart.labels.ItemLabelAnchor;
import org.jfree.chart.labels.ItemLabelPosition;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.text.TextBlockAnchor;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;

/** Horizontal bars: one row for each client, one panel beside the other for each figure. */
final class BarChart {

  private static final Color REPRISE = new Color(0x0F766E);
  private static final Color REFERENCE = new Color(0x64748B);
  private static final Color OTHER = new Color(0xA9B4C2);
  private static final Color FLOOR = new Color(0xDDE3EA);
  private static final Color TEXT = new Color(0x1E293B);
  private static final Color GRID = new Color(0xE2E8F0);
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 13);

  /** Room at the right of the longest bar for its label. */
  private static final double LABEL_MARGIN = 0.45;

  private static final int ROW_HEIGHT = 30;
  private static final int AXES_HEIGHT = 64;

  private BarChart() {}

  /** An SVG element. {@code id} goes into the names of its parts, which a page has only once. */
  static String svg(String id, int width, List<Panel> panels) {
    List<ClientKind> rows = rows(panels);
    CombinedDomainCategoryPlot plot = new CombinedDomainCategoryPlot(clientAxis());
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setGap(18);
    for (Panel panel : panels) {
      plot.add(plot(panel, rows));
    }
    JFreeChart chart = new JFreeChart(null, PLAIN, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(6, 6, 6, 10));
    int height = AXES_HEIGHT + ROW_HEIGHT * rows.size();
    return Svg.draw(
        id,
        width,
        height,
        graphics -> chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height)));
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
    axis.setTickLabelPaint(TEXT);
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

  private static CategoryPlot plot(Panel panel, List<ClientKind> rows) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    List<String> labels = new ArrayList<>();
    for (ClientKind kind : rows) {
      ClientRuns runs =
          panel.cell().clients().stream()
              .filter(candidate -> candidate.client() == kind)
              .findFirst()
              .orElse(null);
      boolean present = runs != null && runs.summary() != null;
      data.addValue(present ? panel.figure().applyAsDouble(runs.summary()) : 0, "", kind.title());
      labels.add(present ? panel.label().apply(runs.summary()) : "–");
    }
    NumberAxis axis = new NumberAxis(panel.title());
    axis.setLabelFont(TITLE);
    axis.setLabelPaint(TEXT);
    axis.setTickLabelFont(PLAIN);
    axis.setTickLabelPaint(TEXT);
    axis.setUpperMargin(LABEL_MARGIN);
    axis.setAxisLineVisible(false);
    axis.setTickMarksVisible(false);
    CategoryPlot plot = new CategoryPlot(data, null, axis, new Bars(rows, labels));
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeGridlineStroke(new BasicStroke(1));
    return plot;
  }

  /** Bars in the colour of their client, each with its figure at the end. */
  private static final class Bars extends BarRenderer {
    private static final long serialVersionUID = 1;
    private final transient List<ClientKind> rows;

    Bars(List<ClientKind> rows, List<String> labels) {
      this.rows = rows;
      setBarPainter(new StandardBarPainter());
      setShadowVisible(false);
      setDrawBarOutline(false);
      setDefaultItemLabelsVisible(true);
      setDefaultItemLabelFont(PLAIN);
      setDefaultItemLabelPaint(TEXT);
      setDefaultItemLabelGenerator(generator(labels));
      setDefaultPositiveItemLabelPosition(
          new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT));
      setItemLabelAnchorOffset(5);
    }

    private static CategoryItemLabelGenerator generator(List<String> labels) {
      return new StandardCategoryItemLabelGenerator() {
        private static final long serialVersionUID = 1;

        @Override
        public String generateLabel(CategoryDataset data, int row, int column) {
          return labels.get(column);
        }
      };
    }

    @Override
    public Paint getItemPaint(int row, int column) {
      ClientKind kind = rows.get(column);
      if (kind.isReprise()) {
        return REPRISE;
      }
      return switch (kind) {
        case HTTPCLIENT_4_5_14 -> REFERENCE;
        case FLOOR -> FLOOR;
        default -> OTHER;
      };
    }
  }
}
