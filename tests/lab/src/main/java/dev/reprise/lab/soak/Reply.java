package dev.reprise.lab.soak;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/** A line from the soaked JVM: one of the two. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Reply(Sample sample, Outcome outcome) {

  /**
   * What the soaked JVM is to do.
   *
   * @param authority the PEM text of the authority to trust
   * @param requests how many in all, at most
   * @param minutes for how long; 0 for as long as the requests take
   */
  record Setup(String url, String authority, Variant variant, int requests, int minutes) {

    /** How many samples to take: preconnected connections take their time to end before each. */
    int samples() {
      return variant.preconnections > 0 ? 13 : 65;
    }
  }

  /**
   * What is there at a moment at which no request is under way.
   *
   * @param requests the requests made so far
   * @param epochMillis the wall clock
   * @param figures by their titles; bytes where a title says memory
   */
  record Sample(int requests, long epochMillis, Map<String, Long> figures) {
    long of(String title) {
      return figures.get(title);
    }
  }

  /**
   * What came of all requests.
   *
   * @param elapsedMillis from the first request to the last, with the pauses for samples
   * @param endings how calls ended, by fault
   * @param unexpected endings that their fault does not account for
   * @param handshakes resumed, failed, and full ones by cause
   * @param closes closed connections by outcome
   * @param preconnected connections preconnected connections by how they ended
   * @param pinned where virtual threads were pinned once classes were loaded
   * @param left what was left over once the client was closed; empty if nothing was
   */
  record Outcome(
      long elapsedMillis,
      Map<String, Map<String, Long>> endings,
      Map<String, Long> unexpected,
      Map<String, Long> handshakes,
      Map<String, Long> closes,
      Map<String, Long> preconnections,
      List<String> pinned,
      String left) {}
}
