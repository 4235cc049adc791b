package dev.reprise.lab.matrix.server;

import dev.reprise.lab.HarnessException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A server that runs: what to call, and what it says of its callers. Closing it ends its processes.
 * For use by one thread.
 */
public final class RunningServer implements AutoCloseable {

  private static final Duration LOG_LIMIT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(20);

  private final URI url;
  private final String method;
  private final Path authority;
  private final List<String> addresses;
  private final List<AutoCloseable> processes;
  private final Optional<Supplier<ServerView>> views;
  private final Supplier<Map<String, Long>> complaints;
  private ServerView viewBefore = new ServerView(0, 0);
  private Map<String, Long> complaintsBefore = Map.of();

  RunningServer(
      URI url,
      String method,
      Path authority,
      List<String> addresses,
      List<AutoCloseable> processes,
      Optional<Supplier<ServerView>> views,
      Supplier<Map<String, Long>> complaints) {
    this.url = url;
    this.method = method;
    this.authority = authority;
    this.addresses = List.copyOf(addresses);
    this.processes = processes;
    this.views = views;
    this.complaints = complaints;
  }

  /** What to call. */
  public URI url() {
    return url;
  }

  /** GET or POST. */
  public String method() {
    return method;
  }

  /** The PEM file of the authority to trust. */
  public Path authority() {
    return authority;
  }

  /** The addresses that clients are to take in turn; empty if the name tells the one. */
  public List<String> addresses() {
    return addresses;
  }

  /** From here on it counts. */
  public void mark() {
    viewBefore = views.map(Supplier::get).orElse(viewBefore);
    complaintsBefore = complaints.get();
  }

  /**
   * The handshakes since the mark; empty if the server does not tell. Servers write with some
   * delay: waits for a while until there are as many as expected.
   */
  public Optional<ServerView> view(long expected) {
    return views.map(
        supplier -> {
          long deadline = System.nanoTime() + LOG_LIMIT.toNanos();
          ServerView view = supplier.get().minus(viewBefore);
          while (view.all() < expected && System.nanoTime() - deadline < 0) {
            pause();
            view = supplier.get().minus(viewBefore);
          }
          return view;
        });
  }

  /** What the server logged as an error since the mark, each line with its count. */
  public Map<String, Long> complaints() {
    Map<String, Long> since = new LinkedHashMap<>();
    complaints
        .get()
        .forEach(
            (line, count) -> {
              long more = count - complaintsBefore.getOrDefault(line, 0L);
              if (more > 0) {
                since.put(line, more);
              }
            });
    return since;
  }

  private static void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }

  @Override
  public void close() {
    List<Exception> failures = new ArrayList<>();
    for (AutoCloseable process : processes) {
      try {
        process.close();
      } catch (Exception e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw new HarnessException("a server could not be stopped", failures.get(0));
    }
  }
}
