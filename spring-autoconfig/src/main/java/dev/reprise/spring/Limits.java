package dev.reprise.spring;

import java.time.Duration;

/** Checks numbers and durations against what makes sense. */
final class Limits {

  private Limits() {}

  static int within(String property, int value, int least, int most) {
    if (value < least || value > most) {
      throw outside(property, String.valueOf(value), String.valueOf(least), String.valueOf(most));
    }
    return value;
  }

  static Duration within(String property, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw outside(property, text(value), text(least), text(most));
    }
    return value;
  }

  private static RepriseConfigurationException outside(
      String property, String value, String least, String most) {
    return new RepriseConfigurationException(
        property,
        value + " is not within " + least + " to " + most,
        "Give a value of this range, or leave the property out for its default");
  }

  /** As properties are written: 90s, not PT1M30S. */
  private static String text(Duration value) {
    long millis = value.toMillis();
    if (millis == 0) {
      return value.isZero() ? "0" : value.toNanos() + "ns";
    }
    if (millis % 86_400_000 == 0) {
      return millis / 86_400_000 + "d";
    }
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + "h";
    }
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
