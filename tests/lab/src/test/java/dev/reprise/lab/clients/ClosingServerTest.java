package dev.reprise.lab.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosingServerTest {

  @TempDir private Path folder;

  private interface Close {
    void end(SSLSocket socket) throws IOException;
  }

  private static void call(SSLSocketFactory sockets, ClosingServer server, Close close)
      throws IOException {
    int port = Integer.parseInt(server.url().replaceAll("\\D", ""));
    try (SSLSocket socket = (SSLSocket) sockets.createSocket("localhost", port)) {
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] begin = socket.getInputStream().readNBytes("HTTP/1.1 200 OK".length());
      assertThat(new String(begin, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200 OK");
      close.end(socket);
    }
  }

  private static void readToTheEnd(SSLSocket socket) throws IOException {
    socket.getInputStream().readAllBytes();
  }

  private static void reset(SSLSocket socket) throws IOException {
    socket.setSoLinger(true, 0);
  }

  @Test
  void handshakesAreCounted() throws Exception {
    Path authority = folder.resolve("ca.pem");
    try (ClosingServer server = new ClosingServer(authority)) {
      SSLSocketFactory sockets = Trust.newSockets(authority);
      for (int i = 0; i < 5; i++) {
        call(sockets, server, ClosingServerTest::readToTheEnd);
      }
      call(Trust.newSockets(authority), server, ClosingServerTest::readToTheEnd);
      assertThat(server.counts()).isEqualTo(new ClosingServer.Counts(6, 2, 0, 0, 0));
    }
  }

  @Test
  void whoClosesFirstIsSeen() throws Exception {
    Path authority = folder.resolve("ca.pem");
    try (ClosingServer server = new ClosingServer(authority)) {
      SSLSocketFactory sockets = Trust.newSockets(authority);
      server.hold(200);
      call(sockets, server, ClosingServerTest::readToTheEnd);
      server.hold(20_000);
      call(sockets, server, SSLSocket::shutdownOutput);
      call(sockets, server, ClosingServerTest::reset);
      ClosingServer.Counts counts = server.counts();
      assertThat(counts.serverFirst()).isEqualTo(1);
      assertThat(counts.clientFirst()).isEqualTo(2);
    }
  }
}
