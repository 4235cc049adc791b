package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Persistence;
import java.util.function.Predicate;

/** The differences that are wanted, each with the reason, and the narrow circumstances of it. */
enum Excuse {
  CUT_OFF(
      "an end without close_notify within a response is an error (RFC 8446 section 6.1)",
      d ->
          d.key.startsWith("call ")
              && d.scenario.is(Persistence.CLOSE_WITHOUT_NOTIFY)
              && d.scenario.is(Dimensions.Framing.UNTIL_END)
              && d.reprise.contains("TRUNCATED"));

  final String reason;
  private final Predicate<Difference> circumstances;

  Excuse(String reason, Predicate<Difference> circumstances) {
    this.reason = reason;
    this.circumstances = circumstances;
  }

  /** The first that excuses the difference, or null. */
  static Excuse of(Difference difference) {
    for (Excuse excuse : values()) {
      if (excuse.circumstances.test(difference)) {
        return excuse;
      }
    }
    return null;
  }
}
