package dev.reprise.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Eventually;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starting and stopping servers inside a JVM. */
class DemoServerTest {
  @Test
  void closingLeavesNoThreadAndNoListener() throws Exception {
    DemoServer.start().close();
    Set<Thread> before = threads();
    int port;
    try (DemoServer server = DemoServer.start();
        DemoServer other = DemoServer.start(DemoOptions.builder().garbagePort(0).build())) {
      port = server.port();
      Exchange.post(server, "/ws");
      Exchange.postToHeld(other, "/fault/hold-open/plain");
      assertThat(threads()).hasSizeGreaterThan(before.size());
    }

    Eventually.holds(() -> before.containsAll(threads()));
    assertThatThrownBy(() -> new WatchedSocket("127.0.0.1", port).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void aServerThatCannotStartLeavesNoThread(@TempDir Path directory) throws IOException {
    DemoServer.start().close();
    Set<Thread> before = threads();
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      DemoOptions options =
          DemoOptions.builder().garbagePort(busy.getLocalPort()).directory(directory).build();

      assertThatThrownBy(() -> DemoServer.start(options))
          .isInstanceOf(DemoStartException.class)
          .hasMessageStartingWith("port: " + busy.getLocalPort() + " ");
    }
    Eventually.holds(() -> before.containsAll(threads()));
  }

  @Test
  void anAddressOfAnotherMachineIsRefused() {
    DemoOptions options = DemoOptions.builder().address("192.0.2.1").build();

    assertThatThrownBy(() -> DemoServer.start(options))
        .isInstanceOf(DemoStartException.class)
        .hasMessageStartingWith("address: ");
  }

  @Test
  void takesNoOptionFromTheEnvironment() {
    System.setProperty("demo.response-size", "77");
    try (DemoServer server = DemoServer.start()) {
      assertThat(server.options().responseSize()).isEqualTo(1024);
    } finally {
      System.clearProperty("demo.response-size");
    }
  }

  @Test
  void listensOnIpv6() throws Exception {
    try (DemoServer server = DemoServer.start(DemoOptions.builder().address("::1").build())) {
      assertThat(server.baseUrl()).startsWith("https://[::1]:");
      assertThat(HttpCalls.post(server, "/plain", "").statusCode()).isEqualTo(200);
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .filter(thread -> !thread.getName().startsWith("HttpClient-"))
        .collect(Collectors.toSet());
  }
}
