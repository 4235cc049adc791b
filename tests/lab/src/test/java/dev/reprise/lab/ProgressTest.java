package dev.reprise.lab;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final String COLUMNS = "reprise.terminal.columns";
  private static final String CLEARED = "\r\033[K";

  private final StringWriter err = new StringWriter();

  @AfterEach
  void forgetTheTerminal() {
    System.clearProperty(COLUMNS);
  }

  private Progress on(int columns, long steps) {
    System.setProperty(COLUMNS, String.valueOf(columns));
    return new Progress(new PrintWriter(err, true), steps);
  }

  @Test
  void aTerminalShowsOneLineThatFits() {
    Progress progress = on(20, 4);
    progress.doing("what is long enough for two lines");
    assertThat(err.toString()).isEqualTo(CLEARED + "[  0%]  what is lon");
    progress.tell("stays");
    progress.clear();
    assertThat(err.toString().substring(CLEARED.length() + 19)).isEqualTo(CLEARED + "stays\n");
  }

  @Test
  void elsewhereALineStandsNowAndThen() {
    Progress progress = on(0, 4);
    progress.doing("one");
    progress.done(1);
    progress.doing("two");
    progress.tell("DIFFERS");
    progress.begin("the rest");
    progress.clear();
    assertThat(err.toString().lines())
        .containsExactly("[  0%]  one", "DIFFERS", "[ 25%]  the rest");
  }

  @Test
  void theTimeLeftIsToldOnceItCanBe() {
    Progress progress = on(80, 100);
    progress.done(4);
    progress.doing("little");
    assertThat(err.toString()).endsWith("[  4%]  little");
    progress.reached(50);
    progress.doing("half");
    assertThat(err.toString()).matches("(?s).*\\[ 50%\\] about \\d+ s left  half");
    progress.reached(100);
    progress.doing("all");
    assertThat(err.toString()).endsWith("[100%]  all");
  }

  @Test
  void aPlanTellsTheTimeLeftFromTheFirstStepOn() {
    Progress progress = on(80, 0);
    progress.expect(100, Duration.ofSeconds(1000));
    progress.done(1);
    progress.doing("first");
    assertThat(err.toString()).matches("(?s).*\\[  1%\\] about 1\\d min \\d+ s left  first");
  }

  @Test
  void timeForWhatIsNoStepIsNoMeasureForTheSteps() {
    AtomicLong clock = new AtomicLong();
    System.setProperty(COLUMNS, "80");
    Progress progress = new Progress(new PrintWriter(err, true), clock::get);
    progress.expect(100, Duration.ofSeconds(200));
    progress.done(50);
    clock.set(SECONDS.toNanos(700));
    progress.besides(Duration.ofSeconds(600));
    progress.doing("half");
    assertThat(err.toString()).endsWith("[ 50%] about 1 min 40 s left  half");
  }
}
