package dev.reprise.lab.matrix.server;

import dev.reprise.lab.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** nginx over OpenSSL, with session tickets and a shared session cache. */
final class Nginx {

  private static final Tool TOOL = new Tool("nginx");

  private Nginx() {}

  static ServerKind kind() {
    return new ProgramKind(
        "nginx", "nginx (OpenSSL)", List.of(TOOL), "nginx/(\\S+)", "-v", Nginx::start);
  }

  private static RunningServer start(ServerSite site) throws IOException {
    return start(site, "127.0.0.1", ServerSite.freePort(), Optional.empty());
  }

  /**
   * Starts it at an address and port.
   *
   * @param ticketKey the file of the key that tickets are encrypted with; empty for a random one
   */
  static RunningServer start(ServerSite site, String address, int port, Optional<Path> ticketKey)
      throws IOException {
    Path errors = site.file("error.log");
    Path configuration =
        site.write(
            "nginx.conf",
            """
            daemon off;
            master_process off;
            pid %1$s/pid;
            error_log %2$s info;
            events { worker_connections 2048; }
            http {
              log_format handshakes 'handshake $ssl_protocol reused=$ssl_session_reused';
              access_log %1$s/log handshakes;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              keepalive_timeout 0;
              server {
                listen %9$s:%3$d ssl backlog=1024;
                ssl_certificate %4$s;
                ssl_certificate_key %5$s;
                ssl_protocols %6$s;
                ssl_session_cache shared:sessions:10m;
                %7$s
                location / { default_type text/xml; return 200 '%8$s'; }
              }
            }
            """
                .formatted(
                    site.directory(),
                    errors,
                    port,
                    site.certificate().certificate(),
                    site.certificate().key(),
                    site.tls().label(),
                    ticketKey.map(key -> "ssl_session_ticket_key " + key + ";").orElse(""),
                    ServerSite.BODY,
                    address));
    return new NativeServer("nginx", site, port)
        .host(address.equals("127.0.0.1") ? "localhost" : address)
        .logs(errors)
        .handshakes("reused=r", "reused=\\.")
        .complaint("(?:\\*\\d+ |\\[(?:emerg|alert|crit|error)] \\d+#\\d+: )(.*?)(?:, client: .*|$)")
        .start(
            List.of(
                TOOL.required(),
                "-p",
                site.directory().toString(),
                "-e",
                errors.toString(),
                "-c",
                configuration.toString()));
  }
}
