package dev.reprise.benchmarks;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpHost;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a lease costs while others wait for connections of another route, which has none left. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LeaseBenchmark {

  private static final HttpRoute FULL = new HttpRoute(new HttpHost("full.example"));
  private static final HttpRoute FREE = new HttpRoute(new HttpHost("free.example"));

  /** Whose manager. */
  @Param({"stock", "reprise"})
  public String manager;

  /** How many wait. */
  @Param({"0", "20000"})
  public int waiting;

  private PoolingHttpClientConnectionManager connections;
  private ExecutorService callers;

  /** Has all callers wait. */
  @Setup(Level.Trial)
  public void start() throws Exception {
    connections = Managers.named(manager);
    for (int i = 0; i < Managers.MAX_PER_ROUTE; i++) {
      Managers.lease(connections, FULL);
    }
    callers = Managers.newVirtualThreads();
    for (int i = 0; i < waiting; i++) {
      callers.execute(this::waitInVain);
    }
    while (connections.getTotalStats().getPending() < waiting) {
      Thread.sleep(1);
    }
  }

  /** Ends all waits. */
  @TearDown(Level.Trial)
  public void stop() {
    callers.shutdownNow();
    connections.shutdown();
  }

  /** Takes a connection and gives it back. */
  @Benchmark
  public void leaseAndRelease() throws Exception {
    Managers.release(connections, Managers.lease(connections, FREE));
  }

  private void waitInVain() {
    try {
      Managers.lease(connections, FULL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | ConnectionPoolTimeoutException | IllegalStateException e) {
      // The manager is shut down.
    }
  }
}
