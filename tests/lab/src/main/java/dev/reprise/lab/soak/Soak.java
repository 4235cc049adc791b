package dev.reprise.lab.soak;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.UsageException;
import dev.reprise.lab.faults.PeerProcess;
import dev.reprise.lab.soak.client.Sample;
import dev.reprise.lab.soak.report.SoakPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tens of thousands of calls, with faults among them, in which nothing may grow. */
@Command(
    name = "soak",
    description = {
      "Calls a server that answers Connection: close, with a fault in one of 20 requests, and looks for what grows.",
      "Fails if a figure is not flat, a call ends in an unexpected way, a virtual thread is pinned, or anything is left over: see docs/measured/soak.md."
    })
public final class Soak extends Experiment {

  private static final int SHORT_REQUESTS = 6_500;
  private static final int LONG_REQUESTS = 65_000;
  private static final int LEAST_REQUESTS = 3_000;
  private static final int MOST_REQUESTS = 10_000_000;
  private static final long MIB = 1 << 20;

  @Option(
      names = "--short",
      description =
          "6,500 requests each, about 3 minutes in all. Resident set and native memory have not settled by then and are not judged.")
  private boolean shortForm;

  @Option(names = "--long", description = "65,000 requests each. The default.")
  private boolean longForm;

  @Option(
      names = "--requests",
      paramLabel = "COUNT",
      description = "How many requests each instead, 3,000 to 10,000,000.")
  private Integer requests;

  @Option(
      names = "--minutes",
      paramLabel = "COUNT",
      description =
          "For how many minutes each instead, however many requests that is; 1 to 1440. 60 finds what a long run does not.")
  private Integer minutes;

  @Option(
      names = "--variants",
      paramLabel = "VARIANT",
      split = ",",
      description =
          "What to soak. Default: platform-17, virtual-21, virtual-25, spares-17. Names: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Labels.class)
  private List<String> variants;

  private Soak() {}

  static final class Labels extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Labels() {
      super(Arrays.stream(Variant.values()).map(Variant::label).toList());
    }
  }

  @Override
  protected int measure() throws IOException {
    if (shortForm && longForm) {
      throw new UsageException("--short and --long exclude each other");
    }
    int count = requests != null ? requests : shortForm ? SHORT_REQUESTS : LONG_REQUESTS;
    within("--requests", count, LEAST_REQUESTS, MOST_REQUESTS);
    int time = minutes == null ? 0 : within("--minutes", minutes, 1, 1440);
    if (time > 0 && (requests != null || shortForm || longForm)) {
      throw new UsageException("--minutes excludes --requests, --short and --long");
    }
    if (time > 0) {
      count = MOST_REQUESTS;
    }
    List<Variant> wanted = wanted();
    PrintWriter err = errors();
    List<String> skipped = new ArrayList<>();
    Map<String, JavaRuntime> runtimes =
        runtimes(wanted.stream().map(Variant::jdk).distinct().toList(), skipped).stream()
            .collect(Collectors.toMap(JavaRuntime::name, Function.identity()));
    skipped.forEach(err::println);
    List<Variant> soaked = wanted.stream().filter(v -> runtimes.containsKey(v.jdk())).toList();
    Path directory = directory();
    List<String> broken = new ArrayList<>();
    long steps = time > 0 ? time * 60_000L : count;
    Progress progress = new Progress(err, soaked.size() * steps);
    try {
      for (Variant variant : soaked) {
        long before = steps * soaked.indexOf(variant);
        long begin = System.nanoTime();
        // Each with a server of its own, so that no run has to do with the one before.
        try (PeerProcess server = new PeerProcess()) {
          Run<Settings, Sample> results =
              new SoakRun(server, variant, runtimes.get(variant.jdk()), count, time, shortForm)
                  .run(
                      commandLine(),
                      skipped,
                      sample -> {
                        long gone = (System.nanoTime() - begin) / 1_000_000;
                        progress.reached(before + (time > 0 ? gone : sample.requests()));
                        progress.doing(described(variant, sample));
                      });
          results.write(directory);
          broken.addAll(Promises.broken(results));
        }
      }
    } finally {
      progress.clear();
    }
    writePage(directory);
    PrintWriter told = console();
    broken.forEach(told::println);
    told.printf(
        "%s: %d promises broken; written: %s%n",
        soaked.stream().map(Variant::label).collect(Collectors.joining(", ")),
        broken.size(),
        page(directory));
    return !broken.isEmpty() ? FAILURE : skipped.isEmpty() ? 0 : JDK_MISSING;
  }

  @Override
  protected int writePage(Path directory) throws IOException {
    SoakPage.write(Run.readAll(directory, name(), Settings.class, Sample.class), directory);
    return 0;
  }

  private static String described(Variant variant, Sample sample) {
    return "%s: %,d requests, %d descriptors, heap %d MiB"
        .formatted(
            variant.label(), sample.requests(), sample.descriptors(), sample.heapBytes() / MIB);
  }

  private List<Variant> wanted() {
    return variants == null
        ? Variant.USUAL
        : choose("--variants", "variant", variants, List.of(Variant.values()), Variant::label);
  }
}
