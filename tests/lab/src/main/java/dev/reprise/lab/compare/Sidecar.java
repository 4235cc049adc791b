package dev.reprise.lab.compare;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Tool;
import dev.reprise.lab.matrix.server.ServerSite;
import dev.reprise.subject.compare.ClientKind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * nginx or HAProxy beside the client: takes plain HTTP over connections that persist, and makes a
 * TLS connection to the server for each request, with the sessions that it keeps. As a careful user
 * would set it up: it verifies the server, and has a worker for each processor.
 */
final class Sidecar implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(20);

  private static final Tool NGINX = new Tool("nginx");
  private static final Tool HAPROXY = new Tool("haproxy");

  private final Path directory;
  private final int port;
  private final ChildProcess process;

  private Sidecar(ClientKind kind, URI server, Path authority, String tls) throws IOException {
    directory = Files.createTempDirectory("reprise-sidecar").toAbsolutePath();
    port = ServerSite.freePort();
    Path log = directory.resolve("log");
    List<String> command =
        kind == ClientKind.SIDECAR_NGINX
            ? nginx(server, authority, tls)
            : haProxy(server, authority, tls);
    process = ChildProcess.startLogged(kind.label(), command, directory, Map.of(), log);
    try {
      awaitListening(kind, log);
    } catch (HarnessException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts one and waits until it listens.
   *
   * @param authority the PEM file of the authority to trust
   */
  static Sidecar start(ClientKind kind, URI server, Path authority, String tls) {
    try {
      return new Sidecar(kind, server, authority, tls);
    } catch (IOException e) {
      throw new HarnessException(kind.label() + " cannot be set up: " + e, e);
    }
  }

  /** What the kind lacks to run here; empty for other clients. */
  static Optional<String> missing(ClientKind kind) {
    return switch (kind) {
      case SIDECAR_NGINX -> NGINX.missing();
      case SIDECAR_HAPROXY -> HAPROXY.missing();
      default -> Optional.empty();
    };
  }

  private List<String> nginx(URI server, Path authority, String tls) throws IOException {
    Path configuration =
        Files.writeString(
            directory.resolve("nginx.conf"),
            """
            daemon off;
            worker_processes auto;
            pid %1$s/pid;
            error_log stderr warn;
            events { worker_connections 4096; }
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              keepalive_requests 1000000;
              keepalive_timeout 1h;
              server {
                listen 127.0.0.1:%2$d backlog=1024;
                location / {
                  proxy_pass https://127.0.0.1:%3$d;
                  proxy_http_version 1.1;
                  proxy_ssl_protocols %4$s;
                  proxy_ssl_session_reuse on;
                  proxy_ssl_verify on;
                  proxy_ssl_trusted_certificate %5$s;
                  proxy_ssl_name localhost;
                  proxy_ssl_server_name on;
                }
              }
            }
            """
                .formatted(directory, port, server.getPort(), tls, authority));
    return List.of(
        NGINX.required(),
        "-p",
        directory.toString(),
        "-e",
        "stderr",
        "-c",
        configuration.toString());
  }

  private List<String> haProxy(URI server, Path authority, String tls) throws IOException {
    Path configuration =
        Files.writeString(
            directory.resolve("haproxy.cfg"),
            """
            global
              maxconn 4000
            defaults
              mode http
              timeout connect 30s
              timeout client 1h
              timeout server 30s
            frontend plain
              bind 127.0.0.1:%1$d backlog 1024
              default_backend provider
            backend provider
              server provider 127.0.0.1:%2$d ssl verify required ca-file %3$s \
            verifyhost localhost sni str(localhost) ssl-min-ver %4$s ssl-max-ver %4$s
            """
                .formatted(port, server.getPort(), authority, tls));
    return List.of(HAPROXY.required(), "-db", "-f", configuration.toString());
  }

  private void awaitListening(ClientKind kind, Path log) throws IOException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!listens()) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        throw new HarnessException(
            kind.label() + " does not start: " + Files.readString(log).strip());
      }
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new HarnessException("interrupted", e);
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

  /** What to call instead of the server. */
  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Its process, whose children are its workers. */
  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new HarnessException("'%s' cannot be removed: %s".formatted(directory, e), e);
    }
  }
}
