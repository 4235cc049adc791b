package dev.reprise.probe.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Hello;
import dev.reprise.testkit.RecordedConnection;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hybrid of ML-KEM between a client and a server that both speak it, resumed. */
class PostQuantumTest {

  private static final int X25519_MLKEM768 = 0x11ec;
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  @Test
  void conscryptAtGo() throws Exception {
    Site site = Site.in(folder);
    TlsStatistics statistics = new TlsStatistics();
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .provider(Conscrypt.newProvider())
                .trustManagers(site.trust())
                .addListener(statistics)
                .build());
    try (Server server = Server.go(site, "close");
        RecordingProxy proxy = new RecordingProxy(server.port())) {
      for (int i = 0; i < 10; i++) {
        try (Socket socket = factory.createSocket("localhost", proxy.port())) {
          socket.getOutputStream().write(REQUEST);
          assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
              .endsWith("<ok/>");
        }
      }
      proxy.awaitEnds();
      assertThat(proxy.connections())
          .hasSize(10)
          .extracting(PostQuantumTest::group)
          .containsOnly(X25519_MLKEM768);
      assertThat(statistics.total().full()).isEqualTo(1);
      assertThat(statistics.total().resumed()).isEqualTo(9);
    }
  }

  private static int group(RecordedConnection connection) {
    byte[] share = Hello.of(connection.fromServer().get(0).payload()).extension(Hello.KEY_SHARE);
    return ByteBuffer.wrap(share).getShort() & 0xffff;
  }
}
