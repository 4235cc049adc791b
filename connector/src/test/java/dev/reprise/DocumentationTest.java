package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java in pages about the connector compiles as it stands, and what they name is there. */
class DocumentationTest {

  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  /** A public method that may return null, with its Javadoc. */
  private static final Pattern GIVES_NULL =
      Pattern.compile(
          "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public [^;{}=]*\\{(?:(?!\\v {2}}).)*?(return|\\?)"
              + " null");

  /** What the pages take for given. */
  private static final String GIVEN =
      "char[] trustPassword, char[] keyPassword, URL url,"
          + " TrustManager[] trustManagers, KeyManager[] keyManagers,"
          + " ResumingSslSocketFactory sockets";

  @TempDir private Path classes;

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/httpclient.md", "docs/preconnect.md"})
  void itsJavaCompiles(String page) throws IOException {
    String text = Files.readString(Path.of("..").resolve(page));
    List<String> snippets =
        JAVA.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toList());
    assertThat(snippets).isNotEmpty();
    Path source = Files.writeString(classes.resolve("Page.java"), source(snippets));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int errors =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                messages,
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(errors).as("%s: %s", page, messages).isZero();
  }

  /** The snippets in a class, with what the pages take for given. */
  private static String source(List<String> snippets) {
    String imports =
        Stream.of(
                "dev.reprise.http.*",
                "dev.reprise.httpclient4.*",
                "dev.reprise.tls.*",
                "java.io.*",
                "java.net.*",
                "java.security.*",
                "java.time.*",
                "javax.net.ssl.*",
                "org.apache.http.*",
                "org.apache.http.client.config.*",
                "org.apache.http.client.methods.*",
                "org.apache.http.config.*",
                "org.apache.http.conn.socket.*",
                "org.apache.http.impl.client.*",
                "org.apache.http.impl.conn.*",
                "org.apache.http.util.*")
            .map(name -> "import " + name + ";\n")
            .collect(Collectors.joining());
    return imports
        + "class Page { void code("
        + GIVEN
        + ") throws Exception {\n"
        + String.join("\n", snippets)
        + "}}";
  }

  @Test
  void theTestsThatHoldAPromiseAreThere() throws IOException {
    Set<String> tests;
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      tests =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith("Test.java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
    }
    List<String> named =
        Pattern.compile("`(\\w+Test)`")
            .matcher(Files.readString(Path.of("..", "docs", "security.md")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toList());
    assertThat(named).isNotEmpty().isSubsetOf(tests);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls",
        "http",
        "httpclient4",
        "httpclient5",
        "agent",
        "spring",
        "spring/autoconfigure"
      })
  void packagesSaySinceWhenTheyAreThereAndTypesWhatMayBeNull(String name) throws IOException {
    String module =
        name.startsWith("spring") ? "spring-autoconfig" : name.equals("agent") ? name : "connector";
    Path sources = Path.of("..", module, "src/main/java/dev/reprise", name);
    assertThat(sources.resolve("package-info.java"))
        .content()
        .contains("No argument or result is null", " * @since 0.");
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        assertThat(
                GIVES_NULL.matcher(Files.readString(file)).results().map(found -> found.group(1)))
            .allMatch(javadoc -> javadoc.contains("null"));
      }
    }
  }
}
