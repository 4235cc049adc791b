package dev.reprise.tls;

import java.time.Duration;
import java.util.Objects;

/**
 * Thrown for a setting that cannot be used with the value given. {@link #setting} and {@link
 * #problem} are separate, so that code can give a setting the name that it has in a file.
 */
public class IllegalSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final String setting;
  private final String problem;

  /**
   * Makes an exception whose message begins with the setting's name.
   *
   * @param setting name of the builder method that takes it, such as {@code closeTimeout}
   * @param problem what is wrong, a sentence without its full stop
   */
  public IllegalSettingException(String setting, String problem) {
    this(setting, problem, null);
  }

  /**
   * Makes an exception with a cause.
   *
   * @param setting name of the builder method that takes it, such as {@code closeTimeout}
   * @param problem what is wrong, a sentence without its full stop
   * @param cause null for none
   */
  public IllegalSettingException(String setting, String problem, Throwable cause) {
    super(setting + ": " + problem, cause);
    this.setting = setting;
    this.problem = problem;
  }

  /** Returns the name of the setting. */
  public String setting() {
    return setting;
  }

  /** Returns what is wrong, a sentence without its full stop. */
  public String problem() {
    return problem;
  }

  /**
   * Returns the value, an Integer or Duration, if it is within the inclusive bounds.
   *
   * @throws NullPointerException if the value is null
   * @throws IllegalSettingException if it is not within the bounds
   */
  public static <T extends Comparable<T>> T requireWithin(
      String setting, T value, T least, T most) {
    Objects.requireNonNull(value, setting + ": null given");
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalSettingException(
          setting, text(value) + " is not within " + text(least) + " to " + text(most));
    }
    return value;
  }

  /** Writes a duration as people do: 90s, not PT1M30S. */
  private static String text(Object any) {
    if (!(any instanceof Duration)) {
      return any.toString();
    }
    Duration value = (Duration) any;
    if (value.isZero()) {
      return "0";
    }
    if (value.getNano() % 1_000_000 != 0) {
      return value.getSeconds() == 0 ? value.getNano() + "ns" : value.toString();
    }
    if (value.getNano() != 0) {
      return value.toMillis() + "ms";
    }
    long seconds = value.getSeconds();
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    return seconds % 3_600 == 0 ? seconds / 3_600 + "h" : seconds + "s";
  }
}
