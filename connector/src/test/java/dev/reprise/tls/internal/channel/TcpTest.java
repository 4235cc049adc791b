package dev.reprise.tls.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.NothingLeftOver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A socket that is closed by one thread just as another opens it (JDK-8278326), and its input. */
class TcpTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  /** Has another thread close it once whoever opens it has seen that it is not closed. */
  private static final class ClosedAsItOpens extends Socket {

    private Tcp tcp;
    private boolean reset;
    private Thread closer;

    @Override
    public boolean isClosed() {
      boolean closed = super.isClosed();
      if (closer == null) {
        closer = new Thread(this::closeNow, "closer");
        closer.start();
        while (closer.getState() != Thread.State.BLOCKED && closer.isAlive()) {
          Thread.onSpinWait();
        }
      }
      return closed;
    }

    private void closeNow() {
      try {
        if (reset) {
          tcp.reset();
        } else {
          tcp.close();
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @ParameterizedTest(name = "bind: {0}, reset: {1}")
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void aConnectOrABindLeavesNothing(boolean binds, boolean reset) throws Exception {
    SocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(any);
      server.configureBlocking(false);
      ClosedAsItOpens socket = new ClosedAsItOpens();
      socket.reset = reset;
      socket.tcp = new Tcp(socket, null);
      try {
        if (binds) {
          socket.tcp.bind(any);
        } else {
          socket.tcp.connect(server.getLocalAddress(), 0);
        }
      } catch (SocketException e) {
        assertThat(e).hasMessageContaining("losed");
      }
      socket.closer.join();
      assertThat(socket.isClosed()).isTrue();
      SocketChannel accepted = server.accept();
      if (accepted != null) {
        assertEnds(accepted.socket());
      }
    }
  }

  private static void assertEnds(Socket peer) throws IOException {
    try (peer) {
      peer.setSoTimeout(10_000);
      assertThat(peer.getInputStream().read()).isNegative();
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  /** Neither for who looks for the peer's end, nor in a buffer for the next connection. */
  @Test
  void nothingIsThereOnceTheInputIsReleased() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket peer = server.accept()) {
      byte[] sent = new byte[30_000];
      Arrays.fill(sent, (byte) 1);
      peer.getOutputStream().write(sent);
      RecordInput in = new RecordInput(new Tcp(socket, null));
      do {
        assertThat(in.await(20_000)).isTrue();
      } while (in.records().limit() < in.records().capacity());
      // Now its end makes room.
      in.records().position(in.records().limit() - 1);
      assertThat(in.await(20_000)).isTrue();
      assertThat(in.hasCome()).isTrue();
      in.release();
      assertThat(in.hasCome()).isFalse();
      for (int i = 0; i <= Buffers.MOST; i++) {
        assertThat(Buffers.take().array()).isEqualTo(new byte[Buffers.SIZE]);
      }
    }
  }
}
