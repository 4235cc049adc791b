package dev.reprise.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each recipe of the page compiles as it stands. */
class DocumentationTest {

  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  private static final List<String> GIVEN =
      List.of(
          "dev.reprise.tls.TlsSettings settings",
          "dev.reprise.tls.ResumingSslContext context",
          "javax.net.ssl.X509TrustManager trustManager",
          "java.net.URL url",
          "Object port",
          "org.apache.hc.client5.http.impl.classic.CloseableHttpClient httpClient5");

  @TempDir private Path classes;

  static Stream<String> recipes() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "clients.md"));
    List<String> found =
        JAVA.matcher(page).results().map(match -> match.group(1)).collect(Collectors.toList());
    assertThat(found).hasSizeGreaterThan(12);
    return found.stream();
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void itsJavaCompiles(String recipe) throws IOException {
    Path source = Files.writeString(classes.resolve("Page.java"), whole(recipe));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, messages, messages, "-proc:none", source.toString());
    assertThat(failed).as("%s%s", recipe, messages).isZero();
  }

  private static String whole(String recipe) {
    List<String> imports = new ArrayList<>();
    List<String> code = new ArrayList<>();
    recipe.lines().forEach(line -> (line.startsWith("import ") ? imports : code).add(line));
    // What a recipe declares itself is not given to it.
    String given =
        GIVEN.stream()
            .filter(one -> !recipe.contains(one.substring(one.lastIndexOf('.') + 1) + " ="))
            .collect(Collectors.joining(", "));
    return String.join("\n", imports)
        + "\nclass Page { void code("
        + given
        + ") throws Exception {\n"
        + String.join("\n", code)
        + "\n}}";
  }
}
