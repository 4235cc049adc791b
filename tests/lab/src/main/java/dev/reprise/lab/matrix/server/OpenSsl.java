package dev.reprise.lab.matrix.server;

import dev.reprise.lab.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code openssl s_server}, which serves one connection after the other. */
final class OpenSsl {

  private static final Tool TOOL = new Tool("openssl");
  private static final Set<TlsVersion> TLS12 = Set.of(TlsVersion.TLS12);
  private static final Set<TlsVersion> TLS13 = Set.of(TlsVersion.TLS13);

  private OpenSsl() {}

  /** All configurations. */
  static List<ServerKind> all() {
    return List.of(
        tickets(0),
        tickets(1),
        tickets(2),
        tickets(8),
        kind(
            "openssl-no-ticket",
            "openssl s_server -no_ticket",
            Set.of(TlsVersion.values()),
            List.of("-no_ticket"),
            ""),
        kind("openssl-tickets", "openssl s_server, tickets", TLS12, List.of(), ""),
        kind(
            "openssl-no-ems",
            "openssl s_server without Extended Master Secret",
            TLS12,
            List.of(),
            "Options = -ExtendedMasterSecret"),
        kind(
            "openssl-no-ems-no-ticket",
            "openssl s_server -no_ticket without Extended Master Secret",
            TLS12,
            List.of("-no_ticket"),
            "Options = -ExtendedMasterSecret"),
        kind(
            "openssl-nothing",
            "openssl s_server -no_ticket -no_cache",
            TLS12,
            List.of("-no_ticket", "-no_cache"),
            ""));
  }

  private static ServerKind tickets(int count) {
    return kind(
        "openssl-" + count + "-tickets",
        "openssl s_server -num_tickets " + count,
        TLS13,
        List.of("-num_tickets", Integer.toString(count)),
        "");
  }

  /** With these options, and these lines in its configuration. */
  private static ServerKind kind(
      String name,
      String title,
      Set<TlsVersion> tlsVersions,
      List<String> options,
      String settings) {
    return new ProgramKind(
        name,
        title,
        List.of(TOOL),
        "OpenSSL (\\S+)",
        "version",
        tlsVersions,
        site -> start(site, name, options, settings));
  }

  private static RunningServer start(
      ServerSite site, String name, List<String> options, String settings) throws IOException {
    int port = ServerSite.freePort();
    site.write(
        "answer",
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/xml\r\nContent-Length: "
            + ServerSite.BODY.length()
            + "\r\n\r\n"
            + ServerSite.BODY);
    site.write(
        "openssl.cnf",
        """
        openssl_conf = defaults
        [defaults]
        ssl_conf = modules
        [modules]
        system_default = settings
        [settings]
        %s
        """
            .formatted(settings));
    List<String> command =
        new ArrayList<>(
            List.of(
                TOOL.required(),
                "s_server",
                "-accept",
                "127.0.0.1:" + port,
                "-cert",
                site.certificate().certificate().toString(),
                "-key",
                site.certificate().key().toString(),
                "-HTTP",
                "-http_server_binmode",
                "-tls1_" + (site.tls() == TlsVersion.TLS13 ? "3" : "2")));
    command.addAll(options);
    return new NativeServer(name, site, port)
        .call("GET", "/answer")
        .environment(Map.of("OPENSSL_CONF", site.file("openssl.cnf").toString()))
        .complaint("(?:^[0-9A-F]+:error:[0-9A-F]+:)(.*?)(?::\\S+/\\S+\\.c:.*|$)|^(ERROR)$")
        .start(command);
  }
}
