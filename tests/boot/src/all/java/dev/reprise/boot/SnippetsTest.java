package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of docs/spring-boot.md, with the class path of this generation. */
class SnippetsTest {

  private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

  /** How a snippet says that it is not for every generation. */
  private static final String LATER = "// Boot 3.2 and later";

  private static final String BEFORE =
      "import dev.reprise.spring.*; import dev.reprise.tls.TlsListener;import"
          + " org.springframework.boot.webservices.client.*;import"
          + " org.springframework.context.annotation.*; import"
          + " org.springframework.http.client.*;import org.springframework.web.client.*; import"
          + " org.springframework.ws.client.core.*;import org.springframework.ws.transport.*;class"
          + " HandshakeLog implements TlsListener { HandshakeLog(String client) {} }\n";

  @Test
  void snippetsCompile(@TempDir Path directory) throws Exception {
    List<String> snippets =
        BLOCK
            .matcher(Files.readString(Path.of("..", "..", "docs", "spring-boot.md")))
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.toList());
    assertThat(snippets).isNotEmpty();
    StringBuilder source = new StringBuilder(BEFORE);
    for (String snippet : snippets) {
      String members =
          Stream.of(snippet.split("\n\n"))
              .filter(member -> Applications.boot() >= 3.2 || !member.contains(LATER))
              .collect(Collectors.joining("\n\n"));
      source.append("class Snippet").append(source.length()).append(" {\n" + members + "}\n");
    }
    Path file = Files.writeString(directory.resolve("Snippets.java"), source);
    // The JVM of this test may be a runtime without a compiler.
    Process compiler =
        new ProcessBuilder(
                Path.of(System.getProperty("boot.jdk"), "bin", "javac").toString(),
                "-proc:none",
                "-Xlint:none",
                "--release",
                Applications.boot() < 3 ? "11" : "17",
                "-d",
                directory.toString(),
                "-classpath",
                System.getProperty("java.class.path"),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String messages = new String(compiler.getInputStream().readAllBytes());
    assertThat(compiler.waitFor()).as(messages).isZero();
  }
}
