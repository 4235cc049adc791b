package dev.reprise.lab.matrix.server;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.JavaRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Embedded Tomcat over JSSE, in a JVM of its own.
 *
 * @param feature the feature version of its Java
 * @param runtimes gives the runtime, or none if there is none
 */
record Tomcat(int feature, Supplier<Optional<JavaRuntime>> runtimes, List<Path> classPath)
    implements ServerKind {

  @Override
  public String name() {
    return "tomcat-" + feature;
  }

  @Override
  public String title() {
    return "Tomcat (JSSE of JDK " + feature + ")";
  }

  @Override
  public String version() {
    return org.apache.catalina.util.ServerInfo.getServerNumber()
        + " on "
        + runtimes.get().map(JavaRuntime::version).orElse("no JDK");
  }

  @Override
  public Optional<String> missing() {
    return runtimes.get().isPresent()
        ? Optional.empty()
        : Optional.of("there is no JDK " + feature);
  }

  @Override
  public RunningServer start(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
    List<String> command =
        ChildJvm.on(runtimes.get().orElseThrow())
            .classPath(classPath)
            .main(TomcatMain.class.getName())
            .arguments(
                Integer.toString(port),
                site.tls().label(),
                site.key().label(),
                site.certificate().certificate().toString(),
                site.certificate().key().toString(),
                site.directory().toString())
            .command();
    return new NativeServer(name(), site, port)
        .complaint("((?:SEVERE|WARNING|[\\w.]+Exception):? .*)")
        .start(command);
  }
}
