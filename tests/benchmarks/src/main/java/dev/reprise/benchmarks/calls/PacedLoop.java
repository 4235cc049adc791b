package dev.reprise.benchmarks.calls;

import dev.reprise.subject.Conversation;
import dev.reprise.subject.Session;
import dev.reprise.testkit.CountingTrustManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * An open loop, which JMH does not have: calls are due at equal intervals, whatever becomes of the
 * calls before, and the latency counts from when a call was due. The clients take turns, so that
 * what slows the machine down slows all of them. In a JVM of its own: is told what to do, and tells
 * what came out.
 */
public final class PacedLoop {

  private final List<Lane> lanes = new ArrayList<>();
  private final ExecutorService threads;
  private final long intervalNanos;
  private final int burst;

  private PacedLoop(Properties plan) throws Exception {
    intervalNanos = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(plan.getProperty("interval")));
    burst = Integer.parseInt(plan.getProperty("burst"));
    String tls = plan.getProperty("tls");
    for (String name : plan.getProperty("clients").split(",")) {
      Kind kind = Kind.valueOf(name);
      plan.setProperty("url", plan.getProperty("url." + name));
      lanes.add(new Lane(kind, new Target(plan, tls)));
    }
    threads = Executors.newCachedThreadPool();
  }

  /** Runs it. */
  public static void main(String[] args) {
    Conversation.hold(
        lab -> {
          Properties plan = lab.next(Properties.class);
          PacedLoop loop = new PacedLoop(plan);
          loop.run(Integer.parseInt(plan.getProperty("warmup")), false);
          loop.run(Integer.parseInt(plan.getProperty("calls")), true);
          Properties results = new Properties();
          for (Lane lane : loop.lanes) {
            lane.put(results);
            lane.client.close();
          }
          lab.tell(results);
        });
  }

  /** So many calls of each client. */
  private void run(int calls, boolean measured) throws Exception {
    long begin = System.nanoTime();
    List<Future<?>> all = new ArrayList<>();
    for (Lane lane : lanes) {
      lane.chains = lane.trust.serverChains();
    }
    // Every client has one call, or one burst, in each interval.
    for (int call = 0; call < calls; call += burst) {
      for (int i = 0; i < lanes.size(); i++) {
        Lane lane = lanes.get(i);
        long due = begin + call * intervalNanos + (long) i * burst * intervalNanos / lanes.size();
        for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
          LockSupport.parkNanos(due - now);
        }
        for (int one = 0; one < Math.min(burst, calls - call); one++) {
          all.add(threads.submit(() -> lane.call(measured ? due : 0)));
        }
      }
    }
    for (Future<?> one : all) {
      one.get();
    }
  }

  /** One client, and what came of its calls. */
  private static final class Lane {

    private final Kind kind;
    private final CountingTrustManager trust;
    private final Session client;
    private final Histogram latencies = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
    private final AtomicInteger errors = new AtomicInteger();
    private long chains;

    Lane(Kind kind, Target target) throws Exception {
      this.kind = kind;
      trust = target.trust;
      client = Clients.open(kind, target);
    }

    void call(long due) {
      try {
        client.call();
        if (due != 0) {
          latencies.recordValue(System.nanoTime() - due);
        }
      } catch (Exception e) {
        if (errors.getAndIncrement() == 0) {
          e.printStackTrace();
        }
      }
    }

    void put(Properties results) {
      long calls = latencies.getTotalCount();
      long full = trust.serverChains() - chains;
      put(results, Metric.CALLS, calls);
      put(results, Metric.FULL, full);
      put(results, Metric.FULL_IN_ALL, trust.serverChains());
      put(results, Metric.RESUMED, 100.0 * Math.max(0, calls - full) / Math.max(1, calls));
      put(results, Metric.ERRORS, errors.get());
      put(results, Metric.P50, latencies.getValueAtPercentile(50) / 1e6);
      put(results, Metric.P90, latencies.getValueAtPercentile(90) / 1e6);
      put(results, Metric.P99, latencies.getValueAtPercentile(99) / 1e6);
    }

    private void put(Properties results, Metric metric, double value) {
      results.setProperty(kind.name() + "." + metric.name(), String.valueOf(value));
    }
  }
}
