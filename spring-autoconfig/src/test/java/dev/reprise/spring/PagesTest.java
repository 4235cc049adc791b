package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation names is there, and what it shows is fit to be copied. */
class PagesTest {

  private static final Pattern PROPERTY =
      Pattern.compile("(?m)(?:^|`)(reprise\\.(?:[a-z-]+\\.)+[a-z-]*[a-z])(?==|`)");

  private static final Pattern METER = Pattern.compile("\"(reprise\\.tls\\.[a-z.]*[a-z])\"");

  private static String page(String name) throws IOException {
    return Files.readString(Path.of("..", "docs", name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"spring-boot.md", "migration.md"})
  void propertiesExist(String page) throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher matcher = PROPERTY.matcher(page(page));
    while (matcher.find()) {
      named.add(matcher.group(1).replaceFirst("^reprise\\.clients\\.[a-z-]+\\.", "reprise."));
    }
    assertThat(named).isNotEmpty();
    Set<String> known = Metadata.properties().keySet();
    assertThat(named)
        .allMatch(
            name ->
                known.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "."))
                    || name.matches(
                        "reprise\\.tls\\.(handshakes|closes|lanes?|reduced|connect|preconnections?)\\b.*"));
  }

  @Test
  void metersAreInTheTable() throws IOException {
    List<String> meters = new ArrayList<>();
    try (Stream<Path> sources =
        Files.list(Path.of("src", "main", "java", "dev", "reprise", "spring", "actuate"))) {
      for (Path source : sources.collect(Collectors.toList())) {
        METER.matcher(Files.readString(source)).results().forEach(m -> meters.add(m.group(1)));
      }
    }
    String page = page("spring-boot.md");
    assertThat(meters).hasSizeGreaterThan(7).allMatch(meter -> page.contains("`" + meter + "`"));
  }

  @Test
  void aClientOfOnesOwnHasTimeouts() throws IOException {
    String[] snippets = page("migration.md").split("```");
    assertThat(snippets)
        .filteredOn(snippet -> snippet.contains("HttpClients.custom()"))
        .isNotEmpty()
        .allSatisfy(
            snippet ->
                assertThat(snippet)
                    .contains(
                        "setConnectTimeout", "setSocketTimeout", "setConnectionRequestTimeout"));
  }
}
