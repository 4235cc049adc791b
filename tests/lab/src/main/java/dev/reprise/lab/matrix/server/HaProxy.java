package dev.reprise.lab.matrix.server;

import dev.reprise.lab.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** HAProxy that ends TLS. */
final class HaProxy {

  private static final Tool TOOL = new Tool("haproxy");

  private HaProxy() {}

  static ServerKind kind() {
    return new ProgramKind(
        "haproxy",
        "HAProxy (OpenSSL)",
        List.of(TOOL),
        "version (\\d[\\d.]*)",
        "-v",
        HaProxy::start);
  }

  private static RunningServer start(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
    Path configuration =
        site.write(
            "haproxy.cfg",
            """
            global
              log stdout format raw local0
              maxconn 2000
            defaults
              mode http
              timeout connect 30s
              timeout client 30s
              timeout server 30s
              timeout http-keep-alive 30s
            frontend tls
              bind 127.0.0.1:%1$d backlog 1024 ssl crt %2$s ssl-min-ver %3$s ssl-max-ver %3$s
              log global
              log-format "handshake %%sslv reused=%%[ssl_fc_is_resumed] end=%%ts"
              error-log-format "complaint %%[fc_err_str] %%[ssl_fc_err_str]"
              option httpclose
              http-request return status 200 content-type text/xml string "%4$s"
            """
                .formatted(port, site.certificate().both(), site.tls().label(), ServerSite.BODY));
    return new NativeServer("haproxy", site, port)
        .handshakes("reused=1", "reused=0")
        .complaint("(?:complaint |\\[ALERT]\\s*|\\[WARNING]\\s*)(.*)")
        .start(List.of(TOOL.required(), "-db", "-f", configuration.toString()));
  }

  /**
   * Starts one that spreads TCP connections over ports, and sees no TLS.
   *
   * @param balance HAProxy's name for how it chooses, such as roundrobin
   */
  static RunningServer startSpreading(
      ServerSite site, int port, List<Integer> members, String balance) throws IOException {
    StringBuilder servers = new StringBuilder();
    for (int member : members) {
      servers.append("  server member%1$d 127.0.0.1:%1$d\n".formatted(member));
    }
    Path configuration =
        site.write(
            "haproxy.cfg",
            """
            global
              maxconn 2000
            defaults
              mode tcp
              timeout connect 30s
              timeout client 30s
              timeout server 30s
            frontend address
              bind 127.0.0.1:%1$d backlog 1024
              default_backend fleet
            backend fleet
              balance %3$s
            %2$s"""
                .formatted(port, servers, balance));
    return new NativeServer("haproxy", site, port)
        .start(List.of(TOOL.required(), "-db", "-f", configuration.toString()));
  }
}
