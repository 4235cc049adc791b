package dev.reprise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Nothing comes sooner than the network permits, which measurements at a distance rely on; how much
 * later is the machine's affair.
 */
class DistanceProxyTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private Acceptor server;
  private DistanceProxy proxy;
  private Socket socket;

  /** Sends back what comes, until a byte 0 makes it reset the connection. */
  @BeforeEach
  void start() throws IOException {
    server = new Acceptor();
    server.start(
        socket -> {
          for (int b = socket.getInputStream().read(); b > 0; b = socket.getInputStream().read()) {
            socket.getOutputStream().write(b);
          }
          socket.setSoLinger(true, 0);
        });
    proxy = new DistanceProxy(server.port(), Duration.ofMillis(40));
    socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    proxy.close();
    server.close();
  }

  private Duration exchange() throws IOException {
    long start = System.nanoTime();
    socket.getOutputStream().write(1);
    assertThat(socket.getInputStream().read()).isEqualTo(1);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void anExchangeTakesTheRoundTripAndTheFirstOneThatOfTheConnectToo() throws IOException {
    assertThat(exchange()).isGreaterThan(Duration.ofMillis(70));
    assertThat(exchange()).isGreaterThan(Duration.ofMillis(40));
    socket.getOutputStream().write(0);
    assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
    assertThat(proxy.connections()).isEqualTo(1);
  }

  @Test
  void aConnectionIsForgottenWithoutAWord() throws IOException {
    exchange();
    proxy.forget();
    socket.setSoTimeout(200);
    assertThatThrownBy(this::exchange).isInstanceOf(SocketTimeoutException.class);
  }
}
