package dev.reprise.lab.matrix;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Run;
import dev.reprise.lab.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.catalina.util.ServerInfo;

/** All servers but fleets. */
final class Servers {

  private static final Tool NGINX = new Tool("nginx");
  private static final Tool HAPROXY = new Tool("haproxy");
  private static final Tool OPENSSL = new Tool("openssl");
  private static final Tool GNUTLS = new Tool("gnutls-serv");
  private static final Tool GO = new Tool("go");
  private static final Tool PYTHON = new Tool("python3");
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(5);
  private static final String COMPLAINT = "(?i)((?:error|alert|reset|unexpected|fail).*)";
  private static final String NO_EMS = "Options = -ExtendedMasterSecret";

  private Servers() {}

  static List<ServerKind> all() {
    List<ServerKind> all = new ArrayList<>();
    ServerKind nginx =
        ServerKind.of(
            "nginx",
            "nginx (OpenSSL)",
            NGINX,
            "nginx/(\\S+)",
            "-v",
            site -> nginx(site, "127.0.0.1", ServerSite.freePort(), ""));
    ServerKind haproxy =
        ServerKind.of(
            "haproxy",
            "HAProxy (OpenSSL)",
            HAPROXY,
            "version (\\d[\\d.]*)",
            "-v",
            Servers::haproxy);
    all.addAll(List.of(nginx, haproxy));
    for (int tickets : List.of(0, 1, 2, 8)) {
      String option = "-num_tickets " + tickets;
      all.add(openssl(tickets + "-tickets", option, "").only(TlsVersion.TLS13));
    }
    all.add(openssl("no-ticket", "-no_ticket", ""));
    all.add(openssl("tickets", "", "").only(TlsVersion.TLS12));
    all.add(openssl("no-ems", "", NO_EMS).only(TlsVersion.TLS12));
    all.add(openssl("no-ems-no-ticket", "-no_ticket", NO_EMS).only(TlsVersion.TLS12));
    all.add(openssl("nothing", "-no_ticket -no_cache", "").only(TlsVersion.TLS12));
    all.add(
        ServerKind.of(
            "gnutls",
            "gnutls-serv --http",
            GNUTLS,
            "gnutls-serv (\\S+)",
            "--version",
            Servers::gnutls));
    for (int feature : List.of(17, 25)) {
      all.add(
          ServerKind.of(
              "tomcat",
              "Tomcat (JSSE of JDK %d)",
              feature,
              ServerInfo.getServerNumber(),
              Servers::tomcat));
    }
    for (int feature : List.of(17, 25)) {
      all.add(
          ServerKind.of(
              "jetty",
              "Jetty (JSSE of JDK %d), the demo server",
              feature,
              Run.currentVersion(),
              Servers::demo));
    }
    all.add(ServerKind.of("go", "Go net/http", GO, "go version go(\\S+)", "version", Servers::go));
    all.add(
        ServerKind.of(
            "python",
            "Python http.server and ssl",
            PYTHON,
            "Python (\\S+)",
            "--version",
            Servers::python));
    all.addAll(Fleet.all(nginx, haproxy));
    return all;
  }

  private static String url(int port, String path) {
    return "https://localhost:" + port + path;
  }

  private static RunningServer.Log log(
      ServerSite site, String resumed, String full, String complaint) {
    return new RunningServer.Log(List.of(site.file("log")), List.of(resumed, full), complaint);
  }

  private static RunningServer.Log log(ServerSite site, String complaint) {
    return new RunningServer.Log(List.of(site.file("log")), List.of(), complaint);
  }

  /**
   * nginx at an address and port, with session tickets and a shared session cache.
   *
   * @param setting one more line of its configuration
   */
  static RunningServer nginx(ServerSite site, String address, int port, String setting)
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
                    site.certificate(),
                    site.privateKey(),
                    site.tls().label(),
                    setting,
                    ServerSite.BODY,
                    address));
    RunningServer.Log log =
        new RunningServer.Log(
            List.of(site.file("log"), errors),
            List.of("reused=r", "reused=\\."),
            "(?:\\*\\d+ |\\[(?:emerg|alert|crit|error)] \\d+#\\d+: )(.*?)(?:, client: .*|$)");
    return RunningServer.start(
        site,
        "https://%s:%d/".formatted(address.equals("127.0.0.1") ? "localhost" : address, port),
        "POST",
        log,
        Map.of(),
        List.of(
            NGINX.required(),
            "-p",
            site.directory().toString(),
            "-e",
            errors.toString(),
            "-c",
            configuration.toString()));
  }

  private static RunningServer haproxy(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
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
            .formatted(port, site.file("both.pem"), site.tls().label(), ServerSite.BODY));
    String complaint = "(?:complaint |\\[ALERT]\\s*|\\[WARNING]\\s*)(.*)";
    return haproxy(site, port, log(site, "reused=1", "reused=0", complaint));
  }

  /** One with the configuration in its folder. */
  private static RunningServer haproxy(ServerSite site, int port, RunningServer.Log log) {
    return RunningServer.start(
        site,
        url(port, "/"),
        "POST",
        log,
        Map.of(),
        List.of(HAPROXY.required(), "-db", "-f", site.file("haproxy.cfg").toString()));
  }

  /**
   * HAProxy that spreads TCP connections over ports, and sees no TLS.
   *
   * @param balance its name for how it chooses, such as roundrobin
   */
  static RunningServer spreading(ServerSite site, List<Integer> members, String balance)
      throws IOException {
    int port = ServerSite.freePort();
    StringBuilder servers = new StringBuilder();
    for (int member : members) {
      servers.append("  server member%1$d 127.0.0.1:%1$d\n".formatted(member));
    }
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
    return haproxy(site, port, log(site, COMPLAINT));
  }

  /** {@code openssl s_server} with options, and a line in its configuration. */
  private static ServerKind openssl(String name, String options, String setting) {
    return ServerKind.of(
        "openssl-" + name,
        "openssl s_server"
            + (options.isEmpty() ? "" : " " + options)
            + (!setting.isEmpty()
                ? " without Extended Master Secret"
                : options.isEmpty() ? ", tickets" : ""),
        OPENSSL,
        "OpenSSL (\\S+)",
        "version",
        site -> openssl(site, options, setting));
  }

  /** It serves one connection after the other. */
  private static RunningServer openssl(ServerSite site, String options, String setting)
      throws IOException {
    int port = ServerSite.freePort();
    site.write(
        "answer",
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/xml\r\nContent-Length: "
            + ServerSite.BODY.length()
            + "\r\n\r\n"
            + ServerSite.BODY);
    Path configuration =
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
                .formatted(setting));
    List<String> command =
        new ArrayList<>(
            List.of(
                OPENSSL.required(),
                "s_server",
                "-accept",
                "127.0.0.1:" + port,
                "-cert",
                site.certificate(),
                "-key",
                site.privateKey(),
                "-HTTP",
                "-http_server_binmode",
                "-tls" + site.tls().number.replace('.', '_')));
    if (!options.isEmpty()) {
      command.addAll(List.of(options.split(" ")));
    }
    return RunningServer.start(
        site,
        url(port, "/answer"),
        "GET",
        log(site, "(?:^[0-9A-F]+:error:[0-9A-F]+:|^(?=ERROR$))(.*?)(?::\\S+/\\S+\\.c:.*|$)"),
        Map.of("OPENSSL_CONF", configuration.toString()),
        command);
  }

  /** It answers with HTTP/1.0 and no Content-Length. */
  private static RunningServer gnutls(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
    String key = site.privateKey();
    if (site.key() == ServerSite.KeyType.EC) {
      // GnuTLS reads EC keys with their public key only, and Java writes them without.
      key = site.file("gnutls-key.pem").toString();
      run(site, List.of(OPENSSL.required(), "ec", "-in", site.privateKey(), "-out", key));
    }
    return RunningServer.start(
        site,
        url(port, "/"),
        "GET",
        log(
            site,
            "This is a resumed session",
            "^- Server Signature:",
            "(?i)^(?!.*tls-server-end-point)(.*(?:error|alert|unexpected|premature).*)"),
        Map.of(),
        List.of(
            GNUTLS.required(),
            "--http",
            "--port",
            Integer.toString(port),
            "--x509certfile",
            site.certificate(),
            "--x509keyfile",
            key,
            "--priority",
            "NORMAL:-VERS-ALL:+VERS-TLS" + site.tls().number));
  }

  private static void run(ServerSite site, List<String> command) {
    try (ChildProcess process =
        ChildProcess.startLogged(
            command.get(0),
            command,
            site.directory(),
            Map.of("GOTOOLCHAIN", "local", "GOFLAGS", "-mod=mod"),
            site.file("build.log"))) {
      if (process.awaitExit(BUILD_LIMIT) != 0) {
        throw new HarnessException(command + " failed; see " + site.file("build.log"));
      }
    }
  }

  private static RunningServer go(ServerSite site) throws IOException {
    String program = site.file("server").toString();
    run(site, List.of(GO.required(), "build", "-o", program, site.copy("server.go")));
    int port = ServerSite.freePort();
    return RunningServer.start(
        site,
        url(port, "/"),
        "POST",
        log(
            site,
            "handshake .* resumed=true",
            "handshake .* resumed=false",
            "http: (?!.*no certificate)(.*?)(?: from 127\\.0\\.0\\.1:\\d+|$)"),
        Map.of(),
        List.of(
            program,
            "127.0.0.1:" + port,
            site.tls().label(),
            site.certificate(),
            site.privateKey(),
            ServerSite.BODY));
  }

  /** It ends without close_notify. */
  private static RunningServer python(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
    return RunningServer.start(
        site,
        url(port, "/"),
        "POST",
        log(
            site,
            "handshake .* resumed=True",
            "handshake .* resumed=False",
            "^((?:\\w+\\.)*\\w*(?:Error|Exception): .*)"),
        Map.of(),
        List.of(
            PYTHON.required(),
            "-u",
            site.copy("server.py"),
            Integer.toString(port),
            site.tls().label(),
            site.certificate(),
            site.privateKey(),
            ServerSite.BODY));
  }

  private static RunningServer tomcat(JavaRuntime java, ServerSite site) {
    try {
      int port = ServerSite.freePort();
      List<Path> path = new ArrayList<>(List.of(Installation.CLASSES));
      path.addAll(Installation.jars("tomcat"));
      return RunningServer.start(
          site,
          url(port, "/"),
          "POST",
          log(site, "((?:SEVERE|WARNING|[\\w.]+Exception):? .*)"),
          Map.of(),
          ChildJvm.on(java)
              .classPath(path)
              .main(TomcatMain.class.getName())
              .arguments(
                  Integer.toString(port),
                  site.tls().label(),
                  site.key().name(),
                  site.certificate(),
                  site.privateKey(),
                  site.directory().toString())
              .command());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunningServer demo(JavaRuntime java, ServerSite site) {
    DemoServer server =
        DemoServer.start(
                java.java(),
                DemoServer.jar(Installation.ROOT)
                    .orElseThrow(() -> new HarnessException("the demo server is not built")),
                "256m",
                "--tls-versions=" + site.tls().label(),
                "--key-type=" + site.key().name().toLowerCase(Locale.ROOT),
                "--directory=" + site.file("demo"))
            .awaitReady();
    long[] asked = {0};
    return new RunningServer(
        server.url().resolve("/plain"),
        "POST",
        server.authority(),
        List.of(),
        List.of(server),
        () -> {
          var stats = server.stats();
          asked[0]++;
          return new RunningServer.View(
              stats.required("fullHandshakes").asLong() - asked[0],
              stats.required("resumedHandshakes").asLong());
        },
        Map::of);
  }
}
