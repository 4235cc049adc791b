package dev.reprise.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links that lead nowhere are told, and the site needs no network. */
class SiteTest {

  private static final Path PROJECT = Path.of("..", "..");
  private static final Pattern LOADED =
      Pattern.compile("(?:src|<link[^>]*href)=\"(https?:)?//[^\"]*\"");
  private static final Pattern HREF = Pattern.compile("(?:href|src)=\"([^\":#]+)(?:#[^\"]*)?\"");

  @TempDir private Path root;
  @TempDir private Path out;

  @BeforeEach
  void writePages() throws IOException {
    page("README.md", "# Top\n[a](docs/a.md#one-two) [file](docs/data.csv) [folder](docs)\n");
    page("docs/a.md", "# A\n## One `two`\n[top](../README.md), [here](#one-two)\n");
    page("docs/data.csv", "1\n");
    page("pom.xml", "<project><url>https://host.example/it</url></project>");
  }

  @Test
  void everyLinkOfTheProjectLeadsSomewhere() throws IOException {
    Site site = new Site(PROJECT, Navigation.ofProject());
    site.write(out);
    assertThat(site.problems()).isEmpty();
    assertThat(site.pages()).hasSizeGreaterThan(25);
  }

  @Test
  void theProjectsSiteOpensWithoutNetwork() throws IOException {
    new Site(PROJECT, Navigation.ofProject()).write(out);
    try (Stream<Path> files = Files.walk(out)) {
      assertThat(files.filter(file -> file.toString().endsWith(".html")))
          .isNotEmpty()
          .allSatisfy(
              file -> {
                String html = read(file);
                assertThat(html).doesNotContainPattern(LOADED).doesNotContain("<script");
                HREF.matcher(html)
                    .results()
                    .map(found -> found.group(1))
                    .forEach(to -> assertThat(file.resolveSibling(to)).exists());
              });
    }
  }

  @Test
  void linksLeadToPagesToFilesBesideThemAndToTheRepository() throws IOException {
    assertThat(problems()).isEmpty();
    assertThat(read(out.resolve("index.html")))
        .contains("href=\"docs/a.html#one-two\"")
        .contains("href=\"docs/data.csv\"")
        .contains("href=\"https://host.example/it/tree/main/docs\"");
    assertThat(read(out.resolve("docs/a.html")))
        .contains("<h2 id=\"one-two\">")
        .contains("href=\"../index.html\"")
        .contains("href=\"../site.css\"");
    assertThat(out.resolve("docs/data.csv")).hasContent("1");
  }

  @Test
  void aLinkToNothingIsAProblem() throws IOException {
    page("docs/a.md", "# A\n[b](b.md)\n");
    assertThat(problems())
        .contains("docs/a.md: b.md is not there", "README.md: docs/a.md#one-two, no such section");
  }

  @Test
  void aPageOfResultsMayBeWrittenLater() throws IOException {
    page("docs/a.md", "# A\n## One two\n[b](measured/b.md), [c](measured/c.csv)\n");
    Site site = new Site(root, Navigation.parse("# Group\nREADME.md Top\n"));
    site.write(out);
    assertThat(site.awaited()).containsExactly("docs/a.md: measured/b.md is not measured yet");
    assertThat(site.problems()).containsExactly("docs/a.md: measured/c.csv is not there");
  }

  @Test
  void aSectionOfTheSamePageIsLookedFor() throws IOException {
    page("docs/a.md", "# A\n## One two\n[b](#two)\n");
    assertThat(problems()).containsExactly("docs/a.md: #two, no such section");
  }

  @Test
  void aPageThatNobodyLinksIsAProblem() throws IOException {
    page("docs/b.md", "# B\n[itself](b.md)\n");
    assertThat(problems())
        .containsExactly("docs/b.md: neither in the navigation nor linked by a page");
  }

  @Test
  void aTargetOfTheNavigationIsLookedFor() throws IOException {
    Site site = new Site(root, Navigation.parse("# Group\nREADME.md Top\ndocs/gone.md Gone\n"));
    site.write(out);
    assertThat(site.problems()).containsExactly("navigation: docs/gone.md is not there");
  }

  @Test
  void headingsOfOneTitleHaveAnchorsOfTheirOwn() {
    Page page = new Page("# A\n## Same\n## Same\n## What `/x` says\n");
    assertThat(page.sections())
        .extracting(Page.Section::anchor)
        .isEqualTo(List.of("a", "same", "same-1", "what-x-says"));
  }

  private List<String> problems() throws IOException {
    Site site = new Site(root, Navigation.parse("# Group\nREADME.md Top\n"));
    site.write(out);
    return site.problems();
  }

  private void page(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
