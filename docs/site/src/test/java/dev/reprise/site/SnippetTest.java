package dev.reprise.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** XML and properties in the pages are what the project understands; Java is compiled elsewhere. */
class SnippetTest {

  private static final Path PROJECT = Path.of("..", "..");

  /** Rows of the table that is written from the starter's metadata. */
  private static final Pattern PROPERTY = Pattern.compile("(?m)^\\| `([a-z][\\w.<>*-]+)` \\|");

  /** Whose Java is compiled, each by a test of the module that it is about. */
  private static final Set<String> COMPILED =
      Set.of(
          "README.md",
          "demo-server/README.md",
          "docs/java.md",
          "docs/start.md",
          "docs/testing.md",
          "docs/spares.md",
          "docs/migration.md",
          "docs/clients.md",
          "docs/spring-boot.md");

  private Map<String, Page> pages;

  @BeforeEach
  void readPages() throws IOException {
    pages = new Site(PROJECT, Navigation.ofProject()).pages();
  }

  @Test
  void javaIsOnPagesAloneThatAreCompiled() {
    Set<String> withJava = new TreeSet<>();
    forEach("java", (page, code) -> withJava.add(page));
    assertThat(withJava).isEqualTo(new TreeSet<>(COMPILED));
  }

  @Test
  void xmlIsWellFormedAndNamesArtifactsThatArePublished() {
    Set<String> versions = versions();
    forEach(
        "xml",
        (page, code) -> {
          assertThat(parsed("<snippet>" + code + "</snippet>")).as(page).isTrue();
          List<MatchResult> ours =
              Pattern.compile(
                      "<groupId>dev.reprise</groupId>\\s*<artifactId>([^<]+)</artifactId>"
                          + "(?:\\s*<version>([^<]+)</version>)?")
                  .matcher(code)
                  .results()
                  .toList();
          for (MatchResult dependency : ours) {
            assertThat(dependency.group(1))
                .as(page)
                .isIn(
                    "reprise-connector",
                    "reprise-spring-boot-starter",
                    "reprise-junit",
                    "reprise-bom");
            if (dependency.group(2) != null) {
              assertThat(versions).as(page).contains(dependency.group(2));
            }
          }
        });
  }

  @Test
  void propertiesOfReprise() {
    Set<String> known =
        PROPERTY
            .matcher(read("docs/spring-boot.md"))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    assertThat(known).contains("reprise.enabled", "reprise.tls.provider");
    List<String> unknown = new ArrayList<>();
    forEach(
        "properties",
        (page, code) ->
            properties(code).stringPropertyNames().stream()
                .filter(name -> name.startsWith("reprise.") && !known.contains(general(name)))
                .forEach(name -> unknown.add(page + ": " + name)));
    assertThat(unknown).isEmpty();
  }

  /** A site without scripts shows the text of such a diagram; a picture is an SVG file. */
  @Test
  void noDiagramNeedsAScript() {
    Set<String> withDiagrams = new TreeSet<>();
    forEach("mermaid", (page, code) -> withDiagrams.add(page));
    assertThat(withDiagrams).isEmpty();
  }

  @Test
  void aPropertyOfANamedClientIsOneOfAll() {
    assertThat(general("reprise.clients.parcel-service.timeouts.read"))
        .isEqualTo("reprise.timeouts.read");
    assertThat(general("reprise.tls.provider")).isEqualTo("reprise.tls.provider");
  }

  private static String general(String name) {
    return name.replaceFirst("^reprise\\.clients\\.[\\w-]+\\.", "reprise.");
  }

  private void forEach(String language, BiConsumer<String, String> check) {
    pages.forEach(
        (name, page) ->
            page.snippets().stream()
                .filter(snippet -> language.equals(snippet.language()))
                .forEach(snippet -> check.accept(name, snippet.code())));
  }

  private static Properties properties(String code) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(code));
    } catch (IOException e) {
      throw new AssertionError(code, e);
    }
    return properties;
  }

  private static boolean parsed(String xml) {
    try {
      return DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(xml)))
          != null;
    } catch (Exception e) {
      throw new AssertionError(xml, e);
    }
  }

  /** The version that the build makes, and the last release, which pages name after it. */
  private static Set<String> versions() {
    return Set.of(
        found("<artifactId>reprise-bom</artifactId>\\s*<version>([^<]+)<", "bom/pom.xml"),
        found("<compatibility.baseline>([^<]+)<", "pom.xml"));
  }

  private static String found(String pattern, String file) {
    return Pattern.compile(pattern)
        .matcher(read(file))
        .results()
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  private static String read(String file) {
    try {
      return java.nio.file.Files.readString(PROJECT.resolve(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
