package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.httpclient.Library;
import dev.reprise.httpclient.Setup;
import dev.reprise.httpclient.Setup.Manager;
import dev.reprise.testkit.Hello;
import dev.reprise.tls.Exchange;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;

/** What is offered to a server where the runtime enables what nobody should speak any more. */
class WeakTlsTest {

  private static final List<String> ALL = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

  /** In a JVM that forbids nothing, as its algorithms are read once. */
  @Test
  void whatStockHttpClientDoesNotOfferIsNotOffered() throws Exception {
    String output =
        Exchange.inJvm(
            Offers.class, List.of("-Djdk.tls.client.protocols=" + String.join(",", ALL)));
    Map<String, List<String>> offers =
        output
            .lines()
            .filter(line -> line.contains(" offers "))
            .map(line -> line.split(" offers | with "))
            .collect(Collectors.toMap(offer -> offer[0], offer -> List.of(offer[1], offer[2])));
    assertThat(offers.keySet()).as(output).hasSize(hasModuleOfHttpClient5() ? 8 : 6);
    String suites = offers.get("stock HTTPCLIENT4").get(1);
    assertThat(offers.get("stock JDK").get(0)).contains("769", "770");
    assertThat(offers.get("named").get(0)).contains("769");
    offers.keySet().removeAll(List.of("stock JDK", "stock HTTPCLIENT4", "named"));
    assertThat(offers)
        .allSatisfy((client, offer) -> assertThat(offer).containsExactly("[772, 771]", suites));
  }

  /** HttpClient 5 wants it, and not every runtime has it. */
  private static boolean hasModuleOfHttpClient5() {
    return ModuleLayer.boot().findModule("jdk.net").isPresent();
  }

  /** What the other JVM does. */
  static final class Offers {

    private interface Call {
      Object to(int port) throws Exception;
    }

    private static final ExecutorService CALLERS = Executors.newCachedThreadPool();

    public static void main(String[] arguments) throws Exception {
      Security.setProperty("jdk.tls.disabledAlgorithms", "");
      TlsSettings defaults = TlsSettings.builder().build();
      offer("stock JDK", port -> shake(SSLSocketFactory.getDefault(), port));
      offer("factory", port -> shake(new ResumingSslSocketFactory(defaults), port));
      offer("context", port -> shake(new ResumingSslContext(defaults).getSocketFactory(), port));
      TlsSettings named = TlsSettings.builder().protocols("TLSv1", "TLSv1.2").build();
      offer("named", port -> shake(new ResumingSslSocketFactory(named), port));
      for (Library library : Library.values()) {
        if (library == Library.HTTPCLIENT4 || hasModuleOfHttpClient5()) {
          offer("stock " + library, port -> get(library, Manager.STOCK, port));
          offer(library.toString(), port -> get(library, Manager.OURS, port));
        }
      }
      System.exit(0);
    }

    private static SSLSession shake(SocketFactory factory, int port) throws IOException {
      return ((SSLSocket) factory.createSocket("localhost", port)).getSession();
    }

    private static String get(Library library, Manager manager, int port) throws Exception {
      Setup setup = new Setup(SSLContext.getDefault(), TlsSettings.builder());
      setup.manager = manager;
      return library.client(setup).get("https://localhost:" + port + "/");
    }

    /** Prints what the ClientHello of a call has; the call fails. */
    private static void offer(String client, Call call) throws Exception {
      try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
        // It fails, once it has made its offer.
        CALLERS.submit(() -> call.to(server.getLocalPort()));
        try (Socket socket = server.accept()) {
          DataInputStream in = new DataInputStream(socket.getInputStream());
          in.skipBytes(3);
          byte[] message = new byte[in.readUnsignedShort()];
          in.readFully(message);
          List<Integer> versions = new ArrayList<>(Hello.of(message).supportedVersions());
          System.out.println(client + " offers " + versions + " with " + suites(message));
        }
      }
    }

    private static List<Integer> suites(byte[] message) {
      ByteBuffer hello = ByteBuffer.wrap(message);
      hello.position(4 + 2 + 32);
      hello.position(hello.position() + 1 + (hello.get(hello.position()) & 0xff));
      Integer[] suites = new Integer[(hello.getShort() & 0xffff) / 2];
      Arrays.setAll(suites, i -> hello.getShort() & 0xffff);
      return List.of(suites);
    }
  }
}
