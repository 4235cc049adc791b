package dev.reprise.lab.compare;

import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.UsageException;
import dev.reprise.lab.compare.results.CpuShares;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import one.profiler.AsyncProfilerLoader;

/**
 * async-profiler on the JVM of a client, from after its warm-up. It samples by CPU time; where the
 * system forbids perf events it sees no frames of the kernel, whose time counts for the function
 * that called it.
 */
final class Profiler {

  private static final long INTERVAL_MICROS = 500;

  private final Path folder;

  /**
   * A profiler.
   *
   * @param folder where the flame graphs go
   */
  Profiler(Path folder) {
    this.folder = folder.toAbsolutePath();
    if (!AsyncProfilerLoader.isSupported()) {
      throw new HarnessException(
          "--profile: async-profiler has no library for this system (Linux and macOS alone)");
    }
    AsyncProfilerLoader.setExtractionDirectory(Installation.target().resolve("profiler"));
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UsageException("--profile: %s cannot be made: %s".formatted(folder, e));
    }
  }

  void begin(long pid) {
    profile(pid, "start", "-e", "cpu", "-i", INTERVAL_MICROS + "us", "-j", "512");
  }

  /** Ends it and writes a flame graph; empty if there was no exchange. */
  Optional<CpuShares> end(long pid, String name, long exchanges) {
    Path graph = folder.resolve(name + ".html");
    Path collapsed = folder.resolve(name + ".txt");
    profile(pid, "dump", "-o", "flamegraph", "--title", name, "-f", graph.toString());
    profile(pid, "stop", "-o", "collapsed", "-f", collapsed.toString());
    try {
      List<String> stacks = Files.readAllLines(collapsed);
      Files.delete(collapsed);
      return exchanges == 0
          ? Optional.empty()
          : Optional.of(CpuShares.of(stacks, INTERVAL_MICROS, exchanges));
    } catch (IOException e) {
      throw new HarnessException("the profile of " + name + " cannot be read: " + e, e);
    }
  }

  private static void profile(long pid, String... arguments) {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.add(Long.toString(pid));
    try {
      AsyncProfilerLoader.executeProfiler(command.toArray(String[]::new));
    } catch (IOException | IllegalStateException e) {
      throw new HarnessException("--profile: async-profiler does not run: " + e.getMessage(), e);
    }
  }
}
