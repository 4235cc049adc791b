package dev.reprise.benchmarks.calls;

import com.sun.management.OperatingSystemMXBean;
import dev.reprise.testkit.CountingTrustManager;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * What JMH does not measure: CPU time of the process without the JIT compiler's (and with a
 * sidecar's), handshakes, threads started, failed calls.
 */
public final class CallProfiler implements InternalProfiler {

  private static final Path TASKS = Path.of("/proc/self/task");
  private static final AtomicLong ERRORS = new AtomicLong();

  /** Null until the first iteration has begun: JMH makes the client in it. */
  private static volatile CountingTrustManager trust;

  private static volatile long sidecar;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long[] before;

  /** That this one is asked in each full handshake, and what process is a sidecar. */
  static void watch(CountingTrustManager asked, long beside) {
    trust = asked;
    sidecar = beside;
  }

  /** A call has failed; the first is told. */
  static void failed(Exception e) {
    if (ERRORS.getAndIncrement() == 0) {
      e.printStackTrace();
    }
  }

  @Override
  public String getDescription() {
    return "CPU time, handshakes, threads started, failed calls";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = now();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long[] now = now();
    double calls = result.getMetadata().getAllOps();
    double cpu = now[0] - before[0];
    double jit = now[1] - before[1];
    List<Result<?>> results = new ArrayList<>();
    results.add(figure(Metric.CPU, (cpu - jit) / 1e6 / calls));
    if (TASKS.toFile().isDirectory()) {
      results.add(figure(Metric.JIT, 100 * jit / cpu));
    }
    results.add(figure(Metric.RESUMED, 100 * (calls - (now[2] - before[2])) / calls));
    results.add(figure(Metric.THREADS, (now[3] - before[3]) / calls));
    results.add(figure(Metric.CALLS, calls));
    results.add(figure(Metric.FULL, now[2] - before[2]));
    results.add(figure(Metric.FULL_IN_ALL, now[2]));
    // Those of the warm-up too: no call may fail.
    results.add(figure(Metric.ERRORS, now[4]));
    return results;
  }

  private static ScalarResult figure(Metric metric, double value) {
    return new ScalarResult(metric.name(), value, metric.unit, AggregationPolicy.AVG);
  }

  private long[] now() {
    return new long[] {
      system.getProcessCpuTime() + sidecarNanos(),
      jitNanos(),
      trust == null ? 0 : trust.serverChains(),
      ManagementFactory.getThreadMXBean().getTotalStartedThreadCount(),
      ERRORS.get()
    };
  }

  /** What nginx and its workers have used since their start. */
  private static long sidecarNanos() {
    return ProcessHandle.of(sidecar).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToLong(Duration::toNanos)
        .sum();
  }

  /** CPU time of the JIT compiler's threads, as Linux tells it in ticks of 10 ms; 0 elsewhere. */
  private static long jitNanos() {
    try (Stream<Path> threads = Files.list(TASKS)) {
      return threads.mapToLong(CallProfiler::jitTicks).sum() * 10_000_000L;
    } catch (IOException e) {
      return 0;
    }
  }

  private static long jitTicks(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      if (!stat.contains("CompilerThre")) {
        return 0;
      }
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    } catch (IOException e) {
      return 0; // It has ended.
    }
  }
}
