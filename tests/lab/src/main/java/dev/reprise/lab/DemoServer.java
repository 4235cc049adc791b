package dev.reprise.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.subject.Authority;
import dev.reprise.subject.Equipment;
import dev.reprise.subject.JdkClients;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The demo server, which answers {@code Connection: close}, in a JVM of its own. For use by one
 * thread.
 */
public final class DemoServer implements AutoCloseable {

  private static final String READY = "DEMO-SERVER-READY ";
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChildProcess process;
  private JsonNode ready;

  private DemoServer(ChildProcess process) {
    this.process = process;
  }

  /**
   * Starts it and does not wait for it.
   *
   * @param java the {@code java} command
   * @param jar its application jar
   * @param heap the most heap, as -Xmx takes it
   * @param options its own options, such as {@code --key-type=ec}
   */
  public static DemoServer start(Path java, Path jar, String heap, String... options) {
    List<String> command =
        new ArrayList<>(List.of(java.toString(), "-Xmx" + heap, "-jar", jar.toString()));
    command.addAll(List.of("--port=0", "--ready-json", "--exit-with-stdin"));
    command.addAll(List.of(options));
    return new DemoServer(ChildProcess.start("the demo server", command));
  }

  /** Its application jar, if it is built in this checkout of the project. */
  public static Optional<Path> jar(Path root) {
    try (Stream<Path> files = Files.list(folder(root))) {
      return files.filter(file -> file.toString().endsWith("-app.jar")).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Where its application jar is built. */
  public static Path folder(Path root) {
    return root.resolve("demo-server").resolve("target");
  }

  /** Waits until it listens; to be called before it is asked for anything. */
  public DemoServer awaitReady() {
    try {
      ready = JSON.readTree(process.receive(READY, START_LIMIT).substring(READY.length()));
      return this;
    } catch (IOException e) {
      close();
      throw new HarnessException("the demo server's ready line is unreadable", e);
    } catch (HarnessException e) {
      close();
      throw e;
    }
  }

  /** What to call, without a path. */
  public URI url() {
    return URI.create(ready.required("url").asText());
  }

  /** The PEM file of the authority to trust. */
  public Path authority() {
    return Path.of(ready.required("ca").asText());
  }

  /** The PKCS12 file that holds the authority to trust. */
  public Path trustStore() {
    return Path.of(ready.required("trustStore").asText());
  }

  /** The password of the trust store. */
  public String password() {
    return ready.required("password").asText();
  }

  /** What it has counted since its start; each question is a full handshake of its own. */
  public JsonNode stats() {
    try {
      Equipment plain = new Equipment(Authority.trust(Files.readAllBytes(authority())), null);
      return JSON.readTree(
          JdkClients.urlConnection(plain, url().resolve("/stats").toString()).call());
    } catch (Exception e) {
      throw new HarnessException("the demo server does not tell its counts: " + e, e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
