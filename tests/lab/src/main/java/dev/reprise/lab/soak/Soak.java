package dev.reprise.lab.soak;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.Experiment;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Progress;
import dev.reprise.lab.Run;
import dev.reprise.lab.soak.Reply.Outcome;
import dev.reprise.lab.soak.Reply.Sample;
import dev.reprise.lab.soak.Reply.Setup;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tens of thousands of calls, with faults among them, in which nothing may grow. */
@Command(
    name = "soak",
    description = {
      "Calls a server that answers Connection: close, with a fault in one of 20 requests, and looks"
          + " for what grows.",
      "Fails if a figure is not flat, a call ends in an unexpected way, a virtual thread is pinned,"
          + " or anything is left over: see docs/measured/soak.md."
    })
public final class Soak extends Experiment {

  private static final String TLS = "TLSv1.3";
  private static final int MOST_REQUESTS = 10_000_000;
  private static final Duration BATCH_LIMIT = Duration.ofMinutes(5);

  @Option(
      names = "--short",
      description =
          "6,500 requests each instead of 65,000, about 3 minutes in all. Resident set and native"
              + " memory have not settled by then and are not judged.")
  private boolean shortForm;

  @Option(
      names = "--minutes",
      paramLabel = "COUNT",
      description =
          "For how many minutes each instead, however many requests that is; 1 to 1440. 60 finds"
              + " what a long run does not.")
  private Integer minutes;

  @Option(
      names = "--variants",
      paramLabel = "VARIANT",
      split = ",",
      description = "What to soak, such as virtual-25 or preconnections-17. Default all.")
  private List<String> variants;

  private Soak() {}

  record Settings(Variant soaked, boolean shortForm, int requests, Outcome outcome) {}

  @Override
  protected int measure() throws IOException {
    if (minutes != null && shortForm) {
      throw HarnessException.ofUsage("--minutes and --short exclude each other");
    }
    int time = minutes == null ? 0 : within("--minutes", minutes, 1, 1440);
    int count = shortForm ? 6_500 : 65_000;
    List<Variant> wanted =
        choose("--variants", "variant", variants, List.of(Variant.values()), Variant::label);
    List<String> skipped = new ArrayList<>();
    Map<String, JavaRuntime> runtimes =
        runtimes(wanted.stream().map(v -> v.jdk).distinct().toList(), skipped).stream()
            .collect(Collectors.toMap(JavaRuntime::name, Function.identity()));
    List<Variant> soaked = wanted.stream().filter(v -> runtimes.containsKey(v.jdk)).toList();
    directory();
    List<String> broken = new ArrayList<>();
    long steps = time > 0 ? time * 60_000L : count;
    Progress progress = new Progress(errors(), soaked.size() * steps);
    for (Variant variant : soaked) {
      long before = steps * soaked.indexOf(variant);
      Instant begin = Instant.now();
      Run<Settings, Sample> run =
          soak(
              variant,
              runtimes.get(variant.jdk),
              time > 0 ? MOST_REQUESTS : count,
              time,
              skipped,
              sample -> {
                long gone = Duration.between(begin, Instant.now()).toMillis();
                progress.reached(before + (time > 0 ? gone : sample.requests()));
                progress.doing(
                    "%s: %,d requests, %d descriptors, heap %d MiB"
                        .formatted(
                            variant.label(),
                            sample.requests(),
                            sample.of(Figure.DESCRIPTORS.title()),
                            sample.of(Figure.HEAP.title()) >> 20));
              });
      broken.addAll(SoakPage.broken(run));
    }
    return end(soaked.size(), broken, !skipped.isEmpty());
  }

  @Override
  protected List<String> writePage(Path directory) throws IOException {
    SoakPage.of(Run.readAll(directory, name(), Settings.class, Sample.class))
        .write(page(directory));
    return List.of();
  }

  /** Soaks one JVM, with a server of its own, so that no run has to do with the one before. */
  private Run<Settings, Sample> soak(
      Variant variant,
      JavaRuntime runtime,
      int most,
      int time,
      List<String> notes,
      Consumer<Sample> taker)
      throws IOException {
    Instant begin = Instant.now();
    List<Sample> samples = new ArrayList<>();
    Outcome outcome = null;
    Certificates certificates = new Certificates();
    try (TlsPeer server = TlsPeer.start(certificates, TLS);
        ChildProcess jvm =
            ChildJvm.on(runtime)
                .options("-Xms256m", "-XX:+AlwaysPreTouch", "-XX:NativeMemoryTracking=summary")
                .options("-XX:FlightRecorderOptions:stackdepth=256")
                .main(SoakMain.class.getName())
                .start()) {
      jvm.send(new Setup(server.url(), certificates.authorityPem(), variant, most, time));
      while (outcome == null) {
        Reply reply = jvm.receive(Reply.class, BATCH_LIMIT);
        if (reply.sample() != null) {
          samples.add(reply.sample());
          taker.accept(reply.sample());
        }
        outcome = reply.outcome();
      }
    } catch (GeneralSecurityException e) {
      throw new HarnessException("the server cannot be started: " + e, e);
    }
    int made = samples.get(samples.size() - 1).requests();
    return record(
        begin,
        runtime,
        variant.label(),
        notes,
        new Settings(variant, shortForm, made, outcome),
        samples);
  }
}
