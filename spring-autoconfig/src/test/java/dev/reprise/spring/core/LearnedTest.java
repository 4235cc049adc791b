package dev.reprise.spring.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.Preparation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Hours of traffic of several shapes in milliseconds: it is as late as the test says. */
class LearnedTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final Peer BANK = Peer.of("bank.example", 443);
  private static final Peer RATES = Peer.of("rates.example", 443);

  private static final Path PICTURE = Path.of("..", "docs", "learned.svg");
  private static final List<String> KINDS = List.of("used", "missed", "unused");
  private static final int COLUMNS = 72;
  private static final String HEAD =
      """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 740 %d' role='img' font-family='sans-serif' font-size='13'>
      <style>svg{background:#fff;fill:#1e293b}path{stroke-width:8}.used{stroke:#0f766e}.missed{stroke:#94a3b8}.unused{stroke:#ea580c}
      @media(prefers-color-scheme:dark){svg{background:#0d1117;fill:#e2e8f0}.used{stroke:#2dd4bf}.missed{stroke:#64748b}.unused{stroke:#fb923c}}</style>
      <path class='used' d='M12 21v-12'/><text x='22' y='20'>calls that found a prepared connection</text>
      <path class='missed' d='M302 21v-12'/><text x='312' y='20'>other calls</text>
      <path class='unused' d='M412 21v-12'/><text x='422' y='20'>prepared connections that went unused</text>
      """;

  private final Random random = new Random(1);
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(event -> event.at));
  private long now;

  /** Such a clock may begin anywhere, and pass its greatest value. */
  private final Learned learned = new Learned(() -> Long.MAX_VALUE - HOUR + now, this::prepare);

  /** The connection of a peer that is being opened or waits, of which there is one at most. */
  private final Map<Peer, boolean[]> connections = new HashMap<>();

  private Preparation refusal;
  private int announced;
  private int opened;
  private int used;
  private int unused;

  /** When a call found a prepared connection or none, and when one had gone unused. */
  private final Map<String, List<Long>> times = new HashMap<>();

  private record Event(long at, Runnable run) {}

  private void after(long nanos, Runnable run) {
    events.add(new Event(now + nanos, run));
  }

  private void run() {
    while (!events.isEmpty()) {
      Event next = events.poll();
      now = next.at;
      next.run.run();
    }
    assertThat(used + unused).isEqualTo(opened);
  }

  /** As the connector does it: 50 ms to open one, which waits for 5 s. */
  private CompletionStage<Preparation> prepare(String client, Peer peer) {
    announced++;
    boolean[] open = new boolean[1];
    if (refusal != null || connections.putIfAbsent(peer, open) != null) {
      return CompletableFuture.completedFuture(refusal != null ? refusal : Preparation.WAITING);
    }
    CompletableFuture<Preparation> result = new CompletableFuture<>();
    after(
        SECOND / 20,
        () -> {
          open[0] = true;
          opened++;
          result.complete(Preparation.OPENED);
        });
    after(
        5 * SECOND,
        () -> {
          if (connections.remove(peer, open)) {
            unused++;
            happened("unused");
            learned.ended(client, peer, PreconnectionOutcome.EXPIRED);
          }
        });
    return result;
  }

  /** A request, which calls these peers after a while. */
  private void request(long at, String handler, long think, Peer... peers) {
    after(
        at - now,
        () -> {
          Learned.Visit visit = learned.arrived(handler);
          after(
              think,
              () -> {
                for (Peer peer : peers) {
                  boolean[] open = connections.get(peer);
                  boolean ready = open != null && open[0];
                  happened(ready ? "used" : "missed");
                  if (ready) {
                    connections.remove(peer);
                    used++;
                    learned.ended("default", peer, PreconnectionOutcome.USED);
                  }
                  visit.led("default", peer);
                }
                learned.completed(visit);
              });
        });
  }

  private void request(long at, Peer... peers) {
    request(at, "Shop#pay", SECOND / 10, peers);
  }

  private void happened(String what) {
    times.computeIfAbsent(what, each -> new ArrayList<>()).add(now);
  }

  private long skipped(Enum<?> why) {
    return learned.count("default", why);
  }

  @Test
  void aPeerThatIsCalledOnceAMinute() {
    for (int i = 0; i < 1_440; i++) {
      request(i * MINUTE, BANK);
    }
    run();
    assertThat(opened).isEqualTo(1_431);
    assertThat(unused).isZero();
    assertThat(learned.sentences("default"))
        .containsExactly(
            "Shop#pay led to a new connection to bank.example:443 in 10 of its last 10 requests."
                + " One is prepared when such a request arrives.");
    assertThat(learned.sentences("other")).isEmpty();
    assertThat(skipped(PreconnectionOutcome.USED)).isEqualTo(used);
    assertThat(
            Stream.of(Preparation.values(), PreconnectionOutcome.values(), Learned.Skipped.values())
                .flatMap(Arrays::stream)
                .mapToLong(this::skipped)
                .sum())
        .as("each request counts once")
        .isEqualTo(opened);
  }

  @Test
  void aHandlerThatHasHadOneRequest() {
    request(0, BANK);
    run();
    assertThat(learned.sentences("default"))
        .containsExactly(
            "Shop#pay led to a new connection to bank.example:443 in 1 of its last 1 requests."
                + " None is prepared until it is 9 of 10.");
  }

  /** A week of requests at random. The first of each morning finds a connection too. */
  @Test
  void nightsInWhichNobodyCalls() {
    int all = 0;
    for (int day = 0; day < 7; day++) {
      long at = day * DAY + 8 * HOUR;
      while (at < day * DAY + 18 * HOUR) {
        request(at, BANK);
        all++;
        at += (long) (-StrictMath.log(1 - random.nextDouble()) * 20 * SECOND);
      }
    }
    run();
    assertThat(used).isGreaterThan(all * 95 / 100);
    assertThat(unused).isLessThan(all / 100);
  }

  @Test
  void bursts() {
    for (int burst = 0; burst < 144; burst++) {
      for (int i = 0; i < 100; i++) {
        request(burst * 10 * MINUTE + i * SECOND / 50, BANK);
      }
    }
    run();
    // One waits at a time, and a handler prepares ten in a second.
    assertThat(opened).isBetween(144 * 10, 144 * 20);
    assertThat(unused).isLessThan(opened / 10);
    assertThat(skipped(Learned.Skipped.TOO_SOON)).isPositive();
  }

  /** One is always called, the other every second time at random, and so seldom 9 times of 10. */
  @Test
  void twoPeersBehindOneHandler() {
    for (int i = 0; i < 10_000; i++) {
      request(i * 10 * SECOND, random.nextBoolean() ? new Peer[] {BANK} : new Peer[] {BANK, RATES});
    }
    run();
    assertThat(used).isGreaterThan(9_990);
    assertThat(unused).isLessThan(20);
  }

  @Test
  void aHandlerThatStopsCalling() {
    for (int i = 0; i < 2_000; i++) {
      request(i * 10 * SECOND, i < 1_000 ? new Peer[] {BANK} : new Peer[0]);
    }
    run();
    assertThat(used).isEqualTo(991);
    assertThat(unused).isEqualTo(2);
    assertThat(learned.sentences("default"))
        .containsExactly(
            "Shop#pay led to a new connection to bank.example:443 in 0 of its last 10 requests."
                + " None is prepared until it is 9 of 10.");
  }

  /** Nine calls teach it that the next two come, which do not: the worst of traffic. */
  @Test
  void aHandlerThatMisleadsIsStoppedForLongerEachTime() {
    for (int i = 0; i < 86_400; i++) {
      request(i * 6 * SECOND, i % 11 < 9 ? new Peer[] {BANK} : new Peer[0]);
    }
    run();
    // Over six days: 10 min, 20 min and so on, and a new try after each.
    assertThat(unused).isBetween(10, 16);
    assertThat(skipped(Learned.Skipped.WASTEFUL)).isGreaterThan(10_000);
    for (int i = 0; i < 9; i++) {
      request(now + i * MINUTE, BANK);
    }
    run();
    assertThat(learned.sentences("default").get(0)).contains("Too many went unused", " min.");
  }

  /** Its calls come when what was prepared for them is gone. */
  @Test
  void aSlowHandlerIsStoppedAndTriedAgain() {
    for (int i = 0; i < 2_000; i++) {
      request(i * 20 * SECOND, "Shop#report", i < 500 ? 8 * SECOND : SECOND, BANK);
    }
    run();
    assertThat(unused).isBetween(3, 8);
    assertThat(used).isGreaterThan(900);
  }

  /** A new peer in the place of a former one does not begin with a clean record. */
  @Test
  void peersThatChangeAllTheTime() {
    for (int i = 0; i < 20_000; i++) {
      request(i * 10 * SECOND, Peer.of("tenant-" + i / 11 % 50 + ".example", 443));
    }
    run();
    assertThat(unused).isLessThan(60);
    assertThat(learned.sentences("default")).hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void aServerThatRefusesIsAskedOnceASecondAtMost() {
    refusal = Preparation.PAUSED;
    for (int i = 0; i < 6_000; i++) {
      request(i * SECOND / 100, BANK);
    }
    run();
    assertThat(announced).isBetween(50, 60);
    assertThat(skipped(Preparation.PAUSED)).isEqualTo(announced);
    refusal = null;
    request(now + MINUTE, BANK);
    run();
    assertThat(used).isEqualTo(1);
  }

  @Test
  void whatIsRememberedIsBounded() {
    for (int i = 0; i < 100_000; i++) {
      request(
          i * SECOND, "Page#" + i % 10_000, SECOND / 10, BANK, Peer.of("10.0.0." + i % 99, i % 7));
    }
    run();
    assertThat(learned.sentences("default")).hasSizeLessThanOrEqualTo(4 * Learned.HANDLERS);
  }

  /** On another thread the use may be reported first, and one that failed is not reported. */
  @Test
  void theUseOfOneMayBeToldBeforeItsOpening() {
    for (int i = 0; i < 9; i++) {
      request(i * MINUTE, BANK);
    }
    run();
    refusal = Preparation.OPENED;
    for (int i = 0; i < 100; i++) {
      now += MINUTE;
      learned.arrived("Shop#pay");
      learned.ended("default", BANK, PreconnectionOutcome.USED);
    }
    assertThat(skipped(PreconnectionOutcome.USED)).isEqualTo(100);
    assertThat(skipped(Preparation.WAITING)).isZero();
  }

  /** Written with -Dreprise.docs.write=true. */
  @Test
  void thePictureInThePageIsOfThese() throws IOException {
    List<String> rows = new ArrayList<>();
    draw(rows, "One call a minute, a day", LearnedTest::aPeerThatIsCalledOnceAMinute);
    draw(rows, "Silent nights, a week", LearnedTest::nightsInWhichNobodyCalls);
    draw(rows, "Bursts of 100 calls, a day", LearnedTest::bursts);
    draw(rows, "Two servers, one only at random, 28 hours", LearnedTest::twoPeersBehindOneHandler);
    draw(rows, "A handler that stops calling, 5 hours", LearnedTest::aHandlerThatStopsCalling);
    draw(
        rows,
        "Nine calls, then two requests without, 6 days",
        LearnedTest::aHandlerThatMisleadsIsStoppedForLongerEachTime);
    String picture = HEAD.formatted(40 + 60 * rows.size()) + String.join("", rows) + "</svg>\n";
    if (Boolean.getBoolean("reprise.docs.write")) {
      Files.writeString(PICTURE, picture);
    } else {
      assertThat(Files.readString(PICTURE)).isEqualTo(picture);
    }
  }

  private static void draw(List<String> rows, String title, Consumer<LearnedTest> traffic) {
    LearnedTest done = new LearnedTest();
    traffic.accept(done);
    rows.add(done.row(title, 94 + 60 * rows.size()));
  }

  /** Columns side by side, over the whole time; the busiest is 30 high, and none below 3. */
  private String row(String title, int y) {
    int busiest = Arrays.stream(columns(KINDS)).max().getAsInt();
    int[] top = new int[COLUMNS];
    Arrays.fill(top, y);
    StringBuilder row =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "<text x='8' y='%d'>%s: %,d of %,d calls found one; %,d unused</text>\n",
                y - 38,
                title,
                used,
                used + times.get("missed").size(),
                unused));
    for (String kind : KINDS) {
      int[] columns = columns(List.of(kind));
      row.append("<path class='" + kind + "' d='");
      for (int i = 0; i < COLUMNS; i++) {
        if (columns[i] > 0) {
          int height = Math.max(3, columns[i] * 30 / busiest);
          row.append("M" + (12 + 10 * i) + " " + top[i] + "v-" + height);
          top[i] -= height;
        }
      }
      row.append("'/>\n");
    }
    return row.toString();
  }

  private int[] columns(List<String> kinds) {
    int[] columns = new int[COLUMNS];
    for (String kind : kinds) {
      for (long at : times.getOrDefault(kind, List.of())) {
        columns[(int) (at * COLUMNS / (now + 1))]++;
      }
    }
    return columns;
  }
}
