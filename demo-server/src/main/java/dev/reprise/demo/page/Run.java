package dev.reprise.demo.page;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
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

  private final int number;
  private final Target target;
  private final Switches switches;
  private final Figures figures = new Figures();
  private final ConfigurableApplicationContext context;
  private final Workers workers;
  private final Histogram callTimes = new Histogram(2);
  private final Mark begin;
  private Mark before;
  private Mark last;

  /** Starts the application and, unless the switches say otherwise, its callers. */
  Run(int number, Target target, Switches switches) {
    this.number = number;
    this.target = target;
    this.switches = switches;
    target.commit(switches.fault());
    context = Caller.start(target, switches);
    workers = new Workers(context.getBean(QuoteCalls.class), switches, figures);
    begin = mark();
    before = begin;
    last = begin;
    if (switches.running()) {
      workers.start();
    }
  }

  private Mark mark() {
    Target.Handshakes seen = target.handshakes();
    return new Mark(
        System.nanoTime(),
        figures.answered(),
        seen.full(),
        seen.resumed(),
        THREADS.getTotalStartedThreadCount(),
        SYSTEM.getProcessCpuTime());
  }

  void sample() {
    before = last;
    last = mark();
    callTimes.add(figures.callTimes().getIntervalHistogram());
  }

  /** What has been, as of the last sample. */
  Summary summary() {
    double seconds = (last.nanos - before.nanos) / 1e9;
    long calls = figures.answered() + figures.failed();
    return new Summary(
        number,
        switches,
        switches.client().title(),
        last.answered - begin.answered,
        figures.failed(),
        seconds == 0 ? 0 : (last.answered - before.answered) / seconds,
        last.full - begin.full,
        last.resumed - begin.resumed,
        last.threads - begin.threads,
        millis(50),
        millis(99),
        calls == 0 ? 0 : (last.cpuNanos - begin.cpuNanos) / 1e6 / calls,
        figures.errors());
  }

  private double millis(double percentile) {
    return callTimes.getTotalCount() == 0 ? 0 : callTimes.getValueAtPercentile(percentile) / 1000.0;
  }

  void stop() {
    workers.stop();
  }

  @Override
  public void close() {
    workers.close();
    context.close();
  }

  private record Mark(
      long nanos, long answered, long full, long resumed, long threads, long cpuNanos) {}

  /**
   * What has been in a run so far.
   *
   * @param perSecond calls answered per second, of late
   * @param full full handshakes, as the server saw them
   * @param resumed resumed handshakes, as the server saw them
   * @param threads threads started in this JVM
   * @param median of what a call took, in milliseconds
   * @param high the 99th percentile of it
   * @param cpuMillis CPU time of this JVM for each call
   * @param errors how many calls failed with which error
   */
  record Summary(
      int run,
      Switches switches,
      String title,
      long answered,
      long failed,
      double perSecond,
      long full,
      long resumed,
      long threads,
      double median,
      double high,
      double cpuMillis,
      Map<String, Long> errors) {}
}
