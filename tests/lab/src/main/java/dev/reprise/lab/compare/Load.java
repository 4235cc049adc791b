package dev.reprise.lab.compare;

import dev.reprise.subject.compare.TurnRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How and over what distance the clients call.
 *
 * @param roundTrip the round trip time to the server; zero for no distance
 * @param serviceTime how long the server holds each response back
 * @param ratePerSecond the rate of paced load; 0 for a closed loop
 * @param poisson whether paced requests are due at random
 */
record Load(Duration roundTrip, Duration serviceTime, double ratePerSecond, boolean poisson) {

  /** A closed loop without distance. */
  static final Load NONE = new Load(Duration.ZERO, Duration.ZERO, 0, false);

  /** Before the requests that count, so that what adapts to a rate has done so. */
  private static final int LEAD_IN_SECONDS = 4;

  boolean isPaced() {
    return ratePerSecond > 0;
  }

  boolean isDistant() {
    return !roundTrip.isZero();
  }

  /** As many requests as are due in so many seconds. */
  int requests(int seconds) {
    return (int) Math.ceil(seconds * ratePerSecond);
  }

  void describe(TurnRequest turn) {
    turn.ratePerSecond = ratePerSecond;
    turn.poisson = poisson;
    turn.leadIn = isPaced() ? requests(LEAD_IN_SECONDS) : 0;
  }

  /** In words, for the title of a table; empty for a closed loop without distance. */
  String title() {
    List<String> words = new ArrayList<>();
    if (isDistant()) {
      words.add("%s ms round trip".formatted(millis(roundTrip)));
    }
    if (!serviceTime.isZero()) {
      words.add("%s ms service time".formatted(millis(serviceTime)));
    }
    if (isPaced()) {
      words.add(
          "%s requests a second %s"
              .formatted(number(ratePerSecond), poisson ? "at random" : "at equal intervals"));
    }
    return String.join(", ", words);
  }

  private static String millis(Duration time) {
    return number(time.toNanos() / 1e6);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? "%.0f".formatted(value) : Double.toString(value);
  }
}
