package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.reprise.testkit.HeldCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Where and how one server is to run.
 *
 * @param directory a folder of its own
 * @param files the folder of its certificate
 * @param tls the only TLS version it speaks
 * @param key the key type of its certificate
 */
record ServerSite(Path directory, Path files, TlsVersion tls, KeyType key) {

  /** A TLS version, under the names that programs have for it. */
  enum TlsVersion {
    TLS13("1.3"),
    TLS12("1.2");

    final String number;

    TlsVersion(String number) {
      this.number = number;
    }

    /** The name in Java, in tables and in JSON. */
    @JsonValue
    String label() {
      return "TLSv" + number;
    }
  }

  /** The key of a server's certificate, and of the authority that signed it. */
  enum KeyType {
    EC,
    RSA
  }

  /** A body of some hundred bytes, as a SOAP answer has them. */
  static final String BODY = "<answer>" + "<item/>".repeat(60) + "</answer>";

  /** Below the ports that systems give to clients. */
  private static final int LEAST_PORT = 18_000;

  private static final int MOST_PORT = 32_000;

  static ServerSite create(Path parent, String name, TlsVersion tls, KeyType key)
      throws IOException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent, name + "-").toAbsolutePath();
    HeldCertificate authority =
        builder(key).commonName("Matrix CA").certificateAuthority(0).build();
    HeldCertificate server =
        builder(key)
            .commonName("server")
            .addSubjectAlternativeName("localhost")
            .addSubjectAlternativeName("127.0.0.1")
            .addSubjectAlternativeName("127.0.0.2")
            .addSubjectAlternativeName("127.0.0.3")
            .signedBy(authority)
            .build();
    ServerSite site = new ServerSite(directory, directory, tls, key);
    site.write("ca.pem", authority.certificatePem());
    site.write("server.pem", server.certificatePem());
    site.write("key.pem", server.privateKeyPkcs8Pem());
    site.write("both.pem", server.certificatePem() + server.privateKeyPkcs8Pem());
    site.write(
        "answer",
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/xml\r\nContent-Length: "
            + BODY.length()
            + "\r\n\r\n"
            + BODY);
    return site;
  }

  private static HeldCertificate.Builder builder(KeyType type) {
    HeldCertificate.Builder builder = new HeldCertificate.Builder();
    return type == KeyType.RSA ? builder.rsa2048() : builder;
  }

  void delete() throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** The same with a folder of its own: another member of a fleet. */
  ServerSite member(String name) throws IOException {
    return new ServerSite(Files.createDirectories(directory.resolve(name)), files, tls, key);
  }

  Path authority() {
    return files.resolve("ca.pem");
  }

  String certificate() {
    return files.resolve("server.pem").toString();
  }

  String privateKey() {
    return files.resolve("key.pem").toString();
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  Path write(String name, String text) throws IOException {
    return Files.writeString(file(name), text);
  }

  /** A port of the loopback address that nobody listens on at the moment. */
  static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, MOST_PORT);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (java.net.BindException e) {
        // Somebody does.
      }
    }
  }
}
