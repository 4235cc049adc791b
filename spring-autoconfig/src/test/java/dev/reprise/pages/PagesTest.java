package dev.reprise.pages;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** What the pages link to, name and quote is there. */
class PagesTest {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern OTHERS =
      Pattern.compile("(.*/)?(target|results|\\.git|\\..*)(/.*)?");

  private static final Pattern CODE = Pattern.compile("(?ms)^ *```(\\w*)\\n(.*?)^ *```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

  /** Rows of the table that is written from the starter's metadata. */
  private static final Pattern PROPERTY = Pattern.compile("(?m)^\\| `([a-z][\\w.<>*-]+)` \\|");

  private static final Pattern DEPENDENCY =
      Pattern.compile("<groupId>dev.reprise</groupId>\\s*<artifactId>([^<]+)</artifactId>");

  /** A path, in which dots stand for folders, or the name of a class, each without its ending. */
  private static final Pattern PLACE = Pattern.compile("`((?:[\\w.…-]+/)+[\\w.-]+|[A-Z]\\w+)`");

  private static final String NUMBER = "\\d{1,3}(?:,\\d{3})+|\\d+\\.\\d+";
  private static final Pattern FIGURE =
      Pattern.compile(
          "(?<![\\w.,/-])(%1$s)(?=(?: (?:ms|µs|times)\\b| [%%×]))|\\((%1$s) to (%1$s)\\)"
              .formatted(NUMBER));
  private static final Pattern MEASURED =
      Pattern.compile("(?<![\\w.,])(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?![\\w,]|\\.\\d)");

  private static final List<String> files = new ArrayList<>();
  private static final Map<String, String> pages = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> all = Files.walk(PROJECT)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = PROJECT.relativize(file).toString().replace('\\', '/');
        files.add(name);
        if (name.endsWith(".md") && !OTHERS.matcher(name).matches()) {
          pages.put(name, Files.readString(file));
        }
      }
    }
    assertThat(pages).hasSizeGreaterThan(20);
  }

  @Test
  void linksLeadSomewhere() {
    List<String> broken = new ArrayList<>();
    pages.forEach(
        (page, text) ->
            LINK.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*") && !leadsSomewhere(page, link))
                .forEach(link -> broken.add(page + ": " + link)));
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(String page, String link) {
    String[] parts = link.split("#", 2);
    Path target = PROJECT.resolve(page).getParent().resolve(parts[0]).normalize();
    String to =
        parts[0].isEmpty() ? page : PROJECT.relativize(target).toString().replace('\\', '/');
    if (!Files.exists(PROJECT.resolve(to))) {
      return false;
    }
    return parts.length == 1 || !pages.containsKey(to) || anchors(to).contains(parts[1]);
  }

  /** As the hosts of repositories make them of headings. */
  private static Set<String> anchors(String page) {
    Map<String, Integer> taken = new HashMap<>();
    return HEADING
        .matcher(CODE.matcher(pages.get(page)).replaceAll(""))
        .results()
        .map(
            heading -> {
              String title = heading.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
              String slug =
                  title
                      .toLowerCase(Locale.ROOT)
                      .replaceAll("[^\\p{L}\\p{N} _-]", "")
                      .replace(' ', '-');
              int times = taken.merge(slug, 1, Integer::sum);
              return times == 1 ? slug : slug + "-" + (times - 1);
            })
        .collect(toSet());
  }

  @Test
  void whereToChangeWhatNamesPlacesThatAreThere() {
    List<String> missing =
        pages
            .get("docs/dev/where-to-change.md")
            .lines()
            .filter(line -> line.startsWith("| "))
            .flatMap(line -> PLACE.matcher(line).results())
            .map(place -> place.group(1))
            .filter(place -> files.stream().noneMatch(file -> isAt(place, file)))
            .toList();
    assertThat(missing).isEmpty();
  }

  private static boolean isAt(String place, String file) {
    String pattern =
        Arrays.stream(place.split("…"))
            .map(Pattern::quote)
            .collect(joining(".*", "(?:^|.*/)", "(?:\\.java|/.*)?"));
    return file.matches(pattern);
  }

  @Test
  void xmlIsWellFormedAndNamesArtifactsThatArePublished() {
    forEach(
        "xml",
        (page, code) -> {
          parse(page, "<snippet>" + code + "</snippet>");
          assertThat(DEPENDENCY.matcher(code).results().map(found -> found.group(1)))
              .as(page)
              .isSubsetOf(
                  "reprise-connector",
                  "reprise-spring-boot-starter",
                  "reprise-junit",
                  "reprise-bom");
        });
  }

  private static void parse(String page, String xml) {
    try {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(xml)));
    } catch (Exception e) {
      throw new AssertionError(page + ": " + xml, e);
    }
  }

  @Test
  void propertiesAreThoseOfReprise() {
    Set<String> known =
        PROPERTY
            .matcher(pages.get("docs/properties.md"))
            .results()
            .map(found -> found.group(1))
            .collect(toSet());
    List<String> unknown = new ArrayList<>();
    forEach(
        "properties",
        (page, code) -> {
          Properties properties = new Properties();
          try {
            properties.load(new StringReader(code));
          } catch (IOException e) {
            throw new AssertionError(page, e);
          }
          properties.stringPropertyNames().stream()
              .filter(name -> name.startsWith("reprise."))
              .map(name -> name.replaceFirst("^reprise\\.clients\\.[\\w-]+\\.", "reprise."))
              .filter(name -> !known.contains(name))
              .forEach(name -> unknown.add(page + ": " + name));
        });
    assertThat(unknown).isEmpty();
  }

  private static void forEach(String language, BiConsumer<String, String> check) {
    pages.forEach(
        (page, text) ->
            CODE.matcher(text)
                .results()
                .filter(code -> code.group(1).equals(language))
                .forEach(code -> check.accept(page, code.group(2))));
  }

  /** Rounded, or as they stand on the measured pages that the same section links to. */
  @Test
  void figuresAreOnTheMeasuredPagesLinkedBesideThem() {
    List<String> unfounded = new ArrayList<>();
    pages.forEach(
        (page, text) -> {
          for (String section : text.split("(?m)^(?=#+ )", -1)) {
            String evidence =
                LINK.matcher(section)
                    .results()
                    .map(link -> link.group(1).replaceFirst(".*(measured/[\\w/-]+\\.md).*", "$1"))
                    .filter(link -> link.startsWith("measured/") && !page.contains("measured"))
                    .map(link -> pages.getOrDefault("docs/" + link, ""))
                    .collect(joining("\n"));
            Set<BigDecimal> measured =
                MEASURED
                    .matcher(evidence)
                    .results()
                    .map(found -> new BigDecimal(found.group().replace(",", "")))
                    .collect(toSet());
            figures(section)
                .filter(figure -> !evidence.isEmpty() && !isAmong(measured, figure))
                .forEach(figure -> unfounded.add(page + ": " + figure));
          }
        });
    assertThat(unfounded).isEmpty();
  }

  private static Stream<BigDecimal> figures(String section) {
    List<MatchResult> found =
        FIGURE.matcher(section.replaceAll("(?s)```.*?```|`[^`\\n]*`", "")).results().toList();
    return found.stream()
        .flatMap(figure -> Stream.of(figure.group(1), figure.group(2), figure.group(3)))
        .filter(figure -> figure != null)
        .map(figure -> new BigDecimal(figure.replace(",", "")));
  }

  private static boolean isAmong(Set<BigDecimal> measured, BigDecimal figure) {
    return measured.stream()
        .anyMatch(one -> one.setScale(figure.scale(), RoundingMode.HALF_UP).compareTo(figure) == 0);
  }
}
