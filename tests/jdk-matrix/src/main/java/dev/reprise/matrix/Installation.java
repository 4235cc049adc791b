package dev.reprise.matrix;

import dev.reprise.harness.DemoServer;
import dev.reprise.harness.HarnessException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the build has put what the matrix runs.
 *
 * @param classes this module's own classes
 * @param target this module's build folder
 * @param root the project's folder
 */
record Installation(Path classes, Path target, Path root) {

  /** The versions of HttpCore, each with the HttpClient that asks for it. */
  static final List<String> HTTP_CORES = List.of("4.4.13", "4.4.16");

  /** The installation that this class was loaded from. */
  static Installation current() {
    try {
      Path classes =
          Path.of(Matrix.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path target = classes.getParent();
      return new Installation(classes, target, target.getParent().getParent().getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Path jdksScript() {
    return root.resolve("tests").resolve("jdks.sh");
  }

  /** Where servers and probes may write. */
  Path workspace() {
    return target.resolve("servers");
  }

  List<Path> probeClassPath(String httpCore) {
    return classPath("probe", "httpcore-" + httpCore);
  }

  List<Path> tomcatClassPath() {
    return classPath("tomcat");
  }

  /** The demo server's application jar, whether it is there or not. */
  Path demoServer() {
    return DemoServer.jar(root)
        .orElse(DemoServer.folder(root).resolve("reprise-demo-server-app.jar"));
  }

  private List<Path> classPath(String... folders) {
    List<Path> path = new ArrayList<>(List.of(classes));
    for (String folder : folders) {
      Path directory = target.resolve("jars").resolve(folder);
      try (Stream<Path> files = Files.list(directory)) {
        files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(path::add);
      } catch (IOException e) {
        throw new HarnessException(
            directory + " is not there; run tests/jdk-matrix/run.sh, which builds it", e);
      }
    }
    return path;
  }
}
