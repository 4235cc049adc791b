package dev.reprise.bootmatrix.cases;

import dev.reprise.tls.PeerStatistics;
import org.json.JSONObject;

/** Handshakes, and requests where they are counted too, as one side saw them. */
final class Counts {

  private final long requests;
  private final long full;
  private final long resumed;

  Counts(long requests, long full, long resumed) {
    this.requests = requests;
    this.full = full;
    this.resumed = resumed;
  }

  static Counts of(PeerStatistics statistics) {
    return new Counts(0, statistics.full(), statistics.resumed());
  }

  long requests() {
    return requests;
  }

  long full() {
    return full;
  }

  long resumed() {
    return resumed;
  }

  JSONObject toJson() {
    return new JSONObject().put("requests", requests).put("full", full).put("resumed", resumed);
  }
}
