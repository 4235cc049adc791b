package dev.reprise.lab.matrix.server;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Go's {@code net/http} without keep-alive. */
final class GoServer {

  private static final Tool TOOL = new Tool("go");
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(5);

  private GoServer() {}

  static ServerKind kind() {
    return new ProgramKind(
        "go", "Go net/http", List.of(TOOL), "go version go(\\S+)", "version", GoServer::start);
  }

  private static RunningServer start(ServerSite site) throws IOException {
    Path program = site.file("server");
    Path source = site.copy("server.go");
    Path log = site.file("build.log");
    try (ChildProcess build =
        ChildProcess.startLogged(
            "go build",
            List.of(TOOL.required(), "build", "-o", program.toString(), source.toString()),
            site.directory(),
            Map.of("GOTOOLCHAIN", "local", "GOFLAGS", "-mod=mod"),
            log)) {
      if (build.awaitExit(BUILD_LIMIT) != 0) {
        throw new HarnessException("go build failed; see " + log);
      }
    }
    int port = ServerSite.freePort();
    return new NativeServer("go", site, port)
        .handshakes("handshake .* resumed=true", "handshake .* resumed=false")
        .complaint("http: (?!.*no certificate)(.*?)(?: from 127\\.0\\.0\\.1:\\d+|$)")
        .start(
            List.of(
                program.toString(),
                "127.0.0.1:" + port,
                site.tls().label(),
                site.certificate().certificate().toString(),
                site.certificate().key().toString(),
                ServerSite.BODY));
  }
}
