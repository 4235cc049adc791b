package dev.reprise.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private long now = 42;

  @Test
  void aQuickRunOfFourCellsStaysUnderNinetySeconds() {
    assertThat(schedule(true, 4).total()).isLessThan(Duration.ofSeconds(85));
  }

  @Test
  void aDefaultRunOfFourCellsStaysUnderSixMinutes() {
    assertThat(schedule(false, 4).total()).isLessThan(Duration.ofSeconds(345));
  }

  @Test
  void roundsFitIntoWhatIsLeftOfTheCell() {
    Schedule schedule = schedule(false, 1);
    schedule.beginCell();
    pass(20);

    int requests = schedule.requests(List.of(100.0, 200.0, 400.0), 5, 16);

    double seconds = 5 * requests * (1 / 100.0 + 1 / 200.0 + 1 / 400.0);
    assertThat(seconds).isLessThan(seconds(schedule.total()) - 20).isGreaterThan(40);
  }

  @Test
  void theTimeLeftIsSharedEquallyByTheCellsLeft() {
    Schedule schedule = schedule(true, 4);
    pass(10);
    schedule.beginCell();

    double share = (seconds(schedule.total()) - 10) / 4;
    assertThat(schedule.requests(List.of(100.0), 1, 1) / 100.0)
        .isLessThan(share)
        .isGreaterThan(share * 0.8);

    pass(2);
    schedule.beginCell();
    share = (seconds(schedule.total()) - 12) / 3;
    assertThat(schedule.requests(List.of(100.0), 1, 1) / 100.0)
        .isLessThan(share)
        .isGreaterThan(share * 0.8);
  }

  @Test
  void whatIsDoneBesidesTakesNothingFromACell() {
    Schedule schedule = schedule(true, 2);
    schedule.beginCell();
    int requests = schedule.requests(List.of(100.0), 1, 1);
    assertThat(schedule.besides(() -> pass(60))).isEqualTo(Duration.ofSeconds(60));
    assertThat(schedule.requests(List.of(100.0), 1, 1)).isEqualTo(requests);
    schedule.beginCell();
    assertThat(schedule.requests(List.of(100.0), 1, 1)).isGreaterThanOrEqualTo(requests);
  }

  @Test
  void aLateCellHasTheLeastThatSaysAnything() {
    Schedule schedule = schedule(true, 2);
    schedule.beginCell();
    pass(3600);

    assertThat(schedule.requests(List.of(100.0), 3, 16)).isEqualTo(32);
    assertThat(schedule.warmUp(9)).isPositive();
  }

  private Schedule schedule(boolean quick, int cells) {
    return new Schedule(quick ? Schedule.QUICK_CELL : Schedule.CELL, cells, () -> now);
  }

  private void pass(int seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
