import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server to try the examples with. It answers each request with Connection: close, over TLS,
 * under a certificate of its own for localhost. {@code java Bank.java [PORT]} leaves the
 * certificate to trust in trust.p12, password changeit, in the working directory.
 */
final class Bank {

  private static final String PASSWORD = "changeit";
  private static final String QUOTE =
      "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body>"
          + "<QuoteResponse xmlns='https://reprise.dev/demo/quotes'><number>Q-1</number>"
          + "<premium>250.00</premium></QuoteResponse></soap:Body></soap:Envelope>";

  public static void main(String[] args) throws Exception {
    Path keys = Path.of("keys.p12");
    Path certificate = Path.of("bank.pem");
    Path trust = Path.of("trust.p12");
    for (Path old : List.of(keys, certificate, trust)) {
      Files.deleteIfExists(old);
    }
    keytool("-genkeypair", "-keystore", keys.toString(), "-alias", "bank", "-keyalg", "EC",
        "-dname", "CN=localhost", "-ext", "san=dns:localhost", "-validity", "30");
    keytool("-exportcert", "-rfc", "-keystore", keys.toString(), "-alias", "bank",
        "-file", certificate.toString());
    keytool("-importcert", "-noprompt", "-keystore", trust.toString(), "-alias", "bank",
        "-file", certificate.toString());

    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);

    int port = args.length == 0 ? 8443 : Integer.parseInt(args[0]);
    ServerSocket server =
        context
            .getServerSocketFactory()
            .createServerSocket(port, 100, InetAddress.getByName("localhost"));
    System.out.println("https://localhost:" + server.getLocalPort() + "/");
    while (true) {
      Socket connection = server.accept();
      new Thread(() -> answer(connection)).start();
    }
  }

  /** One response; the close sends TLS's close_notify. */
  private static void answer(Socket connection) {
    try (connection) {
      connection.setSoTimeout(20_000);
      InputStream in = new BufferedInputStream(connection.getInputStream());
      int length = 0;
      boolean soap = false;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
        }
        soap |= line.toLowerCase(Locale.ROOT).startsWith("soapaction:");
      }
      in.readNBytes(length);
      String body = soap ? QUOTE : "balance 250000.00\n";
      String response =
          "HTTP/1.1 200 OK\r\nContent-Type: "
              + (soap ? "text/xml" : "text/plain")
              + "\r\nContent-Length: "
              + body.length()
              + "\r\nConnection: close\r\n\r\n"
              + body;
      connection.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
      connection.getOutputStream().flush();
    } catch (IOException e) {
      System.err.println(e);
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("no request");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(command).inheritIO().start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool failed");
    }
  }
}
