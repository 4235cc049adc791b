package dev.reprise.lab.soak;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ClassPath;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Run;
import dev.reprise.lab.faults.PeerProcess;
import dev.reprise.lab.soak.client.Outcome;
import dev.reprise.lab.soak.client.Reply;
import dev.reprise.lab.soak.client.Sample;
import dev.reprise.lab.soak.client.Setup;
import dev.reprise.lab.soak.client.SoakMain;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Soaks one JVM.
 *
 * @param minutes for how long; 0 for as long as the requests take
 */
record SoakRun(
    PeerProcess server,
    Variant variant,
    JavaRuntime runtime,
    int requests,
    int minutes,
    boolean shortForm) {

  static final String TLS = "TLSv1.3";

  /** In the long form the figures are taken so often. */
  private static final int SAMPLES = 65;

  /** With spares, which take their time to end before each. */
  private static final int SAMPLES_OF_SPARES = 13;

  /** Of calls of each caller, where time ends the run, and the speed is not known yet. */
  private static final int FIRST_BATCH = 10;

  private static final Duration BATCH_LIMIT = Duration.ofMinutes(5);
  private static final Duration EXIT_LIMIT = Duration.ofMinutes(1);

  Run<Settings, Sample> run(String command, List<String> notes, Consumer<Sample> taker)
      throws IOException {
    Path directory = Files.createTempDirectory("reprise-soak");
    try {
      return run(command, notes, directory, taker);
    } finally {
      delete(directory);
    }
  }

  private Run<Settings, Sample> run(
      String command, List<String> notes, Path directory, Consumer<Sample> taker)
      throws IOException {
    Instant begin = Instant.now();
    Path recording = directory.resolve("pinning.jfr");
    int figures = variant.spares() > 0 ? SAMPLES_OF_SPARES : SAMPLES;
    Setup setup =
        new Setup(
            server.controlPort(),
            TLS,
            variant.callers(),
            variant.connections(),
            variant.spares(),
            variant.virtual(),
            requests,
            minutes > 0
                ? FIRST_BATCH * variant.callers()
                : Math.max(variant.callers(), requests / figures),
            minutes,
            figures);
    ChildJvm.Builder builder =
        ChildJvm.on(runtime)
            .named("the soaked JVM")
            .heap("256m")
            .options(
                ChildJvm.SILENT,
                "-Xms256m",
                "-XX:+AlwaysPreTouch",
                "-XX:NativeMemoryTracking=summary")
            .classPath(ClassPath.OWN)
            .main(SoakMain.class.getName());
    if (variant.virtual()) {
      builder.options(
          "-XX:FlightRecorderOptions:stackdepth=256",
          "-XX:StartFlightRecording:filename=%s,settings=%s"
              .formatted(recording, pinningSettings(directory)));
    }
    List<Sample> samples = new ArrayList<>();
    Outcome outcome = null;
    try (ChildJvm jvm = builder.start()) {
      jvm.send(setup);
      while (outcome == null) {
        Reply reply = jvm.receive(Reply.class, BATCH_LIMIT);
        if (reply.sample() != null) {
          samples.add(reply.sample());
          taker.accept(reply.sample());
        }
        outcome = reply.outcome();
      }
      jvm.process().awaitExit(EXIT_LIMIT);
    }
    return Run.of(
        "soak",
        begin,
        command,
        Map.of(Run.CLIENT, runtime.described(), Run.SERVER, JavaRuntime.own().described()),
        variant.label(),
        notes,
        new Settings(
            variant,
            TLS,
            shortForm,
            samples.get(samples.size() - 1).requests(),
            Math.max(1, samples.get(samples.size() - 1).requests() / (samples.size() - 1)),
            variant.virtual() ? Pinning.after(warm(samples), recording) : List.of(),
            outcome),
        samples);
  }

  /** When the first third had ended, in which classes are loaded. */
  private static long warm(List<Sample> samples) {
    List<Sample> first = Thirds.of(samples).first();
    return first.get(first.size() - 1).epochMillis();
  }

  private static Path pinningSettings(Path directory) throws IOException {
    Path file = directory.resolve("pinning.jfc");
    try (InputStream in = SoakRun.class.getResourceAsStream("pinning.jfc")) {
      Files.copy(in, file);
    }
    return file;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
