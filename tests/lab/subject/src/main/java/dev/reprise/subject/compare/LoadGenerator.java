package dev.reprise.subject.compare;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.reprise.subject.CountingTrustManager;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A fixed number of workers. In a closed loop each sends its next request when the last is
 * answered; in paced load each sends the next one that is due, and the latency counts from when it
 * was due, so that a delay is not hidden by the requests that it keeps from being sent. The workers
 * are started before anything is measured, so that they do not count as threads started. For use by
 * one thread.
 */
final class LoadGenerator implements AutoCloseable {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final ComparedClient client;
  private final CountingTrustManager trustManager;
  private final int threads;
  private final ThreadPoolExecutor workers;
  private final ThreadMXBean threadBean = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private final CompilationMXBean jitBean = ManagementFactory.getCompilationMXBean();
  private final OperatingSystemMXBean systemBean =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final long sidecar;

  /**
   * Makes one.
   *
   * @param sidecar the process that works for the client, or 0
   */
  LoadGenerator(
      ComparedClient client, CountingTrustManager trustManager, int threads, long sidecar) {
    this.sidecar = sidecar;
    this.client = client;
    this.trustManager = trustManager;
    this.threads = threads;
    workers = (ThreadPoolExecutor) Executors.newFixedThreadPool(threads);
    workers.prestartAllCoreThreads();
  }

  TurnResult run(TurnRequest request) throws InterruptedException {
    System.gc();
    Turn turn = new Turn(request);
    List<Future<Histogram>> histograms = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      histograms.add(workers.submit(turn.worker(i)));
    }
    turn.ready.await();

    long chainsAtFirst = trustManager.serverChains();
    if (request.leadIn > 0) {
      turn.begin(System.nanoTime());
      turn.awaitLeadIn();
    }
    long chainsBefore = trustManager.serverChains();
    long threadsBefore = threadBean.getTotalStartedThreadCount();
    long jitBefore = jitBean.getTotalCompilationTime();
    long cpuBefore = systemBean.getProcessCpuTime();
    long sidecarBefore = sidecarCpuNanos();
    long begin = System.nanoTime();
    if (request.leadIn == 0) {
      turn.begin(begin);
    }
    Histogram latencies = new Histogram(HIGHEST_NANOS, 3);
    for (Future<Histogram> histogram : histograms) {
      latencies.add(get(histogram));
    }
    TurnResult result = new TurnResult();
    result.seconds = (System.nanoTime() - begin) / 1e9;
    result.sidecarCpuMillis = (sidecarCpuNanos() - sidecarBefore) / 1e6;
    result.cpuMillis = (systemBean.getProcessCpuTime() - cpuBefore) / 1e6 + result.sidecarCpuMillis;
    result.jitMillis = (double) (jitBean.getTotalCompilationTime() - jitBefore);
    result.allocatedBytes = turn.allocatedBytes();
    result.threadsStarted = threadBean.getTotalStartedThreadCount() - threadsBefore;
    result.fullHandshakes = trustManager.serverChains() - chainsBefore;
    result.fullHandshakesOfLeadIn = chainsBefore - chainsAtFirst;
    result.completed = latencies.getTotalCount();
    result.errors = turn.errors.get();
    result.firstError = turn.firstError.get();
    result.cutShort = turn.taken.get() < request.leadIn + request.requests;
    result.medianMillis = latencies.getValueAtPercentile(50) / 1e6;
    result.p99Millis = latencies.getValueAtPercentile(99) / 1e6;
    result.ownCounts.putAll(client.ownCounts());
    System.gc();
    result.heapBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return result;
  }

  /** What the sidecar and its workers have used since their start. */
  private long sidecarCpuNanos() {
    return ProcessHandle.of(sidecar).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToLong(Duration::toNanos)
        .sum();
  }

  private static Histogram get(Future<Histogram> histogram) throws InterruptedException {
    try {
      return histogram.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a worker broke off", e.getCause());
    }
  }

  /** When each request is due, in nanoseconds from the beginning; the same for every client. */
  private static long[] due(TurnRequest request) {
    Random random = new Random(request.requests);
    long[] due = new long[request.leadIn + request.requests];
    double at = 0;
    for (int i = 0; i < due.length; i++) {
      due[i] = (long) at;
      double intervals = request.poisson ? -Math.log(1 - random.nextDouble()) : 1;
      at += intervals * 1e9 / request.ratePerSecond;
    }
    return due;
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }

  private final class Turn {
    final CountDownLatch ready = new CountDownLatch(threads);
    final AtomicInteger errors = new AtomicInteger();
    final AtomicReference<String> firstError = new AtomicReference<>();
    private final CountDownLatch go = new CountDownLatch(1);
    final AtomicInteger taken = new AtomicInteger();
    private final LongAdder allocated = new LongAdder();
    private final LongAdder exchanges = new LongAdder();
    private final TurnRequest request;
    private final long[] due;
    private volatile long beginning;
    private volatile long deadline;

    Turn(TurnRequest request) {
      this.request = request;
      due = request.ratePerSecond > 0 ? due(request) : null;
    }

    void begin(long now) {
      beginning = now;
      deadline = now + TimeUnit.MILLISECONDS.toNanos(request.limitMillis);
      go.countDown();
    }

    /** Waits until the first request is due that counts. */
    void awaitLeadIn() {
      awaitDue(request.leadIn);
    }

    private long awaitDue(int index) {
      long start = beginning + due[index];
      for (long left = start - System.nanoTime(); left > 0; left = start - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      return start;
    }

    Callable<Histogram> worker(int number) {
      return due != null ? () -> paced(number) : closedLoop(number);
    }

    private Histogram paced(int number) throws InterruptedException {
      Histogram latencies = new Histogram(HIGHEST_NANOS, 3);
      ready.countDown();
      go.await();
      int index = taken.getAndIncrement();
      while (index < due.length && System.nanoTime() - deadline < 0) {
        long start = awaitDue(index);
        boolean answered = exchange(number);
        long end = System.nanoTime();
        if (answered && index >= request.leadIn) {
          latencies.recordValue(Math.min(end - start, HIGHEST_NANOS));
        }
        index = taken.getAndIncrement();
      }
      return latencies;
    }

    private Callable<Histogram> closedLoop(int number) {
      return () -> {
        Histogram latencies = new Histogram(HIGHEST_NANOS, 3);
        ready.countDown();
        go.await();
        long start = System.nanoTime();
        while (start - deadline < 0 && taken.getAndIncrement() < request.requests) {
          boolean answered = exchange(number);
          long end = System.nanoTime();
          if (answered) {
            latencies.recordValue(Math.min(end - start, HIGHEST_NANOS));
          }
          start = end;
        }
        return latencies;
      };
    }

    double allocatedBytes() {
      return allocated.doubleValue() / Math.max(1, exchanges.sum());
    }

    private boolean exchange(int number) {
      long thread = Thread.currentThread().getId();
      long before = threadBean.getThreadAllocatedBytes(thread);
      try {
        client.exchange(number);
        allocated.add(threadBean.getThreadAllocatedBytes(thread) - before);
        exchanges.increment();
        return true;
      } catch (Exception e) {
        errors.incrementAndGet();
        firstError.compareAndSet(null, e.toString());
        return false;
      }
    }
  }
}
