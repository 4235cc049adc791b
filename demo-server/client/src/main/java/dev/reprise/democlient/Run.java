package dev.reprise.democlient;

import com.sun.management.OperatingSystemMXBean;
import dev.reprise.democlient.Figures.Counts;
import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.Deque;
import org.HdrHistogram.Histogram;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The callers at one position of the switches, from their start to the next switch. Sampled by one
 * thread at a time; the threads that call are others.
 */
final class Run implements AutoCloseable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final int RECENT = 6;
  private static final double SHORTEST_SECONDS = 0.5;

  private final int number;
  private final Switches switches;
  private final Figures figures = new Figures();
  private final ConfigurableApplicationContext context;
  private final ResumingSslSocketFactory sockets;
  private final Workers workers;
  private final Histogram callTimes = new Histogram(2);
  private final Histogram closeTimes = new Histogram(2);
  private final Deque<Mark> recent = new ArrayDeque<>();
  private final Mark begin;
  private Mark last;

  /** Starts the application and, unless the switches say otherwise, its callers. */
  Run(int number, Target target, Switches switches) {
    this.number = number;
    this.switches = switches;
    context = CallerContext.start(target, switches, figures);
    sockets = context.getBeanProvider(ResumingSslSocketFactory.class).getIfAvailable();
    workers = new Workers(context.getBean(QuoteCalls.class), switches, figures);
    begin = mark();
    last = begin;
    recent.add(begin);
    if (switches.running()) {
      workers.start();
    }
  }

  private Mark mark() {
    return new Mark(
        System.nanoTime(),
        figures.counts(),
        THREADS.getTotalStartedThreadCount(),
        SYSTEM.getProcessCpuTime());
  }

  /** Whether it is long enough since the last sample for figures per second. */
  boolean isDue() {
    return (System.nanoTime() - last.nanos) / 1e9 >= SHORTEST_SECONDS;
  }

  /** What has been since the last sample. */
  Sample sample(long sequence) {
    Mark now = mark();
    Span span = new Span(last, now);
    last = now;
    recent.add(now);
    if (recent.size() > RECENT) {
      recent.remove();
    }
    Histogram calls = figures.callTimes().getIntervalHistogram();
    Histogram closes = figures.closeTimes().getIntervalHistogram();
    callTimes.add(calls);
    closeTimes.add(closes);
    LaneCounts lanes = sockets == null ? null : sockets.laneCounts();
    return new Sample(
        sequence,
        System.currentTimeMillis(),
        number,
        switches.client(),
        span.perSecond(span.counts().answered()),
        span.perSecond(span.counts().failed()),
        span.perSecond(span.counts().full()),
        span.perSecond(span.counts().resumed()),
        span.perSecond(span.threads()),
        Sample.millis(calls, 50),
        Sample.millis(calls, 99),
        Sample.millis(closes, 50),
        Sample.millis(closes, 100),
        lanes == null ? null : lanes.free(),
        lanes == null ? null : lanes.leased());
  }

  /** What has been since the start, as of the last sample. */
  Summary summary() {
    Span span = new Span(begin, last);
    Span late = new Span(recent.getFirst(), last);
    return new Summary(
        number,
        switches,
        span.seconds(),
        span.counts().answered(),
        span.counts().failed(),
        late.perSecond(late.counts().answered()),
        span.counts().full(),
        span.counts().resumed(),
        late.resumedShare(),
        span.threads(),
        Sample.millis(callTimes, 50),
        Sample.millis(callTimes, 99),
        Sample.millis(closeTimes, 50),
        Sample.millis(closeTimes, 100),
        late.cpuMillisPerCall(),
        figures.closes(),
        figures.errors());
  }

  void stop() {
    workers.stop();
  }

  @Override
  public void close() {
    workers.close();
    context.close();
  }

  private record Mark(long nanos, Counts counts, long threads, long cpuNanos) {}

  private record Span(Mark from, Mark to) {
    double seconds() {
      return (to.nanos - from.nanos) / 1e9;
    }

    Counts counts() {
      return to.counts.minus(from.counts);
    }

    long threads() {
      return to.threads - from.threads;
    }

    double perSecond(long count) {
      return count == 0 ? 0 : count / seconds();
    }

    Double resumedShare() {
      long handshakes = counts().full() + counts().resumed();
      return handshakes == 0 ? null : (double) counts().resumed() / handshakes;
    }

    Double cpuMillisPerCall() {
      long calls = counts().calls();
      return calls == 0 ? null : (to.cpuNanos - from.cpuNanos) / 1e6 / calls;
    }
  }
}
