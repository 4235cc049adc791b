package dev.reprise.probe.server;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server program that was started, and is stopped at the end of a test. */
public final class Server implements AutoCloseable {

  private static final long START_LIMIT_SECONDS = 30;
  private static final String RESPONSE = "<ok/>";

  private final Process process;
  private final int port;

  private Server(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  public int port() {
    return port;
  }

  /** {@code https://localhost:port/}. */
  public String url() {
    return url("localhost");
  }

  public String url(String host) {
    return "https://" + host + ":" + port + "/";
  }

  /** nginx with TLS and what the test adds to its {@code server}. */
  public static Server nginx(Site site, String more) {
    return nginx(site, Site.freePort(), List.of("127.0.0.1"), more);
  }

  /** The same at a port of several addresses. */
  public static Server nginx(Site site, int port, List<String> addresses, String more) {
    StringBuilder listen = new StringBuilder();
    addresses.forEach(
        address ->
            listen.append("listen ").append(address).append(':').append(port).append(" ssl;"));
    String location = more.contains("location") ? "" : "location / { return 200 '<ok/>'; }";
    Path configuration =
        site.write(
            "nginx.conf",
            """
            daemon off;
            master_process off;
            pid %1$s/pid;
            error_log %1$s/log info;
            events { worker_connections 256; }
            http {
              access_log off;
              default_type text/xml;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              server {
                %2$s
                ssl_certificate %1$s/server.pem;
                ssl_certificate_key %1$s/key.pem;
                %3$s
                %4$s
              }
            }
            """
                .formatted(site.folder(), listen, more, location));
    return startAt(
        addresses.get(0),
        site,
        port,
        Map.of(),
        program("nginx"),
        "-p",
        site.folder().toString(),
        "-e",
        site.file("log").toString(),
        "-c",
        configuration.toString());
  }

  /** HAProxy that ends TLS. */
  public static Server haproxy(Site site, String bind, String more) {
    int port = Site.freePort();
    Path configuration =
        site.write(
            "haproxy.cfg",
            """
            defaults
              mode http
              timeout connect 20s
              timeout client 20s
              timeout server 20s
            frontend tls
              bind 127.0.0.1:%d ssl crt %s %s
              %s
              http-request return status 200 content-type text/xml string "%s"
            """
                .formatted(port, site.file("both.pem"), bind, more, RESPONSE));
    return start(site, port, Map.of(), program("haproxy"), "-db", "-f", configuration.toString());
  }

  /** HAProxy that spreads TCP connections over servers in turn, and sees no TLS. */
  public static Server spreading(Site site, Server... members) {
    int port = Site.freePort();
    StringBuilder servers = new StringBuilder();
    for (Server member : members) {
      servers.append("  server m%1$d 127.0.0.1:%1$d\n".formatted(member.port));
    }
    Path configuration =
        site.write(
            "haproxy.cfg",
            """
            defaults
              mode tcp
              timeout connect 20s
              timeout client 20s
              timeout server 20s
            frontend address
              bind 127.0.0.1:%d
              default_backend fleet
            backend fleet
              balance roundrobin
            %s"""
                .formatted(port, servers));
    return start(site, port, Map.of(), program("haproxy"), "-db", "-f", configuration.toString());
  }

  /** {@code openssl s_server}; GET {@code /answer}. */
  public static Server openssl(Site site, String settings, String... options) {
    int port = Site.freePort();
    site.write(
        "answer",
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
            + RESPONSE.length()
            + "\r\n\r\n"
            + RESPONSE);
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
    return start(
        site,
        port,
        Map.of("OPENSSL_CONF", site.file("openssl.cnf").toString()),
        Stream.concat(
                Stream.of(
                    program("openssl"),
                    "s_server",
                    "-accept",
                    "127.0.0.1:" + port,
                    "-cert",
                    site.file("server.pem").toString(),
                    "-key",
                    site.file("key.pem").toString(),
                    "-HTTP",
                    "-http_server_binmode"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  /** Apache httpd. */
  public static Server apache(Site site, String more) {
    String program = program("apache2");
    int port = Site.freePort();
    StringBuilder modules = new StringBuilder();
    for (String module :
        List.of("mpm_event", "authz_core", "socache_shmcb", "ssl", "reqtimeout", "dir")) {
      modules.append(
          "LoadModule %1$s_module /usr/lib/apache2/modules/mod_%1$s.so\n".formatted(module));
    }
    site.write("index.xml", RESPONSE);
    Path configuration =
        site.write(
            "httpd.conf",
            """
            ServerRoot %1$s
            ServerName localhost
            PidFile %1$s/pid
            DefaultRuntimeDir %1$s
            ErrorLog %1$s/log
            %2$s
            User www-data
            Group www-data
            Listen 127.0.0.1:%3$d
            DocumentRoot %1$s
            DirectoryIndex index.xml
            SSLEngine on
            SSLCertificateFile %1$s/server.pem
            SSLCertificateKeyFile %1$s/key.pem
            <Directory %1$s>
              Require all granted
            </Directory>
            %4$s
            """
                .formatted(site.folder(), modules, port, more));
    readable(site.folder());
    return start(
        site,
        port,
        Map.of(),
        program,
        "-X",
        "-d",
        site.folder().toString(),
        "-f",
        configuration.toString());
  }

  /** Go's net/http; the words are those of server.go. */
  public static Server go(Site site, String words) {
    String program = program("go");
    int port = Site.freePort();
    try {
      Path source = site.file("server.go");
      Files.write(source, Server.class.getResourceAsStream("/server.go").readAllBytes());
      Process build =
          new ProcessBuilder(program, "build", "-o", "server", "server.go")
              .directory(site.folder().toFile())
              .redirectErrorStream(true)
              .redirectOutput(site.file("build.log").toFile())
              .start();
      if (!build.waitFor(5, TimeUnit.MINUTES) || build.exitValue() != 0) {
        throw new IllegalStateException(Files.readString(site.file("build.log")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return start(
        site,
        port,
        Map.of(),
        site.file("server").toString(),
        "127.0.0.1:" + port,
        site.file("server.pem").toString(),
        site.file("key.pem").toString(),
        words);
  }

  private static void readable(Path folder) {
    for (Path at = folder; at != null && at.toFile().canWrite(); at = at.getParent()) {
      if (!at.equals(at.getRoot()) && !at.toString().equals("/tmp")) {
        at.toFile().setExecutable(true, false);
        at.toFile().setReadable(true, false);
      }
    }
  }

  private static String program(String name) {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      Path program = Path.of(folder, name);
      if (Files.isExecutable(program)) {
        return program.toString();
      }
    }
    System.err.printf("SKIPPED: %s is not installed%n", name);
    return abort(name + " is not installed");
  }

  private static Server start(
      Site site, int port, Map<String, String> environment, String... command) {
    return startAt("127.0.0.1", site, port, environment, command);
  }

  private static Server startAt(
      String address, Site site, int port, Map<String, String> environment, String... command) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(site.folder().toFile())
              .redirectErrorStream(true)
              .redirectOutput(site.file("out").toFile());
      builder.environment().putAll(environment);
      Server server = new Server(builder.start(), port);
      server.await(site, address);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(Site site, String address) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_LIMIT_SECONDS);
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(address, port), 1000);
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          close();
          throw new IllegalStateException(
              "It does not listen: " + Files.readString(site.file("out")), e);
        }
        try {
          TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException(interrupted);
        }
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
