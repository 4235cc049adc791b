package dev.reprise.lab.compare;

import dev.reprise.lab.DemoServer;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.RunnerSetup;
import java.nio.file.Path;
import java.util.Optional;

/** The demo server, in a JVM of its own. It always runs on the driver's Java. */
final class DemoEndpoint implements Endpoint {

  private final DemoServer server;

  /** Starts the server and does not wait for it. */
  DemoEndpoint(Path jar, String tls, String keyType) {
    server =
        DemoServer.start(
            JavaRuntime.own().java(),
            jar,
            "512m",
            "--tls-versions=" + tls,
            "--key-type=" + keyType);
  }

  /** Waits until the server is ready; to be called before anything else. */
  void awaitReady() {
    server.awaitReady();
  }

  @Override
  public void describe(RunnerSetup setup, Level level) {
    setup.url = server.url() + (level == Level.PLAIN ? "/plain" : "/soap-canned");
    setup.body = level == Level.PLAIN ? Payloads.envelope() : Payloads.payload();
    setup.contentType = Payloads.CONTENT_TYPE;
    setup.trustStore = server.trustStore().toString();
    setup.trustStorePassword = server.password();
  }

  @Override
  public Optional<DemoServer.Counts> counts() {
    return Optional.of(server.counts());
  }

  @Override
  public void close() {
    server.close();
  }
}
