package dev.reprise.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * nginx beside the client: takes plain HTTP over connections that persist, and makes a TLS
 * connection to the server for each request, with the sessions that it keeps. As a careful user
 * would set it up: it verifies the server, and has a worker for each processor.
 */
final class Sidecar implements AutoCloseable {

  private final int port;
  private final Process process;

  /** Starts it and waits until it listens. */
  Sidecar(Path folder, int server, Path authority, String tls) throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path configuration =
        Files.writeString(
            folder.resolve("nginx.conf"),
            String.join(
                "\n",
                "daemon off; worker_processes auto; pid " + folder + "/nginx.pid;",
                "error_log stderr warn; events { worker_connections 4096; }",
                "http { access_log off; client_body_temp_path " + folder + "/body;",
                "proxy_temp_path " + folder + "/proxy; fastcgi_temp_path " + folder + "/fastcgi;",
                "uwsgi_temp_path " + folder + "/uwsgi; scgi_temp_path " + folder + "/scgi;",
                "keepalive_requests 1000000; keepalive_timeout 1h;",
                "server { listen 127.0.0.1:" + port + " backlog=1024; location / {",
                "proxy_pass https://127.0.0.1:" + server + "; proxy_http_version 1.1;",
                "proxy_ssl_protocols " + tls + "; proxy_ssl_session_reuse on;",
                "proxy_ssl_verify on; proxy_ssl_trusted_certificate " + authority + ";",
                "proxy_ssl_name localhost; proxy_ssl_server_name on; } } }"));
    process =
        new ProcessBuilder(
                command().orElseThrow().toString(),
                "-p",
                folder.toString(),
                "-e",
                "stderr",
                "-c",
                configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("nginx.log").toFile())
            .start();
    while (!listens()) {
      if (!process.isAlive()) {
        throw new IOException(
            "nginx does not start: " + Files.readString(folder.resolve("nginx.log")).strip());
      }
    }
  }

  /** The program, where it is installed. */
  static Optional<Path> command() {
    return Stream.of((System.getenv("PATH") + ":/usr/sbin").split(":"))
        .map(folder -> Path.of(folder, "nginx"))
        .filter(Files::isExecutable)
        .findFirst();
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
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
