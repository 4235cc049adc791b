package dev.reprise.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** A published project descriptor, as far as the rules ask for it. */
final class Pom {

  private final Document document;

  private Pom(Document document) {
    this.document = document;
  }

  static Pom read(Path file) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      return new Pom(
          factory.newDocumentBuilder().parse(Files.newInputStream(file), file.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  /** Text at a path of element names such as scm/url; nothing where it is absent or blank. */
  Optional<String> text(String path) {
    String ofTheFirst = "/project/" + path.replace("/", "[1]/") + "[1]";
    try {
      String found = XPathFactory.newInstance().newXPath().evaluate(ofTheFirst, document);
      return Optional.of(found.strip()).filter(text -> !text.isEmpty());
    } catch (XPathExpressionException e) {
      throw new IllegalArgumentException(path, e);
    }
  }

  String packaging() {
    return text("packaging").orElse("jar");
  }

  /** What it says itself, else what its parent hands down. */
  Optional<String> textOrParents(String path) {
    return text(path).or(() -> text("parent/" + path));
  }
}
