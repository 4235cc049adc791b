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
  private static final Pattern WORDS =
      Pattern.compile(
          "(?i)\\b(anew|amiss|at hand|for want of|be (it|they)|mend(s|ed)?|told of|who asks|whoever"
              + "|a call whose server|close wait|reduced offers?|fleets?|be had|for good|parted by"
              + "|all the same|of itself|(calls|requests) a second|(CPU|ms) a (call|request))\\b");

  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\\n]*`|\\([^)\\s]*\\)");

  /** What stands between the words of a comment of several lines, and of a message. */
  private static final Pattern BREAK = Pattern.compile("\"?\\n\\s*(\\*|//|\\+ \")?\\s*");

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"));
        Stream<Path> examples = Files.walk(PROJECT.resolve("examples"))) {
      return Stream.of(
          Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "RELEASING.md")
              .map(PROJECT::resolve),
          Stream.of("CHANGELOG.md", "agent/README.md", "demo-server/README.md")
              .map(PROJECT::resolve),
          docs.filter(file -> !file.toString().contains("measured")),
          examples)
          .flatMap(files -> files)
          .filter(file -> file.toString().endsWith(".md"))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPage(Path page) throws IOException {
    assertThat(found(CODE.matcher(Files.readString(page)).replaceAll(" "))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"connector", "agent", "spring-autoconfig", "probe", "demo-server"})
  void theMessagesAndCommentsOf(String module) throws IOException {
    try (Stream<Path> sources = Files.walk(PROJECT.resolve(module).resolve("src/main"))) {
      for (Path source : sources.filter(WordsTest::holdsWords).toList()) {
        String text = BREAK.matcher(Files.readString(source)).replaceAll(" ");
        assertThat(found(text)).as(source.toString()).isEmpty();
      }
    }
  }

  private static boolean holdsWords(Path file) {
    return file.toString().matches(".*\\.(java|properties)");
  }

  private static List<String> found(String text) {
    return WORDS.matcher(text).results().map(MatchResult::group).distinct().toList();
  }
}
