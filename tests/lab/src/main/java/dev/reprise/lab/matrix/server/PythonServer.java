package dev.reprise.lab.matrix.server;

import dev.reprise.lab.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Python's {@code http.server} over its {@code ssl} module, which ends without close_notify. */
final class PythonServer implements ServerKind {

  private static final Tool TOOL = new Tool("python3");

  @Override
  public String name() {
    return "python";
  }

  @Override
  public String title() {
    return "Python http.server and ssl";
  }

  @Override
  public String version() {
    return TOOL.version("Python (\\S+)", "--version");
  }

  @Override
  public Optional<String> missing() {
    return TOOL.missing();
  }

  @Override
  public RunningServer start(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
    Path program = site.copy("server.py");
    return new NativeServer(name(), site, port)
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
