package dev.reprise.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages, messages and comments use the project's words, and none that readers stumble over. */
class WordsTest {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** Stumbling words, and former names of things. */
  private static final Pattern PAGES =
      Pattern.compile(
          "(?i)\\b(anew|amiss|for want of|be it|told of|at hand|mend(s|ed)?|close wait"
              + "|reduced offers?)\\b");

  private static final Pattern MESSAGES =
      Pattern.compile(
          "(?i)\\b(anew|amiss|for want of|be it|told of|again and again|close wait"
              + "|reduced offers?)\\b");

  private static final Pattern SOURCES =
      Pattern.compile("\\b(anew|amiss|for want of|be it|mend(s|ed)?)\\b");

  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\\n]*`|\\([^)\\s]*\\)");
  private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"");

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
      return Stream.concat(
          Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "RELEASING.md", "CHANGELOG.md")
              .map(PROJECT::resolve),
          docs
              .filter(file -> file.toString().endsWith(".md"))
              .filter(file -> !file.toString().contains("measured"))
              .toList()
              .stream());
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPage(Path page) throws IOException {
    assertThat(found(PAGES, CODE.matcher(Files.readString(page)).replaceAll(" "))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector", "spring-autoconfig", "probe", "demo-server"})
  void theMessagesAndCommentsOf(String module) throws IOException {
    try (Stream<Path> sources = Files.walk(PROJECT.resolve(module).resolve("src/main"))) {
      for (Path source : sources.filter(WordsTest::holdsWords).toList()) {
        String text = Files.readString(source);
        String messages =
            source.toString().endsWith(".java")
                ? String.join("\n", STRING.matcher(text).results().map(MatchResult::group).toList())
                : text;
        assertThat(found(MESSAGES, messages)).as(source.toString()).isEmpty();
        assertThat(found(SOURCES, text)).as(source.toString()).isEmpty();
      }
    }
  }

  private static boolean holdsWords(Path file) {
    return file.toString().matches(".*\\.(java|properties)");
  }

  private static List<String> found(Pattern words, String text) {
    return words.matcher(text).results().map(MatchResult::group).distinct().toList();
  }
}
