import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A provider to try the examples with: it answers each request with Connection: close, over TLS,
 * under a certificate of its own for localhost. {@code java Provider.java [PORT]} leaves the
 * certificate to trust in trust.p12, password changeit, in the working directory.
 */
final class Provider {

  private static final String PASSWORD = "changeit";

  public static void main(String[] args) throws Exception {
    Path keys = Path.of("keys.p12");
    Path certificate = Path.of("provider.pem");
    Path trust = Path.of("trust.p12");
    for (Path old : List.of(keys, certificate, trust)) {
      Files.deleteIfExists(old);
    }
    keytool("-genkeypair", "-keystore", keys.toString(), "-alias", "provider", "-keyalg", "EC",
        "-dname", "CN=localhost", "-ext", "san=dns:localhost", "-validity", "30");
    keytool("-exportcert", "-rfc", "-keystore", keys.toString(), "-alias", "provider",
        "-file", certificate.toString());
    keytool("-importcert", "-noprompt", "-keystore", trust.toString(), "-alias", "provider",
        "-file", certificate.toString());

    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);

    int port = args.length == 0 ? 8443 : Integer.parseInt(args[0]);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), port), 100);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          try (InputStream request = exchange.getRequestBody()) {
            request.readAllBytes();
          }
          byte[] body = "balance 250000.00\n".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.getResponseHeaders().set("Connection", "close");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    System.out.println("https://localhost:" + server.getAddress().getPort() + "/");
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(command).inheritIO().start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool failed");
    }
  }
}
