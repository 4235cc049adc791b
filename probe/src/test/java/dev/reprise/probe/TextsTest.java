package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of sentences and the source that names them. */
class TextsTest {

  /** Those that are named by how a connection ended, and by a server's product. */
  private static final Pattern COMPOSED =
      Pattern.compile("(ask\\.end|rec\\.close)\\..*|.*\\.(nginx|apache)");

  private static final Pattern NAME =
      Pattern.compile("\"((ask|set|short|found|failed|gap|rec)\\.[a-z0-9-]+)\"");
  private static final Pattern FAILURE = Pattern.compile("[,?:]\\s+\"([a-z0-9-]+)\"");

  @Test
  void eachSentenceIsNamedAndEachNameHasOne() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String source = Files.readString(file);
        NAME.matcher(source).results().forEach(name -> named.add(name.group(1)));
        if (file.endsWith("Failures.java")) {
          FAILURE.matcher(source).results().forEach(name -> named.add("failed." + name.group(1)));
        }
      }
    }
    Set<String> written =
        new TreeSet<>(ResourceBundle.getBundle("dev.reprise.probe.texts").keySet());
    written.removeIf(name -> COMPOSED.matcher(name).matches());
    assertThat(named).isEqualTo(written);
  }
}
