package dev.reprise.lab.faults;

import static java.util.stream.Collectors.joining;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ClassPath;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.ProbeMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the probe on one JDK with one TLS version; faults of the clock in a JVM of their own.
 *
 * @param faketime libfaketime; null if it is not installed, or no fault of the clock is tried
 */
record ProbeRun(
    PeerProcess peer,
    JavaRuntime runtime,
    String protocol,
    List<String> clients,
    int tries,
    Path faketime) {

  private static final Duration CELL_LIMIT = Duration.ofMinutes(5);

  void run(List<FaultCase> faults, Consumer<Cell> cells) {
    List<FaultCase> ordinary = faults.stream().filter(fault -> !fault.movesClock()).toList();
    if (!ordinary.isEmpty()) {
      probe(ordinary, "-", List.of(), cells);
    }
    List<FaultCase> ofTheClock = faults.stream().filter(FaultCase::movesClock).toList();
    if (!ofTheClock.isEmpty()) {
      try {
        probeWithClock(ofTheClock, cells);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void probeWithClock(List<FaultCase> faults, Consumer<Cell> cells) throws IOException {
    Path directory = Files.createTempDirectory("reprise-clock");
    Path offset = Files.writeString(directory.resolve("offset"), "+0");
    try {
      probe(
          faults,
          offset.toString(),
          List.of(
              "LD_PRELOAD=" + faketime,
              "FAKETIME_TIMESTAMP_FILE=" + offset,
              "FAKETIME_CACHE_DURATION=1",
              "FAKETIME_DONT_FAKE_MONOTONIC=1"),
          cells);
    } finally {
      Files.deleteIfExists(offset);
      Files.delete(directory);
    }
  }

  private void probe(
      List<FaultCase> faults, String offset, List<String> environment, Consumer<Cell> cells) {
    try (ChildJvm probe =
        ChildJvm.on(runtime)
            .named("the probe on JDK " + runtime.version())
            .environment(environment)
            .options(ChildJvm.SILENT)
            .classPath(ClassPath.OWN)
            .main(ProbeMain.class.getName())
            .arguments(
                String.valueOf(peer.controlPort()),
                protocol,
                String.join(",", clients),
                faults.stream().map(FaultCase::label).collect(joining(",")),
                String.valueOf(tries),
                String.valueOf(Promises.TIMEOUT_MILLIS),
                offset)
            .start()) {
      for (int i = 0; i < faults.size() * clients.size(); i++) {
        cells.accept(probe.receive(Cell.class, CELL_LIMIT));
      }
    }
  }
}
