package dev.reprise.lab;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYDataset;

/** How charts look: dark text and pale lines on white, and no frames. */
public final class Charts {

  public static final Color TEXT = new Color(0x1E293B);
  public static final Color GRID = new Color(0xE2E8F0);
  public static final Color REPRISE = new Color(0x0F766E);
  public static final Color REFERENCE = new Color(0x64748B);

  private Charts() {}

  /** An axis with its title and figures in this font. */
  public static <A extends NumberAxis> A style(A axis, Font font) {
    axis.setLabelFont(font);
    axis.setLabelPaint(TEXT);
    axis.setTickLabelFont(font);
    axis.setTickLabelPaint(TEXT);
    axis.setAxisLineVisible(false);
    return axis;
  }

  /** Lines over a grid; an axis that the plot shares with others is null. */
  public static XYPlot lines(
      XYDataset data, ValueAxis domain, ValueAxis range, XYItemRenderer renderer) {
    XYPlot plot = new XYPlot(data, domain, range, renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    return plot;
  }

  /**
   * The chart as an SVG element.
   *
   * @param id goes into the names of its parts, which a page has only once
   * @param legend whether it stands above the chart
   */
  public static String svg(String id, int width, int height, Plot plot, Font font, boolean legend) {
    JFreeChart chart = new JFreeChart(null, font, plot, legend);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(6, 6, 6, legend ? 14 : 10));
    if (legend) {
      chart.getLegend().setPosition(RectangleEdge.TOP);
      chart.getLegend().setItemFont(font);
      chart.getLegend().setFrame(BlockBorder.NONE);
    }
    return Svg.draw(
        id,
        width,
        height,
        graphics -> chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height)));
  }
}
