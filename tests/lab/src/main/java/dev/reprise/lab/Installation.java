package dev.reprise.lab;

import dev.reprise.subject.CryptoProvider;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where the build has put what the experiments run. */
public final class Installation {

  /** The folder of jars of the conversation: in every JVM under test. */
  public static final String COMMON = "common";

  /** Reprise's own. */
  public static final String REPRISE = "reprise";

  /** Logging, as HttpClient 4.5 asks for it. */
  public static final String COMMONS_LOGGING = "commons-logging";

  private static final Path CLASSES = classes();

  private Installation() {}

  private static Path classes() {
    try {
      return Path.of(
          Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The lab's own classes, for what runs in a JVM of its own on the lab's Java. */
  public static Path ownClasses() {
    return CLASSES;
  }

  /** The lab's folder of built and passing things. */
  public static Path target() {
    return CLASSES.getParent();
  }

  /** The project's folder. */
  public static Path root() {
    return target().getParent().getParent().getParent();
  }

  /** The command that finds runtimes. */
  public static Path jdksScript() {
    return root().resolve("tests").resolve("jdks.sh");
  }

  /**
   * The demo server's application jar.
   *
   * @throws HarnessException if it is not built
   */
  public static Path demoServer() {
    return DemoServer.jar(root()).orElseThrow(() -> notBuilt(DemoServer.folder(root()), null));
  }

  /**
   * The recipes of docs/clients.md, and the clients.
   *
   * @throws HarnessException if they are not built
   */
  public static List<Path> clients() {
    Path built = root().resolve("tests").resolve("clients").resolve("target");
    List<Path> path = new ArrayList<>(List.of(built.resolve("classes")));
    path.addAll(jarsIn(built.resolve("libraries")));
    return path;
  }

  /** Whether the build has the provider for this platform. */
  public static boolean has(CryptoProvider provider) {
    return folders(provider).stream().allMatch(name -> Files.isDirectory(folder(name)));
  }

  /** The folders of jars of the provider. */
  public static List<String> folders(CryptoProvider provider) {
    return switch (provider) {
      case JSSE -> List.of();
      case CONSCRYPT, WILDFLY -> List.of(provider.label());
      case CORRETTO -> {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").replace("amd64", "x86_64");
        yield List.of("corretto-" + os + "-" + arch.replace("aarch64", "aarch_64"));
      }
    };
  }

  /**
   * The jars of some folders.
   *
   * @throws HarnessException if one is not built
   */
  public static List<Path> jars(Collection<String> folders) {
    List<Path> jars = new ArrayList<>();
    for (String name : folders) {
      jars.addAll(jarsIn(folder(name)));
    }
    return jars;
  }

  private static List<Path> jarsIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw notBuilt(folder, e);
    }
  }

  private static Path folder(String name) {
    return target().resolve("jars").resolve(name);
  }

  private static HarnessException notBuilt(Path missing, Throwable cause) {
    return new HarnessException(missing + " is not there; tests/lab.sh builds it", cause);
  }
}
