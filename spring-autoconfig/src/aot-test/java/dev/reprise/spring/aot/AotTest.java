package dev.reprise.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

/** Boot's processing ahead of time, and an application started from what it wrote. */
class AotTest {

  private static final String[] PROPERTIES = {"--reprise.clients.bank.read-timeout=3s"};

  @TempDir Path directory;

  @Test
  void anApplicationStartsFromWhatWasProcessedAheadOfTime() throws Exception {
    Path sources = directory.resolve("sources");
    Path resources = directory.resolve("resources");
    Path classes = directory.resolve("classes");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                AotApplication.class.getName(),
                sources.toString(),
                resources.toString(),
                classes.toString(),
                "dev.reprise",
                "aot-test"));
    arguments.addAll(List.of(PROPERTIES));
    SpringApplicationAotProcessor.main(arguments.toArray(new String[0]));
    compile(sources, classes);

    Path output = directory.resolve("output");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Dspring.aot.enabled=true",
                "-cp",
                String.join(
                    File.pathSeparator,
                    classes.toString(),
                    resources.toString(),
                    System.getProperty("java.class.path")),
                AotApplication.class.getName()));
    command.addAll(List.of(PROPERTIES));
    Process child =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    child.waitFor();
    assertThat(Files.readString(output))
        .contains("AOT-processed")
        .contains("read timeout of bank: 3000")
        .contains("default is apart: true");
    assertThat(child.exitValue()).isZero();
  }

  private static void compile(Path sources, Path classes) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path")));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(new String[0])))
        .isZero();
  }
}
