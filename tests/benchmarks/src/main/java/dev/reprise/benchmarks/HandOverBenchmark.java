package dev.reprise.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpHost;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a lease costs that goes from one to the next of 20,000 virtual threads, which all wait for
 * two connections. The change of the thread is in the figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
public class HandOverBenchmark {

  private static final int CALLERS = 20_000;
  private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("full.example"));

  /** Whose manager. */
  @Param({"stock", "reprise"})
  public String manager;

  private final List<HttpClientConnection> held = new ArrayList<>();
  private final List<Future<?>> calls = new ArrayList<>();
  private PoolingHttpClientConnectionManager connections;
  private ExecutorService callers;

  /** Has all callers wait. */
  @Setup(Level.Iteration)
  public void start() throws Exception {
    connections = Managers.named(manager);
    for (int i = 0; i < Managers.MAX_PER_ROUTE; i++) {
      held.add(Managers.lease(connections, ROUTE));
    }
    callers = Managers.newVirtualThreads();
    for (int i = 0; i < CALLERS; i++) {
      calls.add(
          callers.submit(
              () -> {
                Managers.release(connections, Managers.lease(connections, ROUTE));
                return null;
              }));
    }
    while (connections.getTotalStats().getPending() < CALLERS) {
      Thread.sleep(1);
    }
  }

  /** All take a connection and give it back. */
  @Benchmark
  @OperationsPerInvocation(CALLERS)
  public void leaseHandedOn() throws Exception {
    held.forEach(connection -> Managers.release(connections, connection));
    for (Future<?> call : calls) {
      call.get();
    }
  }

  /** Leaves nothing for the next round. */
  @TearDown(Level.Iteration)
  public void stop() {
    held.clear();
    calls.clear();
    callers.shutdown();
    connections.shutdown();
  }
}
