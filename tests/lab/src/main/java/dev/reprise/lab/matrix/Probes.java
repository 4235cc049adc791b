package dev.reprise.lab.matrix;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.matrix.server.RunningServer;
import dev.reprise.lab.matrix.server.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import dev.reprise.subject.matrix.ProbeClient;
import dev.reprise.subject.matrix.ProbeMain;
import dev.reprise.subject.matrix.ProbeReply;
import dev.reprise.subject.matrix.ProbeRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A JVM for each JDK, HttpCore and provider, started when first needed and kept: clients share
 * nothing within it but compiled code. For use by one thread.
 */
final class Probes implements AutoCloseable {

  /** The versions of HttpCore, each with the HttpClient that asks for it. */
  private static final Map<String, String> HTTP_CLIENTS =
      Map.of("4.4.13", "4.5.13", "4.4.16", "4.5.14");

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Map<String, JavaRuntime> runtimes;
  private final Map<List<String>, ChildJvm> jvms = new HashMap<>();
  private final Map<String, String> versions = new LinkedHashMap<>();

  Probes(List<JavaRuntime> runtimes) {
    this.runtimes =
        runtimes.stream()
            .distinct()
            .collect(Collectors.toMap(JavaRuntime::name, Function.identity()));
  }

  /** Lets one client do the requests of the cell. */
  Measured run(Cell cell, ProbeClient client, RunningServer server) {
    ProbeRequest request = new ProbeRequest();
    request.client = client;
    request.url = server.url().toString();
    request.method = server.method();
    request.authority = server.authority().toString();
    request.threads = cell.threads();
    request.addresses = server.addresses();
    request.warmUp = Cell.WARM_UP;
    request.requests = cell.requests() - Cell.WARM_UP;
    server.mark();
    if (cell.part() == Part.PROVIDERS) {
      // All names are this machine; the certificate lacks this one.
      request.addresses = List.of(server.url().getHost());
      request.urlOfAnother = server.url().toString().replace("localhost", "other.example");
    }
    if (cell.provider() == CryptoProvider.WILDFLY && cell.tls() == TlsVersion.TLS13) {
      // It offers TLS 1.3 only where one of its cipher suites is named.
      request.protocols = new String[] {cell.tls().label()};
      request.cipherSuites = new String[] {"TLS_AES_256_GCM_SHA384"};
    }
    List<String> key = key(cell);
    try {
      ChildJvm jvm = jvms.computeIfAbsent(key, unused -> start(cell));
      jvm.send(request);
      ProbeReply reply = jvm.receive(ProbeReply.class, LIMIT);
      if (reply.java != null) {
        check("Java", runtimes.get(cell.jdk()).described(), reply.java);
        check("HttpCore", cell.httpCore(), reply.httpCore);
        versions.put(cell.jdk(), reply.java);
      }
      return Measured.of(reply, server.view(reply.completed).orElse(null), server.complaints());
    } catch (HarnessException e) {
      ChildJvm broken = jvms.remove(key);
      if (broken != null) {
        broken.close();
      }
      return Measured.failed(cell.requests(), e.getMessage());
    }
  }

  /** What the provider of the cell lacks to run here. */
  Optional<String> lacking(Cell cell) {
    if (!Installation.has(cell.provider())) {
      return Optional.of("it has nothing for this platform");
    }
    try {
      jvms.computeIfAbsent(key(cell), unused -> start(cell));
      return Optional.empty();
    } catch (HarnessException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static List<String> key(Cell cell) {
    return List.of(cell.jdk(), cell.httpCore(), cell.provider().label());
  }

  /** A figure of another version than the one asked for would be worse than none. */
  private static void check(String what, String asked, String told) {
    if (!asked.equals(told)) {
      throw new HarnessException("the probe runs on %s %s, not %s".formatted(what, told, asked));
    }
  }

  private ChildJvm start(Cell cell) {
    boolean other = cell.provider() != CryptoProvider.JSSE;
    ChildJvm jvm =
        ChildJvm.on(runtimes.get(cell.jdk()))
            .named("the probe on JDK " + cell.jdk())
            .heap("256m")
            .options("-Xss512k")
            .classPath(classPath(cell))
            .main(ProbeMain.class.getName())
            .arguments(other ? new String[] {cell.provider().name()} : new String[0])
            .start();
    String lacking = other ? jvm.receive(ProbeReply.class, LIMIT).failure : null;
    if (lacking != null) {
      jvm.close();
      throw new HarnessException(lacking);
    }
    return jvm;
  }

  private static List<Path> classPath(Cell cell) {
    List<String> folders = new ArrayList<>(Installation.folders(cell.provider()));
    folders.addAll(
        List.of(
            Installation.COMMON,
            Installation.REPRISE,
            Installation.COMMONS_LOGGING,
            "httpclient-" + HTTP_CLIENTS.get(cell.httpCore())));
    return Installation.jars(folders);
  }

  static List<Path> tomcatClassPath() {
    List<Path> path = new ArrayList<>(List.of(Installation.ownClasses()));
    path.addAll(Installation.jars(List.of("tomcat")));
    return path;
  }

  /** The demo server's application jar, whether it is there or not. */
  static Path demoServer() {
    return DemoServer.jar(Installation.root())
        .orElse(DemoServer.folder(Installation.root()).resolve("reprise-demo-server-app.jar"));
  }

  /** Version and vendor of each JDK that ran, by name. */
  Map<String, String> versions() {
    return versions;
  }

  @Override
  public void close() {
    jvms.values().forEach(ChildJvm::close);
    jvms.clear();
  }
}
