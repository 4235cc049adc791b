package dev.reprise.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The pages of the project, as HTML that a browser opens from a folder. What a page links to and is
 * no page itself is copied beside it; a folder is shown by the host of the repository.
 */
final class Site {

  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
  private static final Pattern URL = Pattern.compile("<url>(https://[^<]+)</url>");

  private final Path root;
  private final Navigation navigation;
  private final String repository;
  private final Map<String, Page> pages = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> awaited = new ArrayList<>();

  Site(Path root, Navigation navigation) throws IOException {
    this.root = root.toAbsolutePath().normalize();
    this.navigation = navigation;
    Path pom = this.root.resolve("pom.xml");
    this.repository =
        Files.exists(pom)
            ? URL.matcher(Files.readString(pom))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElse("")
            : "";
    for (String source : sources()) {
      pages.put(source, new Page(Files.readString(this.root.resolve(source))));
    }
  }

  public static void main(String[] args) throws IOException {
    Site site = new Site(Path.of(args[0]), Navigation.ofProject());
    site.write(Path.of(args[1]));
    site.problems().forEach(System.err::println);
    site.awaited().forEach(System.err::println);
    System.exit(site.problems().isEmpty() ? 0 : 1);
  }

  /** By their paths in the project, with slashes. */
  Map<String, Page> pages() {
    return pages;
  }

  /** Links that lead nowhere, and pages that nobody finds; known once it is written. */
  List<String> problems() {
    return problems;
  }

  /** Links to pages of results that no command has written yet; no fault of the text. */
  List<String> awaited() {
    return awaited;
  }

  void write(Path out) throws IOException {
    problems.clear();
    awaited.clear();
    for (Navigation.Entry entry : navigation.entries()) {
      check("navigation", entry.target(), entry.target());
    }
    for (Map.Entry<String, Page> page : pages.entrySet()) {
      String source = page.getKey();
      if (!isFound(source)) {
        problems.add(source + ": neither in the navigation nor linked by a page");
      }
      write(out.resolve(html(source)), document(source, page.getValue(), out));
    }
    try (InputStream style = Site.class.getResourceAsStream("site.css")) {
      Files.copy(style, out.resolve("site.css"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private List<String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(root, 4)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(
              name ->
                  !name.contains("target/")
                      && !name.startsWith("results/")
                      && (!name.contains("/")
                          || name.startsWith("docs/")
                          || name.startsWith("examples/")
                          || name.startsWith("demo-server/")
                          || name.startsWith("tests/boot-matrix/")))
          .sorted()
          .toList();
    }
  }

  private boolean isFound(String source) {
    return navigation.entries().stream().anyMatch(entry -> entry.page().equals(source))
        || pages.entrySet().stream()
            .filter(page -> !page.getKey().equals(source))
            .anyMatch(
                page ->
                    page.getValue().links().stream()
                        .anyMatch(
                            link ->
                                !ELSEWHERE.matcher(link).matches()
                                    && pageAt(resolve(page.getKey(), path(link)))
                                        .equals(Optional.of(source))));
  }

  private String document(String source, Page page, Path out) {
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        .append(escaped(page.title().equals("Reprise") ? "Reprise" : page.title() + " · Reprise"))
        .append("</title>\n<link rel=\"stylesheet\" href=\"")
        .append(relative(source, "site.css"))
        .append("\">\n</head>\n<body>\n<nav aria-label=\"Documentation\">\n");
    navigation
        .groups()
        .forEach(
            (group, entries) -> {
              html.append("<p>").append(escaped(group)).append("</p>\n<ul>\n");
              for (Navigation.Entry entry : entries) {
                html.append("<li><a href=\"")
                    .append(relative(source, html(entry.target())))
                    .append(entry.target().equals(source) ? "\" aria-current=\"page\">" : "\">")
                    .append(escaped(entry.title()))
                    .append("</a></li>\n");
              }
              html.append("</ul>\n");
            });
    html.append("</nav>\n<main>\n");
    String body = page.html(link -> target(source, link, out));
    List<Page.Section> contents =
        page.sections().stream().filter(section -> section.level() == 2).toList();
    int afterTitle = body.indexOf("</h1>");
    if (contents.size() > 3 && afterTitle >= 0) {
      html.append(body, 0, afterTitle + 5)
          .append("\n<details class=\"contents\"><summary>On this page</summary>\n<ul>\n");
      contents.forEach(
          section ->
              html.append("<li><a href=\"#")
                  .append(section.anchor())
                  .append("\">")
                  .append(escaped(section.title()))
                  .append("</a></li>\n"));
      html.append("</ul>\n</details>").append(body.substring(afterTitle + 5));
    } else {
      html.append(body);
    }
    return html.append("<footer>")
        .append(escaped(source))
        .append("</footer>\n</main>\n</body>\n</html>\n")
        .toString();
  }

  /** Where a link of a page leads in the site. */
  private String target(String source, String link, Path out) {
    if (ELSEWHERE.matcher(link).matches()) {
      return link;
    }
    check(source, link, resolve(source, link));
    if (link.startsWith("#")) {
      return link;
    }
    String to = resolve(source, path(link));
    Optional<String> page = pageAt(to);
    if (page.isPresent()) {
      return relative(source, html(page.get())) + anchor(link);
    }
    if (isAwaited(to)) {
      return "#";
    }
    Path file = root.resolve(to);
    if (Files.isDirectory(file)) {
      return repository + "/tree/main/" + to;
    }
    if (Files.isRegularFile(file)) {
      copy(file, out.resolve(to));
    }
    return relative(source, to);
  }

  private void check(String source, String link, String resolved) {
    String to = path(resolved);
    Optional<String> page = pageAt(to);
    if (isAwaited(to)) {
      awaited.add(source + ": " + link + " is not measured yet");
    } else if (page.isEmpty() && !Files.exists(root.resolve(to))) {
      problems.add(source + ": " + link + " is not there");
    } else if (page.isPresent()
        && !anchor(resolved).isEmpty()
        && !pages.get(page.get()).hasSection(anchor(resolved).substring(1))) {
      problems.add(source + ": " + link + ", no such section");
    }
  }

  private boolean isAwaited(String path) {
    return path.startsWith("docs/measured/")
        && path.endsWith(".md")
        && !Files.exists(root.resolve(path));
  }

  /** The page that a path names, as a file or as the folder that it describes. */
  private Optional<String> pageAt(String path) {
    String inFolder = path.isEmpty() ? "README.md" : path + "/README.md";
    return Stream.of(path, inFolder).filter(pages::containsKey).findFirst();
  }

  private static String resolve(String source, String link) {
    if (link.startsWith("#")) {
      return source + link;
    }
    Path folder = Path.of("/" + source).getParent();
    String to = folder.resolve(path(link)).normalize().toString().replace('\\', '/').substring(1);
    return to + anchor(link);
  }

  private static String path(String link) {
    return link.contains("#") ? link.substring(0, link.indexOf('#')) : link;
  }

  private static String anchor(String link) {
    return link.contains("#") ? link.substring(link.indexOf('#')) : "";
  }

  /** The file that a page becomes, with the section that was named. */
  private static String html(String target) {
    String page = path(target);
    String name = page.equals("README.md") ? "index.html" : page.replaceAll("\\.md$", ".html");
    return name + anchor(target);
  }

  private static String relative(String source, String target) {
    Path folder = Path.of("/" + source).getParent();
    return folder.relativize(Path.of("/" + path(target))).toString().replace('\\', '/')
        + anchor(target);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to.getParent());
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
