package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;

/** What Reprise would save, reckoned from a few calls. Immutable. */
final class Savings {

  private static final int SECONDS_A_DAY = 86_400;

  /** Calls a second. */
  final double rate;

  /** Of the calls that overlap, the part whose handshake would be full without Reprise alone. */
  final double avoided;

  /** By a resumed handshake instead of a full one; NaN if not known. */
  final double millisPerHandshake;

  /** By closes, which do not wait for the read timeout; 0 if stock is as quick. */
  final double millisPerClose;

  Savings(Facts facts, double rate) {
    this.rate = rate;
    avoided =
        facts.stock.tried == 0 || facts.reprise.tried == 0
            ? 0
            : Math.max(0, facts.reprise.percent() - facts.stock.percent()) / 100;
    millisPerHandshake = Math.max(0, facts.full.best() - facts.resumed.best());
    double held = Facts.median(facts.stock.closeMillis) - Facts.median(facts.reprise.closeMillis);
    millisPerClose = held > 50 ? held : 0;
  }

  double handshakesPerDay() {
    return rate * SECONDS_A_DAY * avoided;
  }

  double handshakeMillisPerCall() {
    return Double.isNaN(millisPerHandshake) ? 0 : avoided * millisPerHandshake;
  }

  double secondsPerDay() {
    return (handshakeMillisPerCall() + millisPerClose) * rate * SECONDS_A_DAY / 1000;
  }

  boolean isAny() {
    return avoided > 0 || millisPerClose > 0;
  }
}
