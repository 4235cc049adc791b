package dev.reprise.lab.matrix.server;

import dev.reprise.lab.JavaRuntime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** All servers of the matrix. */
public final class Servers {

  private Servers() {}

  /**
   * The servers, in the order of the table.
   *
   * @param runtimes gives the Java of a feature version that servers on JSSE run on
   * @param tomcat the class path of Tomcat's JVM
   * @param demo the demo server's application jar
   */
  public static List<ServerKind> all(
      IntFunction<Optional<JavaRuntime>> runtimes, List<Path> tomcat, Path demo) {
    List<ServerKind> servers = new ArrayList<>(List.of(Nginx.kind(), HaProxy.kind()));
    servers.addAll(OpenSsl.all());
    servers.add(GnuTls.kind());
    for (int feature : List.of(17, 25)) {
      servers.add(new Tomcat(feature, () -> runtimes.apply(feature), tomcat));
    }
    for (int feature : List.of(17, 25)) {
      servers.add(new DemoServerKind(feature, () -> runtimes.apply(feature), demo));
    }
    servers.addAll(List.of(GoServer.kind(), PythonServer.kind()));
    servers.addAll(Fleet.all());
    return List.copyOf(servers);
  }
}
