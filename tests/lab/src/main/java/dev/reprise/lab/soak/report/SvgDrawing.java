package dev.reprise.lab.soak.report;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Element;

/** Turns drawing into an SVG image. */
final class SvgDrawing {

  private static final String NAMESPACE = "http://www.w3.org/2000/svg";

  private SvgDrawing() {}

  static String draw(int width, int height, Consumer<Graphics2D> drawing) {
    try {
      SVGGeneratorContext context =
          SVGGeneratorContext.createDefault(
              DocumentBuilderFactory.newInstance()
                  .newDocumentBuilder()
                  .getDOMImplementation()
                  .createDocument(NAMESPACE, "svg", null));
      context.setComment("");
      SVGGraphics2D graphics = new SVGGraphics2D(context, false);
      graphics.setSVGCanvasSize(new Dimension(width, height));
      drawing.accept(graphics);
      Element root = graphics.getRoot();
      root.setAttribute("viewBox", "0 0 " + width + " " + height);
      StringWriter svg = new StringWriter();
      graphics.stream(root, svg, true, false);
      return svg.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
