package dev.reprise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nothing comes sooner than the network permits; how much later is the machine's affair. */
class DistanceProxyTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private ServerSocket server;

  @BeforeEach
  void startServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }

  /** Sends back what comes, until a byte 0 makes it reset the connection. */
  private void echo() {
    threads.execute(
        () -> {
          try (Socket socket = server.accept()) {
            byte[] bytes = new byte[100_000];
            OutputStream out = socket.getOutputStream();
            for (int n = socket.getInputStream().read(bytes);
                n >= 0;
                n = socket.getInputStream().read(bytes)) {
              if (bytes[0] == 0) {
                socket.setSoLinger(true, 0);
                return;
              }
              out.write(bytes, 0, n);
            }
          } catch (IOException e) {
            // The client sees it.
          }
        });
  }

  private static Duration exchange(Socket socket, int size) throws IOException {
    long start = System.nanoTime();
    byte[] bytes = new byte[size];
    bytes[0] = 1;
    socket.getOutputStream().write(bytes);
    assertThat(socket.getInputStream().readNBytes(size)).isEqualTo(bytes);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private static Socket connect(DistanceProxy proxy) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setTcpNoDelay(true);
    return socket;
  }

  private DistanceProxy.Builder proxy() {
    echo();
    return DistanceProxy.to(server.getLocalPort());
  }

  @Test
  void anExchangeTakesTheRoundTripAndTheFirstOneThatOfTheConnectToo() throws Exception {
    long start = System.nanoTime();
    try (DistanceProxy proxy = proxy().roundTrip(Duration.ofMillis(40)).start();
        Socket socket = connect(proxy)) {
      exchange(socket, 1);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(80));
      assertThat(exchange(socket, 1)).isGreaterThan(Duration.ofMillis(40));
      assertThat(proxy.connections()).isEqualTo(1);
    }
  }

  @Test
  void bytesTakeTheTimeOfTheBandwidth() throws Exception {
    try (DistanceProxy proxy = proxy().bandwidth(1_000_000).start();
        Socket socket = connect(proxy)) {
      assertThat(exchange(socket, 50_000)).isGreaterThan(Duration.ofMillis(90));
    }
  }

  @Test
  void whatIsLostIsSentAgain() throws Exception {
    try (DistanceProxy proxy = proxy().loss(1).start();
        Socket socket = connect(proxy)) {
      assertThat(exchange(socket, 1)).isGreaterThan(Duration.ofMillis(400));
    }
  }

  @Test
  void muchDataInPiecesThatAreDelayedByChanceStaysInOrder() throws Exception {
    try (DistanceProxy proxy = proxy().jitter(Duration.ofMillis(3)).start();
        Socket socket = connect(proxy)) {
      byte[] sent = new byte[3_000_000];
      for (int i = 0; i < sent.length; i++) {
        sent[i] = (byte) (1 + i % 127);
      }
      threads.execute(
          () -> {
            try {
              socket.getOutputStream().write(sent);
              socket.shutdownOutput();
            } catch (IOException e) {
              // What is read tells.
            }
          });
      assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
    }
  }

  @Test
  void aResetIsPassedOn() throws Exception {
    try (DistanceProxy proxy = proxy().roundTrip(Duration.ofMillis(2)).start();
        Socket socket = connect(proxy)) {
      exchange(socket, 1);
      socket.getOutputStream().write(0);
      assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void aServerThatIsNotThereIsAReset() throws Exception {
    server.close();
    try (DistanceProxy proxy = DistanceProxy.to(server.getLocalPort()).start();
        Socket socket = connect(proxy)) {
      assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void anIdleConnectionIsForgottenWithoutAWord() throws Exception {
    try (DistanceProxy proxy = proxy().forgottenAfter(Duration.ofMillis(1)).start();
        Socket socket = connect(proxy)) {
      socket.setSoTimeout(50);
      socket.getOutputStream().write(1);
      assertThatThrownBy(
              () -> {
                while (true) {
                  socket.getInputStream().read();
                  Thread.sleep(5);
                  socket.getOutputStream().write(1);
                }
              })
          .isInstanceOf(SocketTimeoutException.class);
    }
  }
}
