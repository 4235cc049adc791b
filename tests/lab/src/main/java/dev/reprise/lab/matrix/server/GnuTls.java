package dev.reprise.lab.matrix.server;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** {@code gnutls-serv --http}, which answers with HTTP/1.0 and no Content-Length. */
final class GnuTls {

  private static final Tool TOOL = new Tool("gnutls-serv");
  private static final Tool OPENSSL = new Tool("openssl");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private GnuTls() {}

  static ServerKind kind() {
    return new ProgramKind(
        "gnutls",
        "gnutls-serv --http",
        List.of(TOOL, OPENSSL),
        "gnutls-serv (\\S+)",
        "--version",
        GnuTls::start);
  }

  private static RunningServer start(ServerSite site) throws IOException {
    int port = ServerSite.freePort();
    return new NativeServer("gnutls", site, port)
        .call("GET", "/")
        .handshakes("This is a resumed session", "^- Server Signature:")
        .complaint("(?i)^(?!.*tls-server-end-point)(.*(?:error|alert|unexpected|premature).*)")
        .start(
            List.of(
                TOOL.required(),
                "--http",
                "--port",
                Integer.toString(port),
                "--x509certfile",
                site.certificate().certificate().toString(),
                "--x509keyfile",
                key(site).toString(),
                "--priority",
                "NORMAL:-VERS-ALL:+VERS-TLS" + site.tls().number()));
  }

  /** GnuTLS reads EC keys with their public key only, and Java writes them without. */
  private static Path key(ServerSite site) {
    if (site.key() != KeyType.EC) {
      return site.certificate().key();
    }
    Path key = site.file("gnutls-key.pem");
    try (ChildProcess process =
        ChildProcess.start(
            "openssl ec",
            List.of(
                OPENSSL.required(),
                "ec",
                "-in",
                site.certificate().key().toString(),
                "-out",
                key.toString()))) {
      if (process.awaitExit(LIMIT) != 0) {
        throw new HarnessException("openssl ec failed: " + process.errorLines());
      }
    }
    return key;
  }
}
