package dev.reprise.lab.faults;

import static java.util.stream.Collectors.joining;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ClassPath;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.ProbeMain;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Runs the probe on one JDK with one TLS version. */
record ProbeRun(
    PeerProcess peer, JavaRuntime runtime, String protocol, List<String> clients, int tries) {

  private static final Duration CELL_LIMIT = Duration.ofMinutes(5);

  void run(List<FaultCase> faults, Consumer<Cell> cells) {
    if (faults.isEmpty()) {
      return;
    }
    try (ChildJvm probe =
        ChildJvm.on(runtime)
            .named("the probe on JDK " + runtime.version())
            .options(ChildJvm.SILENT)
            .classPath(ClassPath.OWN)
            .main(ProbeMain.class.getName())
            .arguments(
                String.valueOf(peer.controlPort()),
                protocol,
                String.join(",", clients),
                faults.stream().map(FaultCase::label).collect(joining(",")),
                String.valueOf(tries),
                String.valueOf(Promises.TIMEOUT_MILLIS))
            .start()) {
      for (int i = 0; i < faults.size() * clients.size(); i++) {
        cells.accept(probe.receive(Cell.class, CELL_LIMIT));
      }
    }
  }
}
