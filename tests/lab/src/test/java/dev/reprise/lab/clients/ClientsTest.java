package dev.reprise.lab.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.LabRun;
import dev.reprise.lab.Run;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--no-such-option | Unknown option: '--no-such-option'",
        "--jdks=12        | --jdks: unknown JDK '12'; known are 11.0.9, ",
        "--threads=65     | --threads: 65 is not within 1 to 64",
      })
  void badOptionsAreToldInOneLine(String option, String message) {
    LabRun run = LabRun.of("clients", option);
    assertThat(run.code()).isEqualTo(Experiment.USAGE);
    assertThat(run.complaints())
        .singleElement()
        .asString()
        .startsWith("tests/lab.sh clients: " + message);
  }

  @Test
  void thePageIsWrittenFromTheRawData(@TempDir Path directory) throws Exception {
    Figures stock = new Figures(330, 0, 330, 150, 0, 12, 160, 160, 0, 10, null);
    Figures reprise = new Figures(330, 0, 330, 16, 16, 0, 160, 0, 10, 0, null);
    Run<Settings, Cell> run =
        Run.of(
            "clients",
            Instant.EPOCH,
            "tests/lab.sh clients",
            Map.of(Run.CLIENT, "17.0.2 Any", Run.SERVER, "17.0.15 Any"),
            null,
            List.of("Jetty needs Java 17: not run on 11.0.13"),
            new Settings("TLSv1.3", 3, 20, 10, Map.of("ANY", "Any 1.2")),
            List.of(
                new Cell("ANY", 16, stock, reprise, ""),
                new Cell("ANY", 64, stock, reprise, "3 connections reset")));
    run.write(directory);
    assertThat(Run.readAll(directory, "clients", Settings.class, Cell.class)).containsExactly(run);

    assertThat(LabRun.of("clients", "--page", "--out", directory.toString()).code()).isZero();
    assertThat(directory.resolve("clients.md"))
        .content()
        .contains(
            "| client | JDK 17.0.2 |",
            "| Any 1.2 | 150 / 16 of 330 |",
            "| Any 1.2 | **150 / 16 of 330** |",
            "| Any 1.2 | 54.5 / 95.1 % |",
            "| Any 1.2 | **1.00 / 0.00** |",
            "| Any 1.2 | client / server |",
            "- Any 1.2, 64 threads, JDK 17.0.2: 3 connections reset.",
            "- Jetty needs Java 17: not run on 11.0.13");
  }
}
