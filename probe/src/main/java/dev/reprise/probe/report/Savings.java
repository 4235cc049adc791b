package dev.reprise.probe.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reprise.probe.measure.Facts;

/** What Reprise would save, reckoned from a few calls. Immutable. */
final class Savings {

  private static final int SECONDS_A_DAY = 86_400;

  /** Whether each call makes a connection, so that a day can be reckoned from calls. */
  private final boolean everyCallConnects;

  @JsonProperty("callsPerSecond")
  final double rate;

  /** The share of overlapping calls whose handshake would be a full one only without Reprise. */
  @JsonProperty("fullHandshakesPerCall")
  final double avoided;

  /** By a resumed handshake instead of a full one; NaN if not known. */
  final double millisPerHandshake;

  /** Whether a client without Reprise does as well here, for reasons that few calls do not hide. */
  final boolean nothingToGain;

  Savings(Facts facts, double rate) {
    this.rate = rate;
    everyCallConnects = facts.imposesClose();
    avoided =
        facts.stock.tried == 0 || facts.reprise.tried == 0
            ? 0
            : Math.max(0, facts.reprise.percent() - facts.stock.percent()) / 100;
    millisPerHandshake =
        Math.max(0, Facts.best(facts.fullMillis) - Facts.best(facts.resumedMillis));
    nothingToGain =
        !everyCallConnects || (facts.ending.isByServer() && isAllResumedByStock12(facts));
  }

  /**
   * One session of TLS 1.2 serves many calls at a time, with Extended Master Secret any client's.
   */
  private static boolean isAllResumedByStock12(Facts facts) {
    return "TLSv1.2".equals(facts.version)
        && facts.resumes()
        && facts.stock.tried > 0
        && facts.stock.resumed == facts.stock.tried
        && !Boolean.FALSE.equals(facts.sessions12.extendedMasterSecret);
  }

  /** Null where connections are kept alive: how many are new is the client's doing. */
  @JsonProperty
  Double fullHandshakesPerDay() {
    return everyCallConnects ? rate * SECONDS_A_DAY * avoided : null;
  }

  @JsonProperty
  double handshakeMillisPerCall() {
    return Double.isNaN(millisPerHandshake) ? 0 : avoided * millisPerHandshake;
  }
}
