package dev.reprise.benchmarks.calls;

import dev.reprise.subject.Conversation;
import dev.reprise.subject.Session;
import dev.reprise.testkit.CountingTrustManager;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
  private final int burst;
  private final long aheadNanos;
  private long intervalNanos;

  private PacedLoop(Plan plan, Opener opener) throws Exception {
    intervalNanos = TimeUnit.MICROSECONDS.toNanos(plan.warmUpMicros);
    aheadNanos = TimeUnit.MILLISECONDS.toNanos(plan.target.aheadMillis);
    burst = plan.burst;
    for (Map.Entry<Kind, String> client : plan.urls.entrySet()) {
      plan.target.url = client.getValue();
      lanes.add(new Lane(client.getKey(), plan.target, opener));
    }
    threads = Executors.newCachedThreadPool();
  }

  public static final class Plan {
    public Target target = new Target();
    public Map<Kind, String> urls = new LinkedHashMap<>();

    /** From one call of a client to its next, on average. */
    public long intervalMicros;

    /** How many calls of a client are due at the same time. */
    public int burst = 1;

    public int warmUp;

    /** As {@link #intervalMicros}, in the warm-up. */
    public long warmUpMicros;

    public int calls;
  }

  public static final class Results {
    public Map<Kind, Map<Metric, Double>> figures = new EnumMap<>(Kind.class);
  }

  /**
   * Makes clients. Where a handler makes the calls, the answer is how many nanoseconds one took.
   */
  public interface Opener {
    Session open(Kind kind, Target target, CountingTrustManager trust) throws Exception;
  }

  public static void main(String[] args) {
    hold(Clients::open);
  }

  public static void hold(Opener opener) {
    Conversation.hold(
        lab -> {
          Plan plan = lab.next(Plan.class);
          PacedLoop loop = new PacedLoop(plan, opener);
          loop.run(plan.warmUp, false);
          loop.intervalNanos = TimeUnit.MICROSECONDS.toNanos(plan.intervalMicros);
          loop.run(plan.calls, true);
          Results results = new Results();
          for (Lane lane : loop.lanes) {
            results.figures.put(lane.kind, lane.figures());
            lane.client.close();
          }
          lab.tell(results);
        });
  }

  private void run(int calls, boolean measured) throws Exception {
    long begin = System.nanoTime();
    List<Future<?>> all = new ArrayList<>();
    for (Lane lane : lanes) {
      lane.chains = lane.trust.serverChains();
      if (measured && lane.client instanceof Prepared) {
        ((Prepared) lane.client).begin();
      }
    }
    // Every client has one call, or one burst, in each interval.
    for (int call = 0; call < calls; call += burst) {
      for (int i = 0; i < lanes.size(); i++) {
        Lane lane = lanes.get(i);
        long due = begin + call * intervalNanos + (long) i * burst * intervalNanos / lanes.size();
        if (aheadNanos > 0 && lane.client instanceof Prepared) {
          waitUntil(due - aheadNanos);
          ((Prepared) lane.client).prepare();
        }
        waitUntil(due);
        for (int one = 0; one < Math.min(burst, calls - call); one++) {
          all.add(threads.submit(() -> lane.call(measured ? due : 0)));
        }
      }
    }
    for (Future<?> one : all) {
      one.get();
    }
  }

  private static void waitUntil(long due) {
    for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
      LockSupport.parkNanos(due - now);
    }
  }

  private static final class Lane {

    private final Kind kind;
    private final CountingTrustManager trust;
    private final Session client;
    private final Histogram latencies = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
    private final AtomicInteger errors = new AtomicInteger();
    private final boolean handled;
    private final AtomicLong first = new AtomicLong();
    private long chains;

    Lane(Kind kind, Target target, Opener opener) throws Exception {
      this.kind = kind;
      handled = target.queryMillis > 0;
      trust = target.trust();
      client = opener.open(kind, target, trust);
    }

    void call(long due) {
      try {
        String answer = client.call();
        long nanos = handled ? Long.parseLong(answer) : System.nanoTime() - due;
        first.compareAndSet(0, nanos);
        if (due != 0) {
          latencies.recordValue(nanos);
        }
      } catch (Exception e) {
        if (errors.getAndIncrement() == 0) {
          e.printStackTrace();
        }
      }
    }

    Map<Metric, Double> figures() {
      double calls = latencies.getTotalCount();
      double full = trust.serverChains() - chains;
      Map<Metric, Double> figures = new EnumMap<>(Metric.class);
      figures.put(Metric.CALLS, calls);
      figures.put(Metric.FULL, full);
      figures.put(Metric.FULL_IN_ALL, (double) trust.serverChains());
      figures.put(Metric.RESUMED, 100 * Math.max(0, calls - full) / Math.max(1, calls));
      figures.put(Metric.ERRORS, (double) errors.get());
      if (client instanceof Prepared) {
        figures.put(Metric.UNUSED, ((Prepared) client).unused());
      }
      figures.put(Metric.FIRST, first.get() / 1e6);
      figures.put(Metric.P50, latencies.getValueAtPercentile(50) / 1e6);
      figures.put(Metric.P90, latencies.getValueAtPercentile(90) / 1e6);
      figures.put(Metric.P99, latencies.getValueAtPercentile(99) / 1e6);
      return figures;
    }
  }
}
