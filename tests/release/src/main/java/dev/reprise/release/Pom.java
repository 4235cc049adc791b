package dev.reprise.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A published project descriptor, as far as the rules ask for it. */
final class Pom {

  private final Element project;

  private Pom(Element project) {
    this.project = project;
  }

  static Pom read(Path file) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      return new Pom(
          factory
              .newDocumentBuilder()
              .parse(Files.newInputStream(file), file.toString())
              .getDocumentElement());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  /** Text at a path of element names such as scm/url; nothing where it is absent or blank. */
  Optional<String> text(String path) {
    return element(path).map(found -> found.getTextContent().strip()).filter(t -> !t.isEmpty());
  }

  String packaging() {
    return text("packaging").orElse("jar");
  }

  /** What it says itself, else what its parent hands down. */
  Optional<String> textOrParents(String path) {
    return text(path).or(() -> text("parent/" + path));
  }

  private Optional<Element> element(String path) {
    Optional<Element> at = Optional.of(project);
    for (String name : path.split("/")) {
      at = at.flatMap(element -> child(element, name));
    }
    return at;
  }

  private static Optional<Element> child(Element parent, String name) {
    return children(parent, name).stream().findFirst();
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getNodeName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }
}
