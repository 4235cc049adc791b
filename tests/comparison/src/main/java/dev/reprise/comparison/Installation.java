package dev.reprise.comparison;

import dev.reprise.comparison.client.ClientKind;
import dev.reprise.comparison.client.CryptoProvider;
import dev.reprise.comparison.client.Level;
import dev.reprise.harness.DemoServer;
import dev.reprise.harness.HarnessException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where the build has put the server and the clients' jars. */
record Installation(Path classes, Path target, Path root) {

  private static final String COMMONS_LOGGING = "commons-logging";

  /** The installation that this class was loaded from. */
  static Installation current() {
    try {
      Path classes =
          Path.of(Compare.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path target = classes.getParent();
      return new Installation(classes, target, target.getParent().getParent().getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Path serverJar() {
    return DemoServer.jar(root).orElseThrow(() -> notBuilt(DemoServer.folder(root), null));
  }

  /** The source of the proxy that stands for a distance, which Java runs as it is. */
  Path distanceProxy() {
    return root.resolve("connector/src/test/java/dev/reprise/testkit/DistanceProxy.java");
  }

  /** The jars that make the client what it is. */
  List<Path> libraries(ClientKind client, Level level) {
    List<String> folders = new ArrayList<>(folders(client));
    if (level == Level.WEB_SERVICE_TEMPLATE) {
      // Spring brings its own commons-logging.
      folders.remove(COMMONS_LOGGING);
      folders.add("spring-ws");
    }
    return jars(folders);
  }

  private static List<String> folders(ClientKind client) {
    return switch (client) {
      case HTTPSURLCONNECTION, JAVA_NET_HTTP, FLOOR -> List.of();
      case HTTPCLIENT_4_5_13 -> List.of("httpclient-4.5.13", COMMONS_LOGGING);
      case HTTPCLIENT_4_5_14, KEEP_ALIVE -> List.of("httpclient-4.5.14", COMMONS_LOGGING);
      case HTTPCLIENT_5 -> List.of("httpclient-5");
      case OKHTTP -> List.of("okhttp");
      case REPRISE_HTTPCLIENT4, REPRISE_SPARES ->
          List.of("reprise", "httpclient-4.5.14", COMMONS_LOGGING);
      case REPRISE_HTTPSURLCONNECTION -> List.of("reprise");
    };
  }

  /** The whole class path of the client's JVM. */
  List<Path> classPath(ClientKind client, Level level, CryptoProvider provider) {
    List<Path> path = new ArrayList<>(List.of(classes));
    path.addAll(jars(List.of("common")));
    path.addAll(libraries(client, level));
    switch (provider) {
      case JSSE -> {}
      case CONSCRYPT -> path.addAll(jars(List.of("conscrypt")));
      case CORRETTO -> path.addAll(jars(List.of(correttoFolder())));
    }
    return path;
  }

  /** Whether the provider can run on this platform. */
  boolean supports(CryptoProvider provider) {
    return provider != CryptoProvider.CORRETTO
        || Files.isDirectory(target.resolve("clients").resolve(correttoFolder()));
  }

  private static String correttoFolder() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").replace("amd64", "x86_64");
    return "corretto-" + os + "-" + arch.replace("aarch64", "aarch_64");
  }

  private List<Path> jars(Collection<String> folders) {
    List<Path> jars = new ArrayList<>();
    for (String folder : folders) {
      Path directory = target.resolve("clients").resolve(folder);
      try (Stream<Path> files = Files.list(directory)) {
        files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
      } catch (IOException e) {
        throw notBuilt(directory, e);
      }
    }
    return jars;
  }

  private static HarnessException notBuilt(Path missing, Throwable cause) {
    return new HarnessException(missing + " is not there; run compare.sh, which builds it", cause);
  }
}
