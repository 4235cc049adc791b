package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.SocketFactory;

/** A client of the fewest means: one request, one response of known length, over any socket. */
public final class Exchange {

  static final byte[] REQUEST =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nping"
          .getBytes(StandardCharsets.US_ASCII);

  private Exchange() {}

  /** Sends the request and reads the response's head and body, and not a byte more. */
  static String over(Socket socket) throws IOException {
    send(socket);
    return receive(socket);
  }

  static void send(Socket socket) throws IOException {
    socket.getOutputStream().write(REQUEST);
  }

  static String receive(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0 || !text.toString().contains("/>")) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("End of stream after: " + text);
      }
      text.append((char) b);
    }
    return text.substring(text.indexOf("\r\n\r\n") + 4);
  }

  /** Makes calls in so many threads at a time, in each so many one after the other. */
  public static void inParallel(int threads, int times, Callable<?> call) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(threads);
    Callable<Void> calls =
        () -> {
          start.countDown();
          // Whoever is woken up comes later than who is awake.
          while (start.getCount() > 0) {
            Thread.onSpinWait();
          }
          for (int i = 0; i < times; i++) {
            call.call();
          }
          return null;
        };
    try {
      for (Future<Void> done : pool.invokeAll(Collections.nCopies(threads, calls))) {
        done.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  static String once(SocketFactory factory, int port) throws IOException {
    try (Socket socket = factory.createSocket("localhost", port)) {
      return over(socket);
    }
  }

  /** Exchanges and closes. */
  static void overAndClose(Socket socket) throws IOException {
    try (socket) {
      assertThat(over(socket)).isEqualTo(TlsPeer.BODY);
    }
  }

  /** Does so one after the other, and each is answered. */
  static void times(int times, SocketFactory factory, int port) throws IOException {
    for (int i = 0; i < times; i++) {
      assertThat(once(factory, port)).isEqualTo(TlsPeer.BODY);
    }
  }

  /** What the main class prints in a JVM of its own, which has to end well. */
  public static String inJvm(Class<?> main, List<String> options, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(output).isZero();
    return output;
  }
}
