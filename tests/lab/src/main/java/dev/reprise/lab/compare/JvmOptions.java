package dev.reprise.lab.compare;

import dev.reprise.subject.compare.ClientKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the JVM of a client is started with, beside the class path. */
final class JvmOptions {

  private JvmOptions() {}

  /**
   * The options for calls to a server.
   *
   * @param tls the TLS version that the server speaks
   * @param hosts names and addresses; null to ask the system
   */
  static List<String> of(ClientKind client, String tls, Path hosts) {
    List<String> options = new ArrayList<>();
    if (client.hasOneGroup()) {
      // TLS 1.2 asks for the curve of the certificate, and has no key shares.
      options.add("-Djdk.tls.namedGroups=" + (tls.equals("TLSv1.3") ? "x25519" : "secp256r1"));
    }
    if (client == ClientKind.FLOOR) {
      options.add("-Djdk.tls.client.enableStatusRequestExtension=false");
    }
    if (hosts != null) {
      options.add("-Djdk.net.hosts.file=" + hosts);
      options.add("-Dsun.net.inetaddr.ttl=-1");
    }
    return options;
  }
}
