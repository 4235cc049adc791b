package dev.reprise.lab.compare.report;

import dev.reprise.lab.compare.results.Ratio;
import java.util.Locale;

/** How figures are written, in tables and charts alike. */
final class Figures {

  /** Where there is none. */
  static final String NONE = "–";

  private Figures() {}

  static String throughput(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  /** The median over the rounds, and the range. */
  static String ratio(Ratio ratio) {
    return ratio == null
        ? NONE
        : String.format(
            Locale.ROOT, "%.2f (%.2f–%.2f)", ratio.median(), ratio.lowest(), ratio.highest());
  }

  static String overall(Ratio ratio) {
    return ratio == null ? NONE : String.format(Locale.ROOT, "%.2f", ratio.overall());
  }

  static String millis(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
  }

  /** Cut off, not rounded: 100 % stands for every single one. */
  static String percent(double value) {
    double shown = Math.floor(value * 10) / 10;
    return String.format(Locale.ROOT, shown == 100 ? "%.0f %%" : "%.1f %%", shown);
  }

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
