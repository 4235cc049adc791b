package dev.reprise.tls.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class RecordInputTest {

  /** Or whoever looks for the peer's end would find something that nobody can take, for ever. */
  @Test
  void nothingHasComeOnceItIsReleased() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket peer = server.accept()) {
      peer.getOutputStream().write(1);
      RecordInput in = new RecordInput(new Tcp(socket, null, true));
      assertThat(in.await(20_000)).isTrue();
      assertThat(in.hasCome()).isTrue();
      in.release();
      assertThat(in.hasCome()).isFalse();
    }
  }
}
