package dev.reprise.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The page about testing: its Java compiles, its tests pass, and it names each fault. */
class DocumentationTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final String IMPORTS =
      List.of(
              "dev.reprise.junit.*",
              "dev.reprise.testkit.*",
              "dev.reprise.tls.*",
              "java.net.http.*",
              "javax.net.ssl.*",
              "org.junit.jupiter.api.*",
              "org.junit.jupiter.api.extension.*")
          .stream()
          .map(name -> "import " + name + ";\n")
          .collect(
              Collectors.joining("", "", "import static org.junit.jupiter.api.Assertions.*;\n"));

  /** A class of the snippet's own, after imports if need be. */
  private static final Pattern DECLARATION = Pattern.compile("^(import [^;]+;\\s+)*class ");

  @TempDir static Path classes;
  private static String page;

  @BeforeAll
  static void read() throws IOException {
    page = Files.readString(Path.of("..", "..", "docs", "testing.md"));
  }

  @Test
  void itsTestsPass() throws Exception {
    // What is not of Spring, which is not here.
    List<String> snippets =
        JAVA.matcher(page)
            .results()
            .map(found -> found.group(1))
            .filter(text -> !text.contains("@DynamicPropertySource"))
            .collect(Collectors.toList());
    List<JavaFileObject> sources =
        IntStream.range(0, snippets.size())
            .mapToObj(i -> new Source("Page" + i, snippets.get(i)))
            .collect(Collectors.toList());
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
                sources)
            .call();
    assertThat(compiled).as("%s", messages).isTrue();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Thread.currentThread().setContextClassLoader(loader);
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      IntStream.range(0, snippets.size())
                          .mapToObj(i -> DiscoverySelectors.selectClass(loader, "Page" + i))
                          .collect(Collectors.toList()))
                  .build(),
              summary);
    } finally {
      Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }
    assertThat(summary.getSummary().getFailures()).extracting(f -> f.getException()).isEmpty();
    assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(snippets.size());
  }

  @Test
  void itNamesEachFault() {
    assertThat(Arrays.stream(Fault.values()).filter(f -> !page.contains("| `" + f + "` |")))
        .isEmpty();
  }

  /** A snippet that is no class stands in a test of a server. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String name, String snippet) {
      super(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE);
      text =
          IMPORTS
              + (DECLARATION.matcher(snippet).find()
                  ? snippet.replaceFirst("class \\w+", "class " + name)
                  : "class "
                      + name
                      + " { @RegisterExtension static ClosingServer server = ClosingServer.tls13();"
                      + " @Test void page() throws Exception {\n"
                      + snippet
                      + "}}");
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
