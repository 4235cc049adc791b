package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.HeldCertificate;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenSSL with TLS 1.3 and without tickets: there is nothing to resume. */
class TicketlessServerTest extends TlsTest {

  @TempDir Path directory;

  private Process server;
  private int port;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "openssl"))),
        "openssl is not installed");
    HeldCertificate held = certificates.server();
    Path pem =
        Files.writeString(
            directory.resolve("server.pem"), held.certificatePem() + held.privateKeyPkcs8Pem());
    server =
        new ProcessBuilder(
                "openssl",
                "s_server",
                "-accept",
                "127.0.0.1:0",
                "-cert",
                pem.toString(),
                "-key",
                pem.toString(),
                "-num_tickets",
                "0",
                "-www")
            .redirectErrorStream(true)
            .start();
    String accepts =
        new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))
            .lines()
            .filter(line -> line.startsWith("ACCEPT "))
            .findFirst()
            .orElseThrow();
    port = Integer.parseInt(accepts.substring(accepts.lastIndexOf(':') + 1));
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  /** The peer is not taken for a cluster, nor its operator told to share keys. */
  @Test
  void hasLeftNothingToResume() throws Exception {
    ResumingSslSocketFactory factory = factory();
    int calls = 20;
    for (int i = 0; i < calls; i++) {
      try (Socket socket = factory.createSocket("localhost", port)) {
        socket
            .getOutputStream()
            .write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().readAllBytes()).asString().startsWith("HTTP/1.0 200");
      }
    }
    assertThat(statistics.total().fullBy())
        .containsEntry(FullHandshakeCause.FIRST, 1L)
        .containsEntry(FullHandshakeCause.NO_SESSION, calls - 1L);
    assertThat(factory.laneCounts().live()).isEqualTo(1);
  }
}
