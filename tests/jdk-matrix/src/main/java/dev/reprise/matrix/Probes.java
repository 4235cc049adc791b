package dev.reprise.matrix;

import dev.reprise.harness.ChildJvm;
import dev.reprise.harness.HarnessException;
import dev.reprise.harness.JavaRuntime;
import dev.reprise.matrix.probe.ProbeClient;
import dev.reprise.matrix.probe.ProbeMain;
import dev.reprise.matrix.probe.ProbeReply;
import dev.reprise.matrix.probe.ProbeRequest;
import dev.reprise.matrix.server.RunningServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A JVM for each JDK and HttpCore, started when first needed and kept: clients share nothing within
 * it but compiled code. For use by one thread.
 */
final class Probes implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Installation installation;
  private final Map<String, JavaRuntime> runtimes;
  private final Map<List<String>, ChildJvm> jvms = new HashMap<>();
  private final Map<String, String> versions = new LinkedHashMap<>();

  Probes(Installation installation, List<JavaRuntime> runtimes) {
    this.installation = installation;
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
    List<String> key = List.of(cell.jdk(), cell.httpCore());
    try {
      ChildJvm jvm = jvms.computeIfAbsent(key, unused -> start(cell));
      jvm.send(request);
      ProbeReply reply = jvm.receive(ProbeReply.class, LIMIT);
      if (reply.java != null) {
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

  private ChildJvm start(Cell cell) {
    return ChildJvm.on(runtimes.get(cell.jdk()))
        .named("the probe on JDK " + cell.jdk())
        .heap("256m")
        .options("-Xss512k")
        .classPath(installation.probeClassPath(cell.httpCore()))
        .main(ProbeMain.class.getName())
        .start();
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
