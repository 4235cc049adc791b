package dev.reprise.lab;

import dev.reprise.subject.CryptoProvider;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where the build has put what the experiments run. */
public final class Installation {

  public static final Path CLASSES = classes();

  /** The lab's folder of built and passing things. */
  public static final Path TARGET = CLASSES.getParent();

  public static final Path ROOT = TARGET.getParent().getParent().getParent();

  private Installation() {}

  private static Path classes() {
    try {
      return Path.of(
          Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static List<Path> clients() {
    Path built = ROOT.resolve("tests").resolve("clients").resolve("target");
    List<Path> path = new ArrayList<>(List.of(built.resolve("classes")));
    path.addAll(jarsIn(built.resolve("libraries")));
    path.addAll(jars("common"));
    return path;
  }

  /** The folder of the provider's jars, if it is not the JDK's own. */
  public static List<String> folders(CryptoProvider provider) {
    return switch (provider) {
      case JSSE -> List.of();
      case CONSCRYPT -> List.of("conscrypt");
      case CORRETTO -> {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").replace("amd64", "x86_64");
        yield List.of("corretto-" + os + "-" + arch.replace("aarch64", "aarch_64"));
      }
    };
  }

  public static List<Path> jars(String... folders) {
    List<Path> jars = new ArrayList<>();
    for (String name : folders) {
      jars.addAll(jarsIn(TARGET.resolve("jars").resolve(name)));
    }
    return jars;
  }

  public static Path demoServer() {
    return jarsIn(ROOT.resolve("demo-server").resolve("target")).stream()
        .filter(jar -> jar.toString().endsWith("-app.jar"))
        .findFirst()
        .orElseThrow(() -> new HarnessException("the demo server is not built"));
  }

  private static List<Path> jarsIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new HarnessException(folder + " is not there; tests/lab.sh builds it", e);
    }
  }
}
