package dev.reprise.lab.soak;

import dev.reprise.lab.Machine;
import dev.reprise.lab.Run;
import dev.reprise.lab.soak.client.Outcome;
import dev.reprise.lab.soak.client.Sample;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Made-up runs of ten samples. */
final class Runs {

  private static final long MIB = 1 << 20;
  private static final Outcome GOOD = outcome(Map.of(), "");

  private Runs() {}

  /** Nothing grows. */
  static Sample flat(int number) {
    return sample(number, 40, 10 * MIB, 0, 0);
  }

  static Sample withLanes(int number, int lanes) {
    return sample(number, 40, 10 * MIB, 300 * MIB, lanes, 0, 0, 0);
  }

  static Sample withGrowingResidentSet(int number) {
    return sample(number, 40, 10 * MIB, (300 + 20 * number) * MIB, 16, 0, 0, 0);
  }

  static Sample sample(int number, int descriptors, long heapBytes, int lanesLeased, int leases) {
    return sample(number, descriptors, heapBytes, 300 * MIB, 16, lanesLeased, leases, 0);
  }

  private static Sample sample(
      int number,
      int descriptors,
      long heapBytes,
      long rssBytes,
      int lanes,
      int lanesLeased,
      int leases,
      int spares) {
    return new Sample(
        100 * number,
        1000L * number,
        1000L * number,
        6,
        0,
        22,
        0,
        descriptors,
        heapBytes,
        rssBytes,
        90 * MIB,
        Map.of("Class", 90 * MIB),
        0,
        number,
        lanes,
        lanes - lanesLeased,
        lanesLeased,
        leases,
        spares);
  }

  static Outcome outcome(Map<String, Long> unexpected, String left) {
    return outcome(unexpected, left, 0);
  }

  private static Outcome outcome(Map<String, Long> unexpected, String left, long sparesUsed) {
    return new Outcome(
        9000,
        Map.of("none", Map.of("response", 900L)),
        unexpected,
        884,
        Map.of("FIRST", 16L),
        0,
        Map.of("CLOSE_NOTIFY", 900L),
        Map.of("USED", sparesUsed),
        left);
  }

  static Run<Settings, Sample> run(IntFunction<Sample> samples) {
    return run(samples, GOOD, List.of());
  }

  static Run<Settings, Sample> shortRun(IntFunction<Sample> samples) {
    return run(samples, GOOD, List.of(), Variant.PLATFORM_17, true);
  }

  /** With so many spares that wait at each sample, and so many that were used. */
  static Run<Settings, Sample> withSpares(IntUnaryOperator waiting, long used) {
    return run(
        n -> sample(n, 40, 10 * MIB, 300 * MIB, 16, 0, 0, waiting.applyAsInt(n)),
        outcome(Map.of(), "", used),
        List.of(),
        Variant.SPARES_17,
        false);
  }

  static Run<Settings, Sample> run(
      IntFunction<Sample> samples, Outcome outcome, List<String> pinned) {
    return run(samples, outcome, pinned, Variant.PLATFORM_17, false);
  }

  private static Run<Settings, Sample> run(
      IntFunction<Sample> samples,
      Outcome outcome,
      List<String> pinned,
      Variant variant,
      boolean shortForm) {
    return new Run<>(
        "soak",
        "2026-11-20T01:02:03Z",
        "tests/lab.sh soak",
        "0123456789ab",
        "1.2.3",
        new Machine("Linux", null, 2, null),
        Map.of(Run.CLIENT, "17.0.15", Run.SERVER, "17.0.15"),
        variant.label(),
        List.of(),
        new Settings(variant, "TLSv1.3", shortForm, 900, 100, pinned, outcome),
        IntStream.rangeClosed(0, 9).mapToObj(samples).toList());
  }
}
