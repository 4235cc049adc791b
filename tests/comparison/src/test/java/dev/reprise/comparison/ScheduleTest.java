package dev.reprise.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private long now = 42;

  @Test
  void aQuickRunOfFourCellsStaysUnderNinetySeconds() {
    assertThat(new Schedule(true, () -> now).total(4)).isLessThan(Duration.ofSeconds(85));
  }

  @Test
  void aDefaultRunOfFourCellsStaysUnderSixMinutes() {
    assertThat(new Schedule(false, () -> now).total(4)).isLessThan(Duration.ofSeconds(345));
  }

  @Test
  void roundsFitIntoWhatIsLeftOfTheCell() {
    Schedule schedule = new Schedule(false, () -> now);
    schedule.beginCell();
    now += TimeUnit.SECONDS.toNanos(20);

    int requests = schedule.requests(List.of(100.0, 200.0, 400.0), 5, 16);

    double seconds = 5 * requests * (1 / 100.0 + 1 / 200.0 + 1 / 400.0);
    assertThat(seconds).isLessThan(schedule.total(1).toMillis() / 1e3 - 20).isGreaterThan(40);
  }

  @Test
  void aLateCellHasTheLeastThatSaysAnything() {
    Schedule schedule = new Schedule(true, () -> now);
    schedule.beginCell();
    now += TimeUnit.HOURS.toNanos(1);

    assertThat(schedule.requests(List.of(100.0), 3, 16)).isEqualTo(32);
    assertThat(schedule.warmUp(9)).isPositive();
  }

  @Test
  void timeLeftOverGoesToTheNextCell() {
    Schedule schedule = new Schedule(true, () -> now);
    schedule.beginCell();
    now += TimeUnit.SECONDS.toNanos(2);
    schedule.beginCell();

    int second = schedule.requests(List.of(100.0), 1, 1);

    assertThat(second / 100.0).isGreaterThan(schedule.total(1).toMillis() / 1e3);
  }
}
