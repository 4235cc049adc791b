package dev.reprise.lab.soak.client;

import dev.reprise.tls.LaneCounts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/** Takes the figures while no request is under way. For use by one thread. */
final class Sampler {

  private static final long HANDED_OVER_MILLIS = 50;

  private static final long FINALIZATION_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final SoakedClient client;
  private final int port;
  private final long threadsStartedBefore;
  private final long hostResetsBefore;

  Sampler(SoakedClient client) throws IOException {
    this.client = client;
    port = URI.create(client.url()).getPort();
    threadsStartedBefore = THREADS.getTotalStartedThreadCount();
    hostResetsBefore = ProcessFiles.hostResets();
  }

  Sample take(int requests) throws IOException, JMException, InterruptedException {
    int peakThreads = THREADS.getPeakThreadCount();
    client.awaitEndOfSpares();
    PlatformThreads threads = new PlatformThreads();
    LaneCounts lanes = client.lanes();
    int timeWait = ProcessFiles.timeWait(port);
    collect();
    Map<String, Long> categories = NativeMemory.committed();
    Sample sample =
        new Sample(
            requests,
            ManagementFactory.getRuntimeMXBean().getUptime(),
            System.currentTimeMillis(),
            threads.others(),
            threads.carriers(),
            peakThreads,
            THREADS.getTotalStartedThreadCount() - threadsStartedBefore,
            ProcessFiles.descriptors(),
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
            ProcessFiles.rssBytes(),
            NativeMemory.kept(categories),
            categories,
            timeWait,
            ProcessFiles.hostResets() - hostResetsBefore,
            lanes.live(),
            lanes.free(),
            lanes.leased(),
            client.leases(),
            client.spares());
    THREADS.resetPeakThreadCount();
    return sample;
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
        && System.nanoTime() - since < FINALIZATION_NANOS) {
      Thread.sleep(1);
    }
    System.gc();
  }
}
