package dev.reprise.lab.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Run;
import dev.reprise.lab.matrix.ServerSite.TlsVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.util.ServerInfo;

/** All servers, and those that run on Java. */
final class Servers {

  private static final String NO_EMS = "Options = -ExtendedMasterSecret";

  private Servers() {}

  static List<ServerKind> all() {
    ServerKind nginx = Program.ALL.get("nginx").kind();
    ServerKind haproxy = Program.ALL.get("haproxy").kind();
    List<ServerKind> all = new ArrayList<>(List.of(nginx, haproxy));
    for (int tickets : List.of(0, 1, 2, 8)) {
      String option = "-num_tickets " + tickets;
      all.add(openssl(tickets + "-tickets", option, "").only(TlsVersion.TLS13));
    }
    all.add(openssl("no-ticket", "-no_ticket", ""));
    all.add(openssl("tickets", "", "").only(TlsVersion.TLS12));
    all.add(openssl("no-ems", "", NO_EMS).only(TlsVersion.TLS12));
    all.add(openssl("no-ems-no-ticket", "-no_ticket", NO_EMS).only(TlsVersion.TLS12));
    all.add(openssl("nothing", "-no_ticket -no_cache", "").only(TlsVersion.TLS12));
    all.add(Program.ALL.get("gnutls").kind());
    for (int feature : List.of(17, 25)) {
      String version = ServerInfo.getServerNumber();
      all.add(
          ServerKind.of("tomcat", "Tomcat (JSSE of JDK %d)", feature, version, Servers::tomcat));
    }
    for (int feature : List.of(17, 25)) {
      String title = "Jetty (JSSE of JDK %d), the demo server";
      all.add(ServerKind.of("jetty", title, feature, Run.currentVersion(), Servers::demo));
    }
    all.add(Program.ALL.get("go").kind());
    all.add(Program.ALL.get("python").kind());
    all.addAll(Fleet.all(nginx, haproxy));
    return all;
  }

  /** {@code openssl s_server} with options, and a line in its configuration. */
  private static ServerKind openssl(String name, String options, String setting) {
    String title =
        "openssl s_server"
            + (options.isEmpty() ? "" : " " + options)
            + (!setting.isEmpty()
                ? " without Extended Master Secret"
                : options.isEmpty() ? ", tickets" : "");
    return Program.ALL
        .get("openssl")
        .kind("openssl-" + name, title, Map.of("options", options, "setting", setting));
  }

  private static RunningServer tomcat(JavaRuntime java, ServerSite site, int port)
      throws IOException {
    List<Path> path = new ArrayList<>(List.of(Installation.CLASSES));
    path.addAll(Installation.jars("tomcat"));
    return start(
        site,
        port,
        "/",
        "((?:SEVERE|WARNING|[\\w.]+Exception):? .*)",
        ChildJvm.on(java)
            .classPath(path)
            .main(
                TomcatMain.class.getName(),
                Integer.toString(port),
                site.tls().label(),
                site.key().name(),
                site.certificate(),
                site.privateKey(),
                site.directory().toString())
            .command());
  }

  /** It brings an authority of its own, whose certificate it puts in the place of the site's. */
  private static RunningServer demo(JavaRuntime java, ServerSite site, int port)
      throws IOException {
    List<String> command =
        List.of(
            java.java().toString(),
            "-Xmx256m",
            "-jar",
            Installation.demoServer().toString(),
            "--port=" + port,
            "--tls-versions=" + site.tls().label(),
            "--key-type=" + site.key().name().toLowerCase(Locale.ROOT),
            "--directory=" + site.directory());
    RunningServer server = start(site, port, "/plain", "(?:WARN|ERROR) .* : (.*)", command);
    AtomicInteger asked = new AtomicInteger();
    return server.counting(
        () -> {
          // Each question is a full handshake of its own.
          String told = server.call(server.url.resolve("/stats"), null);
          JsonNode stats = new ObjectMapper().readTree(told);
          return new RunningServer.View(
              stats.required("fullHandshakes").asLong() - asked.incrementAndGet(),
              stats.required("resumedHandshakes").asLong());
        });
  }

  private static RunningServer start(
      ServerSite site, int port, String path, String complaint, List<String> command)
      throws IOException {
    return RunningServer.start(
        site,
        "https://localhost:" + port + path,
        "POST",
        new RunningServer.Log(List.of(site.file("log")), List.of(), complaint),
        Map.of(),
        command);
  }
}
