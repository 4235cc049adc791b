package dev.reprise.bootmatrix;

import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where things are in the repository.
 *
 * @param module the folder of the matrix
 */
record Layout(Path module) {

  /** Of the repository that this class was built in. */
  static Layout current() {
    try {
      Path classes =
          Path.of(Layout.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new Layout(classes.getParent().getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Path root() {
    return module.getParent().getParent();
  }

  Path jdks() {
    return module.resolveSibling("jdks.sh");
  }

  Path cases(Generation generation) {
    return module.resolve("cases").resolve(generation.folder()).resolve("target");
  }

  Path sample(Generation generation) {
    return module
        .resolve("sample")
        .resolve(generation.folder())
        .resolve("target")
        .resolve("quotes.jar");
  }

  Path demoServer() {
    return DemoServer.jar(root())
        .orElseThrow(
            () ->
                new HarnessException(
                    "the demo server is not built; run without --installed, or mvn -DskipTests"
                        + " package -pl demo-server"));
  }

  static List<Path> jars(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new HarnessException("'%s' cannot be read: %s".formatted(folder, e), e);
    }
  }
}
