package dev.reprise.faults;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.faults.probe.Cell;
import dev.reprise.faults.probe.Fault;
import dev.reprise.faults.probe.ProbeMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs the probe on one JDK with one TLS version; faults of the clock in a JVM of their own. */
final class ProbeRun {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PeerProcess peer;
  private final Path java;
  private final String protocol;
  private final List<String> clients;
  private final int tries;
  private final Path faketime;

  ProbeRun(
      PeerProcess peer,
      Path java,
      String protocol,
      List<String> clients,
      int tries,
      Path faketime) {
    this.peer = peer;
    this.java = java;
    this.protocol = protocol;
    this.clients = clients;
    this.tries = tries;
    this.faketime = faketime;
  }

  void run(List<Fault> faults, Consumer<Cell> cells) throws IOException {
    List<Fault> ordinary = faults.stream().filter(fault -> !fault.movesClock()).toList();
    if (!ordinary.isEmpty()) {
      probe(ordinary, "-", Map.of(), cells);
    }
    List<Fault> ofTheClock = faults.stream().filter(Fault::movesClock).toList();
    if (!ofTheClock.isEmpty()) {
      Path directory = Files.createTempDirectory("reprise-clock");
      Path offset = Files.writeString(directory.resolve("offset"), "+0");
      try {
        probe(
            ofTheClock,
            offset.toString(),
            Map.of(
                "LD_PRELOAD",
                faketime.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                offset.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1"),
            cells);
      } finally {
        Files.deleteIfExists(offset);
        Files.delete(directory);
      }
    }
  }

  private void probe(
      List<Fault> faults, String offset, Map<String, String> environment, Consumer<Cell> cells)
      throws IOException {
    List<String> arguments =
        List.of(
            String.valueOf(peer.controlPort()),
            protocol,
            String.join(",", clients),
            faults.stream().map(Fault::label).collect(joining(",")),
            String.valueOf(tries),
            String.valueOf(Promises.TIMEOUT_MILLIS),
            offset);
    try (ChildJvm probe =
        new ChildJvm(
            "the probe on " + java,
            java,
            List.of("-Xmx256m", "-Xshare:auto"),
            ProbeMain.class,
            arguments,
            environment)) {
      for (String line = probe.readLine(); line != null; line = probe.readLine()) {
        cells.accept(JSON.readValue(line, Cell.class));
      }
      probe.awaitEnd();
    }
  }
}
