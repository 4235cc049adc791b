package dev.reprise.benchmarks.calls;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.subject.CryptoProvider;
import dev.reprise.subject.Session;
import dev.reprise.testkit.CountingTrustManager;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A closed loop: each thread sends its next request when the last is answered. What is called, a
 * {@link Target}, stands in a system property.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CallBenchmark {

  @Param("HTTPCLIENT4")
  public Kind client;

  @Param("TLSv1.3")
  public String tls;

  @Param("JSSE")
  public CryptoProvider provider;

  private Session opened;

  @Setup(Level.Trial)
  public void open() throws Exception {
    provider.install();
    Target target = new ObjectMapper().readValue(System.getProperty("target"), Target.class);
    CountingTrustManager trust = target.trust();
    CallProfiler.watch(trust, target.sidecar);
    opened = Clients.open(client, target, trust);
  }

  /** One request and its answer. One that fails is counted, so that the others go on. */
  @Benchmark
  public void call() {
    try {
      opened.call();
    } catch (Exception e) {
      CallProfiler.failed(e);
    }
  }

  @TearDown(Level.Trial)
  public void close() throws Exception {
    opened.close();
  }
}
