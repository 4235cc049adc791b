package dev.reprise.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.Machine;
import dev.reprise.lab.Run;
import dev.reprise.lab.matrix.server.TlsVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsPageTest {

  private static final Judge JUDGE = Judge.load();

  @TempDir private Path directory;

  @Test
  void pageAndDataTellTheSame() throws IOException {
    CellResult holds = result("nginx", Samples.answered(4), Samples.answered(22));
    CellResult explained = result("openssl-0-tickets", Samples.answered(40), Samples.answered(40));
    CellResult differs = result("haproxy", Samples.answered(5), Samples.answered(4));
    Run<Settings, CellResult> run =
        new Run<>(
            "matrix",
            "2026-01-02T03:04:05Z",
            "tests/lab.sh matrix --short",
            "0123456789ab",
            "1.2.3",
            new Machine("Linux 1", "CPU", 2, null),
            Map.of(Run.CLIENT, "17.0.2 Vendor"),
            null,
            List.of("SKIPPED go: go is not installed", "FAILED gnutls, TLSv1.3: no luck"),
            new Settings(
                3,
                new TreeMap<>(Map.of("nginx", "1.2", "openssl-0-tickets", "3.0", "haproxy", "2.6")),
                Map.of("nginx", "nginx", "openssl-0-tickets", "s_server", "haproxy", "HAProxy")),
            List.of(differs, holds, explained));
    run.write(directory);
    List<Run<Settings, CellResult>> read =
        Run.readAll(directory, "matrix", Settings.class, CellResult.class);
    assertThat(read).containsExactly(run);
    assertThat(new ResultsPage(Results.of(read), JUDGE.explanations()).page().text())
        .contains("Measured 2026-01-02 on CPU, 2 processors, Linux 1. Commit: 0123456789ab.")
        .contains("`tests/lab.sh matrix --short`", " On 17.0.2.")
        .contains("3 cells: **1 hold**, 1 are explained, 1 differ.")
        .contains("| nginx | 1.3 | 40 | 12/120 (66/120) | close_notify |")
        .contains("| s_server | 1.3 | 40 | 120/120 (120/120) | close_notify |")
        .contains("| HAProxy | 1.3 | 40 | **15/120 (12/120)** | close_notify |")
        .contains("| openssl-0-tickets; TLSv1.3; EC key; JDK 17.0.2 | 1 | The server sends no")
        .contains("not explained: 5 full handshakes in 40 connections, where 4 must do")
        .contains("- SKIPPED go: go is not installed", "- FAILED gnutls, TLSv1.3: no luck")
        .doesNotContain("%%");
    JsonNode data = new ObjectMapper().readTree(directory.resolve("matrix/17.0.2.json").toFile());
    assertThat(data.at("/cells/2/verdict").asText()).isEqualTo("explained");
    assertThat(data.at("/cells/2/explanation").asText()).isEqualTo("no-tickets");
    assertThat(data.at("/cells/1/reprise/serverView/resumed").asLong()).isEqualTo(108);
    assertThat(data.at("/cells/1/cell/tls").asText()).isEqualTo("TLSv1.3");
  }

  private static CellResult result(String server, Measured reprise, Measured stock) {
    return JUDGE.judge(
        Samples.cell(server, TlsVersion.TLS13, "17.0.2"),
        List.of(reprise, reprise, reprise),
        List.of(stock, stock, stock));
  }
}
