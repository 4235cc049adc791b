package dev.reprise.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Run;
import dev.reprise.lab.soak.Reply.Outcome;
import dev.reprise.lab.soak.Reply.Sample;
import dev.reprise.lab.soak.Soak.Settings;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What grows has to be seen: nothing else would tell that the judge lets all pass. */
class SoakPageTest {

  private static final Outcome GOOD = outcome(Map.of(), List.of(), "");

  @Test
  void growthAndWhatIsHeldIsTold() {
    assertBroken("other threads", n -> 6 + n / 9, "");
    assertBroken("open descriptors", n -> n < 7 ? 20 : 23, "");
    assertBroken("open descriptors", n -> n < 7 ? 20 : 24, "open descriptors not flat");
    assertBroken("heap memory after GC", n -> (20L + n) << 20, "heap memory after GC not flat");
    assertBroken("resident memory", n -> (300L + 20 * n) << 20, "resident memory not flat");
    assertBroken("connections leased", n -> n == 4 ? 1 : 0, "1 connections leased");
    assertBroken("lanes leased", n -> n >= 4 ? 2 : 0, "2 lanes leased");
    assertBroken("lanes", n -> n < 5 ? 16 : 17, "17 lanes");
  }

  @Test
  void whatCameOfTheRunIsTold() {
    assertThat(SoakPage.broken(run(true, "", n -> 0, GOOD))).isEmpty();
    assertThat(
            SoakPage.broken(
                run(
                    true,
                    "",
                    n -> 0,
                    outcome(
                        Map.of("none: refused", 3L),
                        List.of("a < b", "whether is not known: x"),
                        "1 sockets"))))
        .containsExactly(
            "platform-17: unexpected, 3 times: none: refused",
            "platform-17: virtual threads pinned: a < b",
            "platform-17: left over after close: 1 sockets");
  }

  private static void assertBroken(String title, IntToLongFunction values, String words) {
    List<String> broken = SoakPage.broken(run(false, title, values, GOOD));
    if (words.isEmpty()) {
      assertThat(broken).isEmpty();
    } else {
      assertThat(broken).singleElement().asString().contains(words);
    }
  }

  private static Outcome outcome(Map<String, Long> unexpected, List<String> pinned, String left) {
    return new Outcome(9000, Map.of(), unexpected, Map.of(), Map.of(), Map.of(), pinned, left);
  }

  private static Run<Settings, Sample> run(
      boolean brief, String title, IntToLongFunction values, Outcome outcome) {
    List<Sample> samples =
        IntStream.rangeClosed(0, 9)
            .mapToObj(
                n -> {
                  Map<String, Long> figures = new LinkedHashMap<>();
                  for (Figure figure : Figure.values()) {
                    figures.put(figure.title(), 1000L << 20);
                  }
                  figures.put(SoakMain.LANES, 16L);
                  figures.put(SoakMain.LANES_LEASED, 0L);
                  figures.put(SoakMain.LEASES, 0L);
                  figures.put(SoakMain.PRECONNECTIONS, 0L);
                  if (!title.isEmpty()) {
                    figures.put(title, values.applyAsLong(n));
                  }
                  return new Sample(100 * n, 1000L * n, figures);
                })
            .toList();
    return Run.of(
        "soak",
        Instant.EPOCH,
        "tests/lab.sh soak",
        "17.0.2 Any",
        "platform-17",
        List.of(),
        new Settings(Variant.PLATFORM_17, brief, 900, outcome),
        samples);
  }
}
