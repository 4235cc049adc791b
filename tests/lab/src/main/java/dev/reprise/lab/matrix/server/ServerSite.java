package dev.reprise.lab.matrix.server;

import java.io.IOException;
import java.io.InputStream;
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
 * @param tls the only TLS version it speaks
 * @param key the key type of its certificate
 * @param certificate its certificate
 */
public record ServerSite(
    Path directory, TlsVersion tls, KeyType key, ServerCertificate certificate) {

  /** A body of some hundred bytes, as a SOAP answer has them. */
  static final String BODY = "<answer>" + "<item/>".repeat(60) + "</answer>";

  /** Below the ports that systems give to clients. */
  private static final int LEAST_PORT = 18_000;

  private static final int MOST_PORT = 32_000;

  /** Makes the folder and a certificate. */
  public static ServerSite create(Path parent, String name, TlsVersion tls, KeyType key)
      throws IOException {
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent, name + "-").toAbsolutePath();
    return new ServerSite(directory, tls, key, ServerCertificate.write(directory, key));
  }

  /** Removes the folder with all that the server has left there. */
  public void delete() throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** The same with a folder of its own: another member of a fleet. */
  ServerSite member(String name) throws IOException {
    return new ServerSite(Files.createDirectories(directory.resolve(name)), tls, key, certificate);
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  Path write(String name, String text) throws IOException {
    return Files.writeString(file(name), text);
  }

  /** Copies a file of this package's resources. */
  Path copy(String resource) throws IOException {
    Path target = file(resource);
    try (InputStream in = ServerSite.class.getResourceAsStream(resource)) {
      Files.copy(in, target);
    }
    return target;
  }

  /** A port of the loopback address that nobody listens on at the moment. */
  public static int freePort() throws IOException {
    IOException last = null;
    for (int i = 0; i < 100; i++) {
      int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, MOST_PORT);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException("no free port found", last);
  }
}
