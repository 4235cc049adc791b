package dev.reprise.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of README.md compiles. */
class ReadmeTest {

  @TempDir private Path folder;

  @Test
  void itsJavaCompiles() throws IOException {
    String java =
        Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("README.md")))
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.joining("\n"));
    assertThat(java).isNotEmpty();
    Path source =
        Files.writeString(
            folder.resolve("Readme.java"),
            "import static org.assertj.core.api.Assertions.assertThat;\n"
                + "import dev.reprise.demo.*;\n"
                + "abstract class Readme {\n"
                + "abstract void call(String url, javax.net.ssl.SSLContext context);\n"
                + "void use() throws Exception {\n"
                + java
                + "}}\n");
    StringWriter messages = new StringWriter();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
      assertThat(
              compiler
                  .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                  .call())
          .as("%s", messages)
          .isTrue();
    }
  }
}
