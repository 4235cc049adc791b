package dev.reprise.subject.compare;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.reprise.testkit.Certificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** Answers every POST with a SOAP envelope and Connection: close. */
public final class TestServer implements AutoCloseable {

  public static final String PASSWORD = "changeit";

  private static final byte[] ANSWER =
      ("<S:Envelope xmlns:S=\"http://schemas.xmlsoap.org/soap/envelope/\"><S:Body>"
              + "<answer xmlns=\"urn:test\">42</answer></S:Body></S:Envelope>")
          .getBytes(StandardCharsets.US_ASCII);

  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final HttpsServer server;
  private final Path trustStore;

  /** Starts a server on localhost whose certificate is for the given name. */
  public TestServer(String certificateName, Path directory) throws Exception {
    Certificates certificates = new Certificates();
    trustStore = directory.resolve("trust.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", certificates.authority());
    try (OutputStream out = Files.newOutputStream(trustStore)) {
      store.store(out, PASSWORD.toCharArray());
    }
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(certificates.keyManagers(certificates.serverOf(certificateName)), null, null);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Connection", "close");
          exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
          int status = exchange.getRequestURI().getPath().equals("/broken") ? 503 : 200;
          exchange.sendResponseHeaders(status, ANSWER.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(ANSWER);
          }
        });
    server.start();
  }

  public String url(String path) {
    return "https://localhost:" + server.getAddress().getPort() + path;
  }

  public Path trustStore() {
    return trustStore;
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.shutdownNow();
  }
}
