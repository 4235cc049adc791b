package dev.reprise.subject.compare;

import com.sun.management.OperatingSystemMXBean;
import dev.reprise.subject.CountingTrustManager;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * A closed loop: a fixed number of workers, each sending its next request when the last is
 * answered. The workers are started before anything is measured, so that they do not count as
 * threads started. For use by one thread.
 */
final class LoadGenerator implements AutoCloseable {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final ComparedClient client;
  private final CountingTrustManager trustManager;
  private final int threads;
  private final ThreadPoolExecutor workers;
  private final ThreadMXBean threadBean = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean systemBean =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  LoadGenerator(ComparedClient client, CountingTrustManager trustManager, int threads) {
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

    long chainsBefore = trustManager.serverChains();
    long threadsBefore = threadBean.getTotalStartedThreadCount();
    long cpuBefore = systemBean.getProcessCpuTime();
    long begin = System.nanoTime();
    turn.begin(begin);
    Histogram latencies = new Histogram(HIGHEST_NANOS, 3);
    for (Future<Histogram> histogram : histograms) {
      latencies.add(get(histogram));
    }
    TurnResult result = new TurnResult();
    result.seconds = (System.nanoTime() - begin) / 1e9;
    result.cpuMillis = (systemBean.getProcessCpuTime() - cpuBefore) / 1e6;
    result.threadsStarted = threadBean.getTotalStartedThreadCount() - threadsBefore;
    result.fullHandshakes = trustManager.serverChains() - chainsBefore;
    result.completed = latencies.getTotalCount();
    result.errors = turn.errors.get();
    result.firstError = turn.firstError.get();
    result.cutShort = result.completed + result.errors < request.requests;
    result.medianMillis = latencies.getValueAtPercentile(50) / 1e6;
    result.p99Millis = latencies.getValueAtPercentile(99) / 1e6;
    result.ownCounts.putAll(client.ownCounts());
    return result;
  }

  private static Histogram get(Future<Histogram> histogram) throws InterruptedException {
    try {
      return histogram.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a worker broke off", e.getCause());
    }
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
    private final AtomicInteger taken = new AtomicInteger();
    private final TurnRequest request;
    private volatile long deadline;

    Turn(TurnRequest request) {
      this.request = request;
    }

    void begin(long now) {
      deadline = now + TimeUnit.MILLISECONDS.toNanos(request.limitMillis);
      go.countDown();
    }

    Callable<Histogram> worker(int number) {
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

    private boolean exchange(int number) {
      try {
        client.exchange(number);
        return true;
      } catch (Exception e) {
        errors.incrementAndGet();
        firstError.compareAndSet(null, e.toString());
        return false;
      }
    }
  }
}
