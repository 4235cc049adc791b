package dev.reprise.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Figures that pages quote are on the measured pages that the same section links to, rounded or as
 * they stand there. What is looked at: numbers with decimals or thousands that have a unit of what
 * is measured, and the ranges in brackets behind them.
 */
class FigureTest {

  private static final Path PROJECT = Path.of("..", "..");

  private static final String NUMBER = "\\d{1,3}(?:,\\d{3})+|\\d+\\.\\d+";
  private static final Pattern FIGURE =
      Pattern.compile(
          ("(?<![\\w.,/-])(NUMBER)(?=(?: (?:ms|µs|times)\\b| [%×]))"
                  + "|\\((NUMBER) to (NUMBER)\\)"
                  + "|(?<![\\w.,/-])(NUMBER) to (NUMBER)(?= ms\\b| [%×])")
              .replace("NUMBER", NUMBER));
  private static final Pattern MEASURED =
      Pattern.compile("(?<![\\w.,])(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?![\\w,]|\\.\\d)");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(((?:\\.\\./|docs/)?measured/[\\w./-]+\\.md)[^)]*\\)");

  @Test
  void areOnTheMeasuredPagesLinkedBesideThem() throws IOException {
    Set<String> quoting = new TreeSet<>();
    List<String> unfounded = new ArrayList<>();
    for (Path page : pages()) {
      for (String section : Files.readString(page).split("(?m)^(?=#+ )", -1)) {
        List<Path> evidence =
            LINK.matcher(section)
                .results()
                .map(link -> page.resolveSibling(link.group(1)))
                .collect(Collectors.toList());
        if (evidence.isEmpty()) {
          continue;
        }
        Set<BigDecimal> measured = new HashSet<>();
        for (Path file : evidence) {
          measured.addAll(measured(Files.readString(file)));
        }
        for (String figure : figures(section)) {
          quoting.add(PROJECT.relativize(page).toString());
          if (!isAmong(measured, figure)) {
            unfounded.add(
                PROJECT.relativize(page)
                    + ", "
                    + section.lines().findFirst().orElse("")
                    + ": "
                    + figure);
          }
        }
      }
    }
    assertThat(unfounded).as("figures that no measured page has").isEmpty();
    assertThat(quoting)
        .contains("README.md", "docs/alternatives.md", "docs/providers.md", "docs/spares.md");
  }

  @Test
  void whatCountsAsAFigure() {
    assertThat(figures("| 3.9 ms (3.3 to 4.1) | **2.0 ms** | 1,008 ms | 62.6 % | 1.36 times |"))
        .containsExactly("3.9", "3.3", "4.1", "2.0", "1,008", "62.6", "1.36");
    assertThat(figures("HttpClient 4.5.14 on JDK 11.0.5, Boot 3.1 to 3.5, 20 ms, `1.5 ms`"))
        .isEmpty();
  }

  @Test
  void aFigureIsRoundedFromOneThatWasMeasured() {
    Set<BigDecimal> measured =
        measured("| 3.89 (3.31–4.06) | 1007.7 | 62.6 % | 65,000 | 17.0.15 |");
    assertThat(List.of("3.9", "3.3", "4.1", "1,008", "62.6", "65,000"))
        .allMatch(figure -> isAmong(measured, figure));
    assertThat(List.of("3.8", "62.5", "1,007", "17.0"))
        .noneMatch(figure -> isAmong(measured, figure));
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(PROJECT.resolve("docs"))) {
      return Stream.concat(Stream.of(PROJECT.resolve("README.md")), docs.sorted())
          .filter(file -> file.toString().endsWith(".md"))
          .collect(Collectors.toList());
    }
  }

  private static List<String> figures(String section) {
    String text = section.replaceAll("(?s)```.*?```|`[^`\\n]*`", "");
    List<String> figures = new ArrayList<>();
    for (MatchResult found : FIGURE.matcher(text).results().collect(Collectors.toList())) {
      for (int group = 1; group <= found.groupCount(); group++) {
        if (found.group(group) != null) {
          figures.add(found.group(group));
        }
      }
    }
    return figures;
  }

  private static Set<BigDecimal> measured(String page) {
    return MEASURED
        .matcher(page)
        .results()
        .map(found -> new BigDecimal(found.group().replace(",", "")))
        .collect(Collectors.toSet());
  }

  private static boolean isAmong(Set<BigDecimal> measured, String figure) {
    BigDecimal quoted = new BigDecimal(figure.replace(",", ""));
    return measured.stream()
        .anyMatch(one -> one.setScale(quoted.scale(), RoundingMode.HALF_UP).compareTo(quoted) == 0);
  }
}
