package dev.reprise.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each recipe of the page compiles as it stands. */
class DocumentationTest {

  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  /** What the page takes for given. */
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
  void itsJavaCompiles(String recipe) {
    StringWriter messages = new StringWriter();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")),
                null,
                List.of(new Source(recipe)))
            .call();
    assertThat(compiled).as("%s%s", recipe, messages).isTrue();
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String recipe) {
      super(URI.create("string:///Page.java"), JavaFileObject.Kind.SOURCE);
      List<String> imports = new ArrayList<>();
      List<String> code = new ArrayList<>();
      recipe.lines().forEach(line -> (line.startsWith("import ") ? imports : code).add(line));
      // What a recipe declares itself is not given to it.
      String given =
          GIVEN.stream()
              .filter(one -> !recipe.contains(one.substring(one.lastIndexOf('.') + 1) + " ="))
              .collect(Collectors.joining(", "));
      text =
          String.join("\n", imports)
              + "\nclass Page { void code("
              + given
              + ") throws Exception {\n"
              + String.join("\n", code)
              + "\n}}";
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
