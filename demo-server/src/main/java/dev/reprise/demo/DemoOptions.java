package dev.reprise.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a demo server is to be, as the command line says it. */
@Command(
    name = "java -jar reprise-demo-server-app.jar",
    sortOptions = false,
    description = {
      "A SOAP service over TLS that answers every request with Connection: close.",
      "With the word 'page' before all options: a live page that calls such a server."
    })
final class DemoOptions {

  @Option(names = "--port", description = "HTTPS port, 0 for a free one. Default 8443")
  int port = 8443;

  @Option(
      names = "--tls-versions",
      split = ",",
      description = "TLSv1.2, TLSv1.3, or both. Default both")
  List<String> tlsVersions = new ArrayList<>(List.of("TLSv1.2", "TLSv1.3"));

  @Option(names = "--key-type", description = "Keys of all certificates: rsa or ec. Default ec")
  String keyType = "ec";

  @Option(
      names = "--client-certificates",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Refuse clients without a certificate; one is written to the directory. Default false")
  boolean clientCertificates;

  @Option(
      names = "--keep-alive",
      arity = "0..1",
      fallbackValue = "true",
      description = "Let connections persist, for comparison. Default false")
  boolean keepAlive;

  @Option(
      names = "--directory",
      description = "Where stores and certificates are written. Default a temporary directory")
  Path directory;

  @Option(names = "--ready-json", description = "Print a line DEMO-SERVER-READY {...} for scripts")
  boolean readyJson;

  @Option(names = "--exit-with-stdin", description = "End when standard input ends")
  boolean exitWithStdin;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text")
  boolean help;

  @Spec private picocli.CommandLine.Model.CommandSpec spec;

  /** Refuses values that are of no use, each in a line. */
  void check() {
    require(port >= 0 && port <= 65_535, "--port: " + port + " is outside 0 to 65535");
    require(
        !tlsVersions.isEmpty() && List.of("TLSv1.2", "TLSv1.3").containsAll(tlsVersions),
        "--tls-versions: " + tlsVersions + " is not TLSv1.2, TLSv1.3 or both");
    require(
        List.of("rsa", "ec").contains(keyType),
        "--key-type: '" + keyType + "' is neither rsa nor ec");
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), problem);
    }
  }
}
