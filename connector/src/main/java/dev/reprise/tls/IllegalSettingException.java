package dev.reprise.tls;

import java.time.Duration;

/**
 * A setting that cannot be used as it was given. It names the setting apart from what is wrong, so
 * that whoever took the setting from elsewhere can say so in words of that place.
 */
public class IllegalSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final String setting;
  private final String problem;

  /**
   * A refusal, whose message begins with the setting's name.
   *
   * @param setting as the method is called that takes it, such as {@code closeTimeout}
   * @param problem a sentence without its full stop
   */
  public IllegalSettingException(String setting, String problem) {
    this(setting, problem, null);
  }

  /**
   * A refusal with its cause.
   *
   * @param cause null for none
   */
  public IllegalSettingException(String setting, String problem, Throwable cause) {
    super(setting + ": " + problem, cause);
    this.setting = setting;
    this.problem = problem;
  }

  /** Name of the setting. Not null. */
  public String setting() {
    return setting;
  }

  /** What is wrong: a sentence without its full stop. Not null. */
  public String problem() {
    return problem;
  }

  /**
   * The value, if it is within the bounds.
   *
   * @throws IllegalSettingException if it is not
   */
  public static int requireWithin(String setting, int value, int least, int most) {
    if (value < least || value > most) {
      throw outside(setting, String.valueOf(value), String.valueOf(least), String.valueOf(most));
    }
    return value;
  }

  /**
   * The value, if it is within the bounds.
   *
   * @throws IllegalSettingException if it is not
   */
  public static Duration requireWithin(
      String setting, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw outside(setting, text(value), text(least), text(most));
    }
    return value;
  }

  private static IllegalSettingException outside(
      String setting, String value, String least, String most) {
    return new IllegalSettingException(setting, value + " is not within " + least + " to " + most);
  }

  /** As people write it: 90s, not PT1M30S. */
  private static String text(Duration value) {
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
