package dev.reprise.probe.recording;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Sentences;
import dev.reprise.probe.measure.Texts;
import java.util.List;

/** What Reprise would save per hour at the recording's rate of calls. */
public final class Saving extends Sentences {

  /** Fewer handshakes of a kind give no time. */
  private static final int FEWEST = 4;

  public double fullHandshakesPerHour;

  /**
   * Full handshakes that remain with Reprise, one for each lane; null if it is not known how many
   * calls there are at once.
   */
  public Double fullHandshakesPerDayLeft = 0.0;

  public double roundTripsPerHour;

  /** Null for a single server, since threads are counted over all servers. */
  public Double threadsPerHour;

  /** Null if not known; the most is null then too. */
  public Double leastCpuSecondsPerHour = 0.0;

  public Double mostCpuSecondsPerHour = 0.0;

  private boolean isAtMost;

  /** Makes an estimate of no saving, with a sentence that says why. */
  Saving(String why) {
    add(why);
  }

  /**
   * Estimates the saving at one server.
   *
   * @param isCertain whether the server is known to resume each session
   */
  Saving(FlightRecording recording, Calls calls, boolean isCertain) {
    boolean isTls12 = calls.version.equals("TLSv1.2");
    isAtMost = !isCertain;
    int lanes = isTls12 ? 1 : calls.atATime();
    fullHandshakesPerDayLeft = isTls12 || calls.bySockets > 0 ? Double.valueOf(lanes) : null;
    fullHandshakesPerHour = recording.perHour(Math.max(0, calls.full - lanes));
    roundTripsPerHour = isTls12 ? fullHandshakesPerHour : 0;
    if (fullHandshakesPerHour > 0) {
      cpu(calls);
    }
    tell();
  }

  /** Adds what is saved at several servers, where that is known. */
  public Saving(FlightRecording recording, List<Verdict> verdicts) {
    for (Verdict verdict : verdicts) {
      Saving each = verdict.saving;
      if (each != null) {
        fullHandshakesPerHour += each.fullHandshakesPerHour;
        fullHandshakesPerDayLeft = sum(fullHandshakesPerDayLeft, each.fullHandshakesPerDayLeft);
        roundTripsPerHour += each.roundTripsPerHour;
        isAtMost |= each.isAtMost;
        leastCpuSecondsPerHour = sum(leastCpuSecondsPerHour, each.leastCpuSecondsPerHour);
        mostCpuSecondsPerHour = sum(mostCpuSecondsPerHour, each.mostCpuSecondsPerHour);
      }
    }
    threadsPerHour = recording.perHour(recording.handshakeThreads);
    tell();
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : Double.valueOf(one + other);
  }

  /** By the fastest handshakes, which wait least for a processor, and by the median. */
  private void cpu(Calls calls) {
    if (Math.min(calls.fullMillis.size(), calls.resumedMillis.size()) < FEWEST) {
      leastCpuSecondsPerHour = null;
      mostCpuSecondsPerHour = null;
      return;
    }
    double best = Facts.best(calls.fullMillis) - Facts.best(calls.resumedMillis);
    double median = Facts.median(calls.fullMillis) - Facts.median(calls.resumedMillis);
    double seconds = fullHandshakesPerHour / 1e3;
    leastCpuSecondsPerHour = seconds * Math.max(0, Math.min(best, median));
    mostCpuSecondsPerHour = seconds * Math.max(0, Math.max(best, median));
  }

  private void tell() {
    if (fullHandshakesPerHour == 0) {
      add("rec.saves-no-handshake");
      return;
    }
    add(isAtMost ? "rec.saves-at-most" : "rec.saves", Texts.about(fullHandshakesPerHour));
    if (fullHandshakesPerDayLeft == null) {
      add("rec.saves-but-each");
    } else {
      add("rec.saves-but", Texts.about(fullHandshakesPerDayLeft));
    }
    if (mostCpuSecondsPerHour == null) {
      add("rec.saves-cpu-unknown");
    } else {
      add(
          "rec.saves-cpu",
          Texts.seconds(leastCpuSecondsPerHour),
          Texts.seconds(mostCpuSecondsPerHour),
          Texts.millis(leastCpuSecondsPerHour * 1e3 / fullHandshakesPerHour),
          Texts.millis(mostCpuSecondsPerHour * 1e3 / fullHandshakesPerHour));
    }
    add(
        roundTripsPerHour > 0 ? "rec.saves-round-trips" : "rec.saves-no-round-trip",
        Texts.about(roundTripsPerHour));
  }
}
