package dev.reprise.benchmarks;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * nginx beside the client: takes plain HTTP over connections that persist, and makes a TLS
 * connection to the server for each request, with the sessions that it keeps. As a careful user
 * would set it up: it verifies the server, and has a worker for each processor.
 */
final class Sidecar implements AutoCloseable {

  static final Tool NGINX = new Tool("nginx");

  private final int port;
  private final ChildProcess process;

  Sidecar(Path folder, int server, Path authority, String tls) throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path configuration = folder.resolve("nginx.conf");
    try (InputStream in = Sidecar.class.getResourceAsStream("sidecar.conf")) {
      Files.writeString(
          configuration,
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replace("${folder}", folder.toString())
              .replace("${port}", String.valueOf(port))
              .replace("${server}", String.valueOf(server))
              .replace("${tls}", tls)
              .replace("${authority}", authority.toString()));
    }
    List<String> command =
        List.of(
            NGINX.required(),
            "-p",
            folder.toString(),
            "-e",
            "stderr",
            "-c",
            configuration.toString());
    Path log = folder.resolve("nginx.log");
    process = ChildProcess.startLogged("nginx", command, folder, Map.of(), log);
    while (!listens()) {
      if (!process.isAlive()) {
        throw new IOException("nginx does not start: " + Files.readString(log).strip());
      }
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  String url() {
    return "http://127.0.0.1:" + port + "/";
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.close();
  }
}
