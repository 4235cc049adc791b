package dev.reprise.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.matrix.server.TlsVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {

  private static final Judge JUDGE = Judge.load();

  @TempDir private Path directory;

  @Test
  void pageAndDataTellTheSame() throws IOException {
    CellResult holds = result("nginx", Samples.answered(4), Samples.answered(22));
    CellResult explained = result("openssl-0-tickets", Samples.answered(40), Samples.answered(40));
    CellResult differs = result("haproxy", Samples.answered(5), Samples.answered(4));
    Results results =
        new Results(
            "2026-01-02T03:04:05Z",
            "run.sh --short",
            new Machine("Linux 1", "CPU", 2),
            Map.of("17.0.2", "17.0.2 Vendor"),
            Map.of("nginx", "1.2", "openssl-0-tickets", "3.0", "haproxy", "2.6"),
            Map.of("nginx", "nginx", "openssl-0-tickets", "s_server", "haproxy", "HAProxy"),
            List.of("SKIPPED go: go is not installed"),
            List.of("FAILED gnutls, TLSv1.3: no luck"),
            List.of(holds, explained, differs));
    Reports.write(results, JUDGE.explanations(), directory);

    assertThat(Files.readString(directory.resolve("compatibility.md")))
        .contains("Written by `run.sh --short` on 2026-01-02T03:04:05Z")
        .contains("3 cells: **1 hold**, 1 are explained, 1 differ.")
        .contains("| nginx | 1.3 | 40 | 4 (22) | close_notify |")
        .contains("| s_server | 1.3 | 40 | 40 (40) | close_notify |")
        .contains("| HAProxy | 1.3 | 40 | **5 (4)** | close_notify |")
        .contains("| openssl-0-tickets; TLSv1.3; EC key; JDK 17.0.2 | 1 | The server sends no")
        .contains("not explained: 5 full handshakes in 40 connections, where 4 must do")
        .contains("- SKIPPED go: go is not installed", "- FAILED gnutls, TLSv1.3: no luck")
        .doesNotContain("%%");
    JsonNode data =
        new ObjectMapper().readTree(directory.resolve("compatibility/results.json").toFile());
    assertThat(data.at("/cells/1/verdict").asText()).isEqualTo("explained");
    assertThat(data.at("/cells/1/explanation").asText()).isEqualTo("no-tickets");
    assertThat(data.at("/cells/0/reprise/serverView/resumed").asLong()).isEqualTo(36);
    assertThat(data.at("/cells/0/cell/tls").asText()).isEqualTo("TLSv1.3");
  }

  private static CellResult result(String server, Measured reprise, Measured stock) {
    return JUDGE.judge(Samples.cell(server, TlsVersion.TLS13, "17.0.2"), reprise, stock);
  }
}
