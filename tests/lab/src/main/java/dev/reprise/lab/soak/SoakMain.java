package dev.reprise.lab.soak;

import dev.reprise.lab.soak.Reply.Outcome;
import dev.reprise.lab.soak.Reply.Sample;
import dev.reprise.lab.soak.Reply.Setup;
import dev.reprise.subject.Conversation;
import dev.reprise.testkit.LeftOvers;
import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.PeerStatistics;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/** Takes a {@link Setup}; gives a {@link Reply} for each sample and one at the end. */
final class SoakMain {

  private static final String CALLER = "soak-caller";
  static final String LANES = "lanes";
  static final String LANES_LEASED = "lanes leased";
  static final String LEASES = "connections leased";
  static final String PRECONNECTIONS = "preconnected connections past their lifetime";
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long HANDED_OVER_MILLIS = 50;

  private static final Duration LEFT_OVER_AFTER = Duration.ofSeconds(5);

  /** The heap is a figure of its own, and compilers borrow for the methods that they are at. */
  private static final Pattern NATIVE =
      Pattern.compile(
          "(?m)^-\\s++(?!Java Heap|Compiler|Arena Chunk).+ \\(reserved=\\d+KB, committed=(\\d+)KB");

  private final Setup setup;
  private final SoakedClient client;

  private SoakMain(Setup setup) throws Exception {
    this.setup = setup;
    client = new SoakedClient(setup);
  }

  public static void main(String[] args) {
    Conversation.hold(lab -> new SoakMain(lab.next(Setup.class)).soak(lab));
  }

  private void soak(Conversation lab) throws Exception {
    List<Sample> samples = new ArrayList<>();
    List<String> pinned = List.of();
    LeftOvers leftOvers;
    long start;
    try (Pinning pinning = setup.variant().virtual ? new Pinning() : null;
        Callers callers = new Callers(setup.variant().callers, setup.variant().virtual)) {
      leftOvers =
          new LeftOvers(thread -> thread.getName().equals(CALLER))
              .watch("leased lanes", () -> client.lanes().leased())
              .watch("leased connections", client::leases);
      start = System.nanoTime();
      int batch =
          setup.minutes() > 0 ? 10 * setup.variant().callers : setup.requests() / setup.samples();
      for (int done = 0; samples.add(sample(done)); ) {
        lab.tell(new Reply(samples.get(samples.size() - 1), null));
        if (done == setup.requests() || isOver(start)) {
          break;
        }
        int to = Math.min(done + Math.max(batch, setup.variant().callers), setup.requests());
        long begin = System.nanoTime();
        callers.work(done, to, client::call);
        if (setup.minutes() > 0) {
          double share = 6e10 * setup.minutes() / setup.samples();
          batch = (int) ((to - done) * share / (System.nanoTime() - begin));
        }
        done = to;
      }
      if (pinning != null) {
        List<Sample> first = Figure.third(samples, 0);
        pinned = pinning.after(first.get(first.size() - 1).epochMillis());
      }
    }
    long elapsedMillis = (System.nanoTime() - start) / 1_000_000;
    client.close();
    PeerStatistics told = client.statistics.total();
    Map<String, Long> handshakes = named(told.fullBy());
    handshakes.put("resumed", told.resumed());
    handshakes.put("failed", told.failed());
    lab.tell(
        new Reply(
            null,
            new Outcome(
                elapsedMillis,
                client.endings,
                client.unexpected,
                handshakes,
                named(told.closes()),
                named(told.preconnections()),
                pinned,
                leftOvers.left(LEFT_OVER_AFTER))));
  }

  private boolean isOver(long start) {
    return setup.minutes() > 0
        && System.nanoTime() - start >= TimeUnit.MINUTES.toNanos(setup.minutes());
  }

  private static Map<String, Long> named(Map<? extends Enum<?>, Long> counts) {
    Map<String, Long> named = new TreeMap<>();
    counts.forEach((key, count) -> named.put(key.name(), count));
    return named;
  }

  private Sample sample(int requests) throws IOException, JMException, InterruptedException {
    awaitEndOfPreconnections();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put(Figure.THREADS.title(), (long) otherThreads().size());
    figures.put(Figure.DESCRIPTORS.title(), (long) new File("/proc/self/fd").list().length);
    collect();
    figures.put(
        Figure.HEAP.title(), ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    figures.put(Figure.RSS.title(), residentBytes());
    figures.put(Figure.NATIVE.title(), nativeBytes());
    LaneCounts lanes = client.lanes();
    figures.put(LANES, (long) lanes.live());
    figures.put(LANES_LEASED, (long) lanes.leased());
    figures.put(LEASES, (long) client.leases());
    figures.put(PRECONNECTIONS, (long) client.preconnections());
    figures.put("threads started", THREADS.getTotalStartedThreadCount());
    return new Sample(requests, System.currentTimeMillis(), figures);
  }

  /** Until the preconnected connections have ended of themselves, and their threads. */
  private void awaitEndOfPreconnections() throws InterruptedException {
    long begin = System.nanoTime();
    while (setup.variant().preconnections > 0
        && (client.preconnections() > 0
            || client.lanes().leased() > 0
            || otherThreads().contains("reprise-preconnect"))
        && System.nanoTime() - begin < PATIENCE_NANOS) {
      Thread.sleep(10);
    }
  }

  /** The platform threads that are neither callers nor carriers of virtual threads. */
  private static List<String> otherThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread ->
                thread.getThreadGroup() == null
                    || !thread.getThreadGroup().getName().equals("CarrierThreads"))
        .map(Thread::getName)
        .filter(name -> !name.equals(CALLER))
        .collect(Collectors.toList());
  }

  /**
   * Before JDK 18 a socket of JSSE has a finalizer, and is kept with its buffers by the collection
   * that finds it unused: how many there are at the time says nothing about what is left over.
   */
  private static void collect() throws InterruptedException {
    System.gc();
    // The JVM counts as pending what it has handed to the finalizer, which takes it a moment.
    Thread.sleep(HANDED_OVER_MILLIS);
    long since = System.nanoTime();
    while (ManagementFactory.getMemoryMXBean().getObjectPendingFinalizationCount() > 0
        && System.nanoTime() - since < PATIENCE_NANOS) {
      Thread.sleep(1);
    }
    System.gc();
  }

  private static long residentBytes() throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(l -> l.startsWith("VmRSS:"))
            .findFirst()
            .orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
  }

  private static long nativeBytes() throws JMException {
    Matcher matcher =
        NATIVE.matcher(
            (String)
                ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmNativeMemory",
                        new Object[] {new String[] {"summary"}},
                        new String[] {String[].class.getName()}));
    long sum = 0;
    while (matcher.find()) {
      sum += Long.parseLong(matcher.group(1)) * 1024;
    }
    return sum;
  }

  /**
   * Callers that work through batches of requests, together and without pause. Platform threads are
   * the same for all batches; virtual threads are new for each, as their users have them.
   */
  private static final class Callers implements AutoCloseable {

    private final int count;
    private final ExecutorService threads;

    Callers(int count, boolean virtual) {
      this.count = count;
      threads =
          virtual
              ? virtualThreads()
              : Executors.newFixedThreadPool(count, task -> new Thread(task, CALLER));
    }

    /** By a method that is there from Java 21 on. */
    private static ExecutorService virtualThreads() {
      try {
        return (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("no virtual threads on this Java", e);
      }
    }

    /** Makes the requests from one number up to another, and returns when all have ended. */
    void work(int from, int to, IntConsumer request)
        throws InterruptedException, ExecutionException {
      AtomicInteger next = new AtomicInteger(from);
      Callable<Void> caller =
          () -> {
            for (int i = next.getAndIncrement(); i < to; i = next.getAndIncrement()) {
              request.accept(i);
            }
            return null;
          };
      for (Future<Void> ended : threads.invokeAll(Collections.nCopies(count, caller))) {
        ended.get();
      }
    }

    @Override
    public void close() {
      threads.shutdown();
    }
  }
}
