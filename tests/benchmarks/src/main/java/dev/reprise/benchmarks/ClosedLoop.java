package dev.reprise.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.benchmarks.calls.CallBenchmark;
import dev.reprise.benchmarks.calls.CallProfiler;
import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Metric;
import dev.reprise.benchmarks.calls.Target;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link CallBenchmark} under JMH, one fork at a time. For use by one thread. */
final class ClosedLoop {

  private final Path java;
  private final Experiment.Length length;
  private final PrintStream log;
  private final List<RunResult> results = new ArrayList<>();

  ClosedLoop(Path java, Experiment.Length length, PrintStream log) {
    this.java = java;
    this.length = length;
    this.log = log;
  }

  void pass(Row row, Target target) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(CallBenchmark.class.getName())
            .param("client", row.kind.name())
            .param("tls", row.setting.tls())
            .param("provider", row.setting.provider().name())
            .threads(row.setting.threads())
            .forks(1)
            .warmupIterations(1)
            .warmupTime(TimeValue.seconds(length.warmUp()))
            .measurementIterations(length.iterations())
            .measurementTime(TimeValue.seconds(length.iterationSeconds()))
            .jvm(java.toString())
            .jvmArgs(jvmArguments(row, target))
            .shouldFailOnError(true)
            .addProfiler(CallProfiler.class)
            .build();
    Collection<RunResult> run = List.of();
    try {
      run =
          new Runner(options, OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL))
              .run();
    } catch (RunnerException e) {
      // Conscrypt 2.9 has ended JVMs with a SIGSEGV. What other passes measured is not lost.
      if (row.passes() == 0) {
        throw e;
      }
      e.printStackTrace(log);
    }
    row.newPass();
    for (RunResult result : run) {
      results.add(result);
      for (BenchmarkResult fork : result.getBenchmarkResults()) {
        fork.getIterationResults().forEach(iteration -> add(row, iteration));
      }
    }
  }

  private static void add(Row row, IterationResult iteration) {
    row.add(Metric.THROUGHPUT, iteration.getPrimaryResult().getScore());
    Map<String, Result> secondary = iteration.getSecondaryResults();
    for (Metric metric : Metric.values()) {
      if (secondary.containsKey(metric.name())) {
        row.add(metric, secondary.get(metric.name()).getScore());
      }
    }
  }

  private static String[] jvmArguments(Row row, Target target) {
    // Callers wait while a method is compiled, early. Otherwise 16 busy threads leave the compiler
    // so little time that no client is warm after a minute.
    String compiler =
        "-Xbatch -XX:CompileThresholdScaling=0.1 -XX:-UseDynamicNumberOfCompilerThreads";
    List<String> arguments = new ArrayList<>(List.of(compiler.split(" ")));
    if (length == Experiment.Length.QUICK) {
      // It says nothing of speeds, and is over before the second compiler is done.
      arguments.add("-XX:TieredStopAtLevel=1");
    }
    arguments.addAll(List.of("-Xms256m", "-Xmx512m"));
    arguments.add("-Dtarget=" + new ObjectMapper().valueToTree(target));
    if (row.kind == Kind.BASELINE) {
      // One key share; TLS 1.2 asks for the curve of the certificate instead.
      arguments.add(
          "-Djdk.tls.namedGroups="
              + (row.setting.tls().equals("TLSv1.3") ? "x25519" : "secp256r1"));
      arguments.add("-Djdk.tls.client.enableStatusRequestExtension=false");
    }
    return arguments.toArray(new String[0]);
  }

  void writeJson(PrintStream out) {
    ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
  }
}
