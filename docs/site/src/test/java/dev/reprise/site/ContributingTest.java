package dev.reprise.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the map of CONTRIBUTING.md names is there. */
class ContributingTest {

  private static final Path PROJECT = Path.of("..", "..");

  /** A path, in which dots stand for folders, or the name of a class, each without its ending. */
  private static final Pattern PLACE = Pattern.compile("`((?:[\\w.…-]+/)+[\\w.-]+|[A-Z]\\w+)`");

  @Test
  void theMapNamesPlacesThatAreThere() throws IOException {
    List<String> files = files();
    List<String> named =
        Files.readString(PROJECT.resolve("CONTRIBUTING.md"))
            .lines()
            .filter(line -> line.startsWith("| "))
            .flatMap(line -> PLACE.matcher(line).results())
            .map(place -> place.group(1))
            .collect(Collectors.toList());
    assertThat(named).hasSizeGreaterThan(40).allMatch(place -> files.stream().anyMatch(at(place)));
  }

  private static Predicate<String> at(String place) {
    return Pattern.compile(
            Arrays.stream(place.split("…"))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*", "(?:^|.*/)", "(?:\\.java|/.*)?")))
        .asMatchPredicate();
  }

  private static List<String> files() throws IOException {
    List<String> files = new ArrayList<>();
    Files.walkFileTree(
        PROJECT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return Set.of("target", ".git").contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files.add(PROJECT.relativize(file).toString().replace('\\', '/'));
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
