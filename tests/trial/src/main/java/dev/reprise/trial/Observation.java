package dev.reprise.trial;

import dev.reprise.tls.PeerStatistics;
import java.util.List;
import java.util.Map;

/** What was seen in one run on one side. Immutable. */
final class Observation {

  /** What is compared, by what it is. */
  final Map<String, String> seen;

  /** Full handshakes with all peers; -1 where they depend on who was first. */
  final int fullHandshakes;

  /** For people. */
  final List<String> details;

  /** What Reprise has counted. */
  final PeerStatistics counted;

  Observation(
      Map<String, String> seen, int fullHandshakes, List<String> details, PeerStatistics counted) {
    this.seen = seen;
    this.fullHandshakes = fullHandshakes;
    this.details = details;
    this.counted = counted;
  }

  /** How many calls ended with something that contains this. */
  int calls(String part) {
    int count = 0;
    for (Map.Entry<String, String> entry : seen.entrySet()) {
      count += entry.getKey().startsWith("call ") && entry.getValue().contains(part) ? 1 : 0;
    }
    return count;
  }
}
