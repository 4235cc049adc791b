package dev.reprise.lab.matrix.server;

import dev.reprise.lab.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Python's {@code http.server} over its {@code ssl} module, which ends without close_notify. */
final class PythonServer {

  private static final Tool TOOL = new Tool("python3");

  private PythonServer() {}

  static ServerKind kind() {
    return new ProgramKind(
        "python",
        "Python http.server and ssl",
        List.of(TOOL),
        "Python (\\S+)",
        "--version",
        PythonServer::start);
  }

  private static RunningServer start(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
    Path program = site.copy("server.py");
    return new NativeServer("python", site, port)
        .handshakes("handshake .* resumed=True", "handshake .* resumed=False")
        .complaint("^((?:\\w+\\.)*\\w*(?:Error|Exception): .*)")
        .start(
            List.of(
                TOOL.required(),
                "-u",
                program.toString(),
                Integer.toString(port),
                site.tls().label(),
                site.certificate().certificate().toString(),
                site.certificate().key().toString(),
                ServerSite.BODY));
  }
}
