package dev.reprise.lab.matrix;

import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import dev.reprise.subject.Authority;
import dev.reprise.subject.Equipment;
import dev.reprise.subject.JdkClients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that runs: what to call, and what it says of its callers. Closing it ends its processes.
 * For use by one thread.
 */
final class RunningServer implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration LOG_LIMIT = Duration.ofSeconds(5);
  private static final int POLL_MILLIS = 20;
  private static final byte[] HELLO = "<hello/>".getBytes(StandardCharsets.US_ASCII);

  final URI url;

  final String method;

  final Path authority;

  /** The addresses that clients are to take in turn; empty if the name tells the one. */
  final List<String> addresses;

  private final List<? extends AutoCloseable> processes;
  private Views views;
  private final Supplier<Map<String, Long>> complaints;
  private View viewBefore = new View(0, 0);
  private Map<String, Long> complaintsBefore = Map.of();

  /**
   * A server.
   *
   * @param views what it tells of handshakes; null if nothing
   */
  RunningServer(
      URI url,
      String method,
      Path authority,
      List<String> addresses,
      List<? extends AutoCloseable> processes,
      Views views,
      Supplier<Map<String, Long>> complaints) {
    this.url = url;
    this.method = method;
    this.authority = authority;
    this.addresses = addresses;
    this.processes = processes;
    this.views = views;
    this.complaints = complaints;
  }

  interface Views {
    View now() throws IOException;
  }

  record View(long full, long resumed) {
    View plus(View other) {
      return new View(full + other.full, resumed + other.resumed);
    }

    View minus(View other) {
      return new View(full - other.full, resumed - other.resumed);
    }

    long all() {
      return full + resumed;
    }
  }

  /**
   * How a program logs.
   *
   * @param files what it writes
   * @param handshakes found in the line of a resumed and of a full handshake; empty if in none
   * @param complaint found in a line that tells an error; the first group is what is kept
   */
  record Log(List<Path> files, List<String> handshakes, String complaint) {

    private List<String> lines() {
      return files.stream().filter(Files::exists).flatMap(file -> read(file).lines()).toList();
    }

    private static String read(Path file) {
      try {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private long count(int which) {
      Pattern pattern = Pattern.compile(handshakes.get(which));
      return lines().stream().filter(line -> pattern.matcher(line).find()).count();
    }

    private Map<String, Long> complaints() {
      Map<String, Long> complaints = new TreeMap<>();
      Pattern pattern = Pattern.compile(complaint);
      for (String line : lines()) {
        Matcher matcher = pattern.matcher(line);
        if (matcher.find() && matcher.group(1) != null) {
          complaints.merge(matcher.group(1).strip(), 1L, Long::sum);
        }
      }
      return complaints;
    }
  }

  /** Starts a program that logs into its folder, and waits until it answers. */
  static RunningServer start(
      ServerSite site,
      String url,
      String method,
      Log log,
      Map<String, String> environment,
      List<String> command)
      throws IOException {
    String name = Path.of(command.get(0)).getFileName().toString();
    ChildProcess process =
        ChildProcess.startLogged(name, command, site.directory(), environment, site.file("log"));
    RunningServer server =
        new RunningServer(
            URI.create(url),
            method,
            site.authority(),
            List.of(),
            List.of(process),
            log.handshakes.isEmpty() ? null : () -> new View(log.count(1), log.count(0)),
            log::complaints);
    try {
      long deadline = System.nanoTime() + START_LIMIT.toNanos();
      while (!server.isAnswering()) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          List<String> lines = log.lines();
          throw new HarnessException(
              "%s did not start: %s"
                  .formatted(name, lines.isEmpty() ? "" : lines.get(lines.size() - 1)));
        }
        pause();
      }
      server.view(1);
      return server;
    } catch (IOException | HarnessException e) {
      server.close();
      throw e;
    }
  }

  /** By a whole call, since servers log it as an error if it is broken off. */
  private boolean isAnswering() {
    try {
      call(url, method.equals("POST") ? HELLO : null);
      return true;
    } catch (IOException e) {
      // A server may be about to write the file of its own authority.
      if (e instanceof ConnectException || e.getCause() instanceof CertificateException) {
        return false;
      }
      throw new HarnessException("%s does not answer: %s".formatted(url, e), e);
    }
  }

  /** Posts a body, or gets if it is null; each call is a full handshake. */
  String call(URI of, byte[] body) throws IOException {
    try {
      Equipment plain = new Equipment(Authority.trust(Files.readAllBytes(authority)), null);
      plain.body = body;
      return JdkClients.urlConnection(plain, of.toString()).call();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** The same, which tells its handshakes so. */
  RunningServer counting(Views told) {
    views = told;
    return this;
  }

  /** From here on it counts. */
  void mark() throws IOException {
    viewBefore = views == null ? viewBefore : views.now();
    complaintsBefore = complaints.get();
  }

  /**
   * The handshakes since the mark; null if the server does not tell. Servers write with some delay:
   * waits for a while until there are as many as expected.
   */
  View view(long expected) throws IOException {
    if (views == null) {
      return null;
    }
    long deadline = System.nanoTime() + LOG_LIMIT.toNanos();
    View view = views.now().minus(viewBefore);
    while (view.all() < expected && System.nanoTime() - deadline < 0) {
      pause();
      view = views.now().minus(viewBefore);
    }
    return view;
  }

  /** What the server logged as an error since the mark, each line with its count. */
  Map<String, Long> complaints() {
    Map<String, Long> since = new TreeMap<>(complaints.get());
    complaintsBefore.forEach((line, count) -> since.merge(line, -count, Long::sum));
    since.values().removeIf(count -> count <= 0);
    return since;
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }

  @Override
  public void close() {
    try {
      for (AutoCloseable process : processes) {
        process.close();
      }
    } catch (Exception e) {
      throw new HarnessException("a server could not be stopped", e);
    }
  }
}
