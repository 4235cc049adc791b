package dev.reprise.probe.measure;

import java.util.Locale;
import java.util.ResourceBundle;

/** The sentences of the probe, which are in a separate table, and numbers as people write them. */
public final class Texts {

  private static final ResourceBundle ALL =
      ResourceBundle.getBundle("dev.reprise.probe.texts", Locale.ROOT);

  private Texts() {}

  /** Returns the sentence of that name, with the values filled in. */
  public static String of(String name, Object... values) {
    return format(ALL.getString(name), values);
  }

  /** Such as 0.4 ms, 12 ms or 1,234 ms. */
  public static String millis(double millis) {
    return format(millis < 10 ? "%,.1f ms" : "%,.0f ms", millis);
  }

  /** Such as 5 min or 2 h. */
  public static String seconds(double seconds) {
    if (seconds < 120) {
      return format(seconds < 10 && seconds != Math.rint(seconds) ? "%.1f s" : "%.0f s", seconds);
    }
    if (seconds < 2 * 3600) {
      return number(seconds / 60) + " min";
    }
    return seconds < 72 * 3600 ? number(seconds / 3600) + " h" : number(seconds / 86400) + " days";
  }

  /** With at most one digit after the point. */
  public static String number(double value) {
    return format(Math.abs(value - Math.rint(value)) < 0.05 ? "%,.0f" : "%,.1f", value);
  }

  /** Rounds to two digits, since a few calls do not justify more. */
  public static String about(double value) {
    if (value < 10) {
      return number(value);
    }
    double scale = Math.pow(10, Math.floor(Math.log10(value)) - 1);
    return format("%,.0f", Math.rint(value / scale) * scale);
  }

  /** Such as 1 day or 2 days. */
  public static String count(long count, String noun) {
    return format("%,d ", count) + noun + (count == 1 ? "" : "s");
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
