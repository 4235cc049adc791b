package dev.reprise.soak;

import dev.reprise.harness.DemoServer;
import dev.reprise.harness.HarnessException;
import dev.reprise.harness.JavaRuntime;
import dev.reprise.harness.JavaRuntimes;
import dev.reprise.harness.Progress;
import dev.reprise.soak.client.Sample;
import dev.reprise.soak.report.SoakPage;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command behind {@code tests/soak/run.sh}. */
@Command(
    name = "tests/soak/run.sh",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Calls a server that answers Connection: close, with a fault in one of 20 requests, and looks for what grows.",
      "Fails if a figure is not flat, a call ends in an unexpected way, a virtual thread is pinned, or anything is left over: see docs/soak.md."
    },
    footer = {
      "",
      "Exit codes: 0 all is flat, 1 something is not or the soak could not be run, 2 the command line makes no sense, 3 a JDK could not be had."
    })
public final class Soak implements Callable<Integer> {

  static final int FAILURE = 1;
  static final int USAGE = 2;
  static final int JDK_MISSING = 3;
  private static final int SHORT_REQUESTS = 6_500;
  private static final int LONG_REQUESTS = 65_000;
  private static final int LEAST_REQUESTS = 3_000;
  private static final int MOST_REQUESTS = 10_000_000;
  private static final long MIB = 1 << 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--short",
      description =
          "6,500 requests each, about 2 minutes in all. Resident set and native memory have not settled by then and are not judged.")
  private boolean shortForm;

  @Option(names = "--long", description = "65,000 requests each. The default.")
  private boolean longForm;

  @Option(
      names = "--requests",
      paramLabel = "COUNT",
      description = "How many requests each instead, 3,000 to 10,000,000.")
  private Integer requests;

  @Option(
      names = "--variants",
      paramLabel = "VARIANT",
      split = ",",
      description =
          "What to soak. Default: platform-17, virtual-21, virtual-25. Names: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Labels.class)
  private List<String> variants;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where to write soak/VARIANT.json, and soak.md and soak/soak.svg from all of these that are there. Default: tests/soak/target/out.")
  private Path out;

  private Soak() {}

  static final class Labels extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Labels() {
      super(Arrays.stream(Variant.values()).map(Variant::label).toList());
    }
  }

  /** Runs the command and ends the JVM. */
  public static void main(String[] args) {
    System.exit(run(utf8(System.out), utf8(System.err), args));
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** Runs the command and returns the exit code. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new Soak())
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(
            (e, arguments) -> complain(err, e.getMessage() + " (see --help)", USAGE))
        .setExecutionExceptionHandler(
            (e, commandLine, parsed) -> {
              if (e instanceof HarnessException) {
                return complain(err, e.getMessage(), FAILURE);
              }
              throw e;
            })
        .execute(args);
  }

  private static int complain(PrintWriter err, String message, int code) {
    err.println("tests/soak/run.sh: " + message.replaceAll("\\s*\\R\\s*", " "));
    return code;
  }

  @Override
  public Integer call() throws IOException {
    if (shortForm && longForm) {
      throw usage("--short and --long exclude each other");
    }
    int count = requests != null ? requests : shortForm ? SHORT_REQUESTS : LONG_REQUESTS;
    if (count < LEAST_REQUESTS || count > MOST_REQUESTS) {
      throw usage(
          "--requests: %d is not within %d to %d".formatted(count, LEAST_REQUESTS, MOST_REQUESTS));
    }
    List<Variant> wanted = wanted();
    PrintWriter err = spec.commandLine().getErr();
    List<String> skipped = new ArrayList<>();
    Map<String, JavaRuntime> runtimes = runtimes(wanted, skipped);
    skipped.forEach(err::println);
    List<Variant> soaked = wanted.stream().filter(v -> runtimes.containsKey(v.jdk())).toList();
    Path directory = out != null ? out : Path.of("tests", "soak", "target", "out");
    Path data = directory.resolve("soak");
    createDirectory(data);
    List<String> broken = new ArrayList<>();
    Progress progress = new Progress(err, (long) soaked.size() * count);
    try (DemoServer server = startServer()) {
      for (Variant variant : soaked) {
        long before = (long) count * soaked.indexOf(variant);
        SoakRun run = new SoakRun(server, variant, runtimes.get(variant.jdk()), count, shortForm);
        Results results =
            run.run(
                commandLine(),
                sample -> {
                  progress.reached(before + sample.requests());
                  progress.doing(described(variant, sample));
                });
        results.write(data);
        broken.addAll(Promises.broken(results));
      }
    } finally {
      progress.clear();
    }
    SoakPage.write(Results.readAll(data), directory);
    PrintWriter told = spec.commandLine().getOut();
    broken.forEach(told::println);
    told.printf(
        "%s: %d promises broken; written: %s%n",
        soaked.stream().map(Variant::label).collect(Collectors.joining(", ")),
        broken.size(),
        directory.resolve("soak.md"));
    return !broken.isEmpty() ? FAILURE : skipped.isEmpty() ? 0 : JDK_MISSING;
  }

  private static DemoServer startServer() {
    Path jar =
        DemoServer.jar(Path.of(""))
            .orElseThrow(
                () -> new HarnessException("no demo server is built; use tests/soak/run.sh"));
    return DemoServer.start(JavaRuntime.own().java(), jar, "512m", "--tls-versions=" + SoakRun.TLS)
        .awaitReady();
  }

  private static String described(Variant variant, Sample sample) {
    return "%s: %,d requests, %d descriptors, heap %d MiB"
        .formatted(
            variant.label(), sample.requests(), sample.descriptors(), sample.heapBytes() / MIB);
  }

  private String commandLine() {
    return String.join(
        " ",
        "tests/soak/run.sh",
        String.join(" ", spec.commandLine().getParseResult().originalArgs()));
  }

  private List<Variant> wanted() {
    if (variants == null) {
      return Variant.USUAL;
    }
    return variants.stream()
        .map(
            label ->
                Variant.labelled(label)
                    .orElseThrow(
                        () ->
                            usage(
                                "--variants: unknown '%s'; known are %s"
                                    .formatted(label, new Labels()))))
        .distinct()
        .toList();
  }

  private static Map<String, JavaRuntime> runtimes(List<Variant> wanted, List<String> skipped) {
    List<String> names = wanted.stream().map(Variant::jdk).distinct().toList();
    return JavaRuntimes.find(Path.of("tests", "jdks.sh"), names, skipped::add).stream()
        .collect(Collectors.toMap(JavaRuntime::name, Function.identity()));
  }

  private static void createDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new HarnessException(
          "--out: the directory '%s' cannot be made: %s".formatted(directory, e), e);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
