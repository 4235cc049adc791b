package dev.reprise.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.reprise.lab.HarnessException;
import dev.reprise.subject.compare.ClientKind;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarTest {

  @TempDir Path directory;

  @Test
  void clientsThatAreNoSidecarsLackNothing() {
    assertThat(Sidecar.missing(ClientKind.OKHTTP)).isEmpty();
  }

  @Test
  void oneThatDoesNotStartSaysWhy() throws Exception {
    assumeThat(Sidecar.missing(ClientKind.SIDECAR_HAPROXY)).isEmpty();
    Path noAuthority = Files.writeString(directory.resolve("ca.pem"), "nonsense");

    assertThatThrownBy(
            () ->
                Sidecar.start(
                    ClientKind.SIDECAR_HAPROXY,
                    URI.create("https://localhost:1"),
                    noAuthority,
                    "TLSv1.3"))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("sidecar-haproxy does not start")
        .hasMessageContaining("ca.pem");
  }
}
