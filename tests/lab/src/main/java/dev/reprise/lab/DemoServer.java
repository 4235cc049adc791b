package dev.reprise.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;

/**
 * The demo server, which answers {@code Connection: close}, in a JVM of its own. For use by one
 * thread.
 */
public final class DemoServer implements AutoCloseable {

  private static final String READY = "DEMO-SERVER-READY ";
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChildProcess process;
  private long asked;
  private URI url;
  private Path authority;
  private Path trustStore;
  private String password;

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
   * @throws HarnessException if it cannot be started
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
    Path folder = folder(root);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith("-app.jar")).findFirst();
    } catch (IOException e) {
      throw new HarnessException("'%s' cannot be read: %s".formatted(folder, e), e);
    }
  }

  /** Where its application jar is built. */
  public static Path folder(Path root) {
    return root.resolve("demo-server").resolve("target");
  }

  /**
   * Waits until it listens; to be called before it is asked for anything.
   *
   * @return this
   * @throws HarnessException if it does not start in time; it is closed then
   */
  public DemoServer awaitReady() {
    try {
      String line = process.receive(READY, START_LIMIT);
      JsonNode ready = JSON.readTree(line.substring(READY.length()));
      url = URI.create(ready.required("url").asText());
      authority = Path.of(ready.required("ca").asText());
      trustStore = Path.of(ready.required("trustStore").asText());
      password = ready.required("password").asText();
      return this;
    } catch (IOException | IllegalArgumentException e) {
      close();
      throw new HarnessException("the demo server's ready line is unreadable", e);
    } catch (HarnessException e) {
      close();
      throw e;
    }
  }

  /** What to call, without a path. */
  public URI url() {
    return url;
  }

  /** The PEM file of the authority to trust. */
  public Path authority() {
    return authority;
  }

  /** The PKCS12 file that holds the authority to trust. */
  public Path trustStore() {
    return trustStore;
  }

  /** The password of the trust store. */
  public String password() {
    return password;
  }

  /**
   * What it has counted since its start, without this question and those before it.
   *
   * @throws HarnessException if it does not tell
   */
  public Counts counts() {
    try {
      HttpsURLConnection connection =
          (HttpsURLConnection) url.resolve("/stats").toURL().openConnection();
      connection.setSSLSocketFactory(Trust.newSockets(authority));
      connection.setConnectTimeout((int) ANSWER_LIMIT.toMillis());
      connection.setReadTimeout((int) ANSWER_LIMIT.toMillis());
      try (InputStream in = connection.getInputStream()) {
        JsonNode stats = JSON.readTree(in);
        asked++;
        return new Counts(
            stats.required("requests").asLong(),
            stats.required("fullHandshakes").asLong() - asked,
            stats.required("resumedHandshakes").asLong(),
            stats.required("failedHandshakes").asLong());
      }
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new HarnessException("the demo server does not tell its counts: " + e, e);
    }
  }

  /**
   * What the demo server counts.
   *
   * @param requests the requests received
   * @param fullHandshakes the handshakes in which it presented its certificate
   * @param resumedHandshakes the handshakes that resumed a session
   * @param failedHandshakes the handshakes that did not come to an end
   */
  public record Counts(
      long requests, long fullHandshakes, long resumedHandshakes, long failedHandshakes) {

    /** What came after the earlier ones. */
    public Counts minus(Counts earlier) {
      return new Counts(
          requests - earlier.requests,
          fullHandshakes - earlier.fullHandshakes,
          resumedHandshakes - earlier.resumedHandshakes,
          failedHandshakes - earlier.failedHandshakes);
    }
  }

  /** Ends it, and lets it clean up. */
  @Override
  public void close() {
    try {
      process.awaitExit(END_LIMIT);
    } catch (HarnessException e) {
      // It was killed.
    } finally {
      process.close();
    }
  }
}
