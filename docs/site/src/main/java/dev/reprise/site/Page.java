package dev.reprise.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A page of Markdown: its sections, links and snippets, and its HTML. */
final class Page {

  /** A heading: how deep, what it is called, and its anchor. */
  record Section(int level, String title, String anchor) {}

  /** A block of code: its language, and its text. */
  record Snippet(String language, String code) {}

  private static final List<TablesExtension> EXTENSIONS =
      List.of((TablesExtension) TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

  private final Node document;
  private final Map<Heading, Section> sections = new LinkedHashMap<>();
  private final List<String> links = new ArrayList<>();
  private final List<Snippet> snippets = new ArrayList<>();

  Page(String markdown) {
    document = PARSER.parse(markdown);
    Map<String, Integer> taken = new HashMap<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String title = text(heading);
            String slug = slug(title);
            int times = taken.merge(slug, 1, Integer::sum);
            sections.put(
                heading,
                new Section(
                    heading.getLevel(), title, times == 1 ? slug : slug + "-" + (times - 1)));
            visitChildren(heading);
          }

          @Override
          public void visit(Link link) {
            links.add(link.getDestination());
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            links.add(image.getDestination());
          }

          @Override
          public void visit(FencedCodeBlock block) {
            snippets.add(new Snippet(block.getInfo(), block.getLiteral()));
          }
        });
  }

  List<Section> sections() {
    return List.copyOf(sections.values());
  }

  /** Where links and pictures lead, as they are written. */
  List<String> links() {
    return links;
  }

  List<Snippet> snippets() {
    return snippets;
  }

  /** The first heading. */
  String title() {
    return sections.values().stream().map(Section::title).findFirst().orElse("Reprise");
  }

  boolean hasSection(String anchor) {
    return sections.values().stream().anyMatch(section -> section.anchor().equals(anchor));
  }

  String html(UnaryOperator<String> target) {
    return HtmlRenderer.builder()
        .extensions(EXTENSIONS)
        .attributeProviderFactory(
            context ->
                (node, tag, attributes) -> {
                  if (node instanceof Heading heading) {
                    attributes.put("id", sections.get(heading).anchor());
                  } else if (node instanceof Link) {
                    attributes.computeIfPresent("href", (name, value) -> target.apply(value));
                  } else if (node instanceof Image) {
                    attributes.computeIfPresent("src", (name, value) -> target.apply(value));
                  } else if (node instanceof TableBlock) {
                    attributes.put("class", "data");
                  }
                })
        .build()
        .render(document)
        .replace("<table class=\"data\">", "<div class=\"wide\"><table>")
        .replace("</table>", "</table></div>");
  }

  /** As the hosts of repositories make anchors of headings. */
  private static String slug(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static String text(Node parent) {
    StringBuilder text = new StringBuilder();
    parent.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text node) {
            text.append(node.getLiteral());
          }

          @Override
          public void visit(Code node) {
            text.append(node.getLiteral());
          }
        });
    return text.toString();
  }
}
