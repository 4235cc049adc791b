package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.NothingLeftOver;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who reads what a watcher has read before waits no longer than SO_TIMEOUT for both. */
class WatchedInputTest {

  private static final int TIMEOUT = 300;
  private static final int WATCHED = 100;

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  /** The SO_TIMEOUT of each read. */
  private final List<Integer> timeouts = new CopyOnWriteArrayList<>();

  private ServerSocket server;
  private Socket socket;
  private Socket peer;
  private WatchedInput input;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    socket = new Recorded();
    socket.connect(server.getLocalSocketAddress());
    peer = server.accept();
    socket.setSoTimeout(TIMEOUT);
    input = new WatchedInput(socket);
    input.watch();
  }

  @AfterEach
  void close() throws IOException {
    peer.close();
    socket.close();
    server.close();
  }

  private final class Recorded extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          timeouts.add(getSoTimeout());
          return super.read(bytes, offset, length);
        }
      };
    }
  }

  /** A watcher that comes back with nothing, a while after the reader has begun to wait for it. */
  private Thread watcher(Thread reader) {
    Thread watcher =
        new Thread(
            () -> {
              while (reader.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
              }
              long begin = System.nanoTime();
              while (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(WATCHED)) {
                Thread.onSpinWait();
              }
              input.handOver();
            });
    watcher.start();
    return watcher;
  }

  @Test
  void theTimeOfTheWatcherIsAPartOfTheTimeout() throws Exception {
    Thread watcher = watcher(Thread.currentThread());
    assertThatThrownBy(input::read).isInstanceOf(SocketTimeoutException.class);
    watcher.join();
    assertThat(timeouts)
        .singleElement()
        .satisfies(t -> assertThat(t).isBetween(1, TIMEOUT - WATCHED));
    assertThat(input.getSoTimeout()).isEqualTo(TIMEOUT);
    assertThat(socket.getSoTimeout()).isEqualTo(TIMEOUT);
  }

  @Test
  void theNextReadHasAllOfItAgain() throws Exception {
    Thread watcher = watcher(Thread.currentThread());
    peer.getOutputStream().write(new byte[] {1});
    assertThat(input.read()).isEqualTo(1);
    watcher.join();
    peer.getOutputStream().write(new byte[] {2});
    assertThat(input.read()).isEqualTo(2);
    assertThat(timeouts).hasSize(2).last().isEqualTo(TIMEOUT);
  }

  @Test
  void whatIsSetMeanwhileHolds() throws Exception {
    Thread reader = Thread.currentThread();
    Thread watcher = watcher(reader);
    Thread setter =
        new Thread(
            () -> {
              try {
                while (timeouts.isEmpty()) {
                  Thread.onSpinWait();
                }
                input.setSoTimeout(2 * TIMEOUT);
                assertThat(input.getSoTimeout()).isEqualTo(2 * TIMEOUT);
                peer.getOutputStream().write(new byte[] {1});
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    setter.start();
    assertThat(input.read()).isEqualTo(1);
    watcher.join();
    setter.join();
    assertThat(socket.getSoTimeout()).isEqualTo(2 * TIMEOUT);
  }

  @Test
  void whatIsSetWhileTheWatcherReadsIsForTheNextRead() throws Exception {
    socket.setSoTimeout(0);
    Thread reader = Thread.currentThread();
    Thread watcher =
        new Thread(
            () -> {
              while (reader.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              try {
                input.setSoTimeout(TIMEOUT);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
              input.handOver();
            });
    watcher.start();
    peer.getOutputStream().write(new byte[] {1});
    assertThat(input.read()).isEqualTo(1);
    watcher.join();
    assertThat(timeouts).containsExactly(0);
    assertThat(socket.getSoTimeout()).isEqualTo(TIMEOUT);
  }

  @Test
  void oneWithoutATimeoutWaitsForEver() throws Exception {
    socket.setSoTimeout(0);
    Thread reader = Thread.currentThread();
    Thread watcher =
        new Thread(
            () -> {
              while (reader.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              input.handOver();
            });
    watcher.start();
    peer.getOutputStream().write(new byte[] {1});
    assertThat(input.read()).isEqualTo(1);
    watcher.join();
    assertThat(timeouts).containsExactly(0);
  }
}
