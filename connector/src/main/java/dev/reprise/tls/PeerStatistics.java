package dev.reprise.tls;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Counts of one peer, or of all, at one moment. Immutable. */
public final class PeerStatistics {

  private final long full;
  private final long resumed;
  private final long failed;
  private final Map<CloseOutcome, Long> closes;

  PeerStatistics(long full, long resumed, long failed, EnumMap<CloseOutcome, Long> closes) {
    this.full = full;
    this.resumed = resumed;
    this.failed = failed;
    this.closes = Collections.unmodifiableMap(closes);
  }

  /** Full handshakes. */
  public long full() {
    return full;
  }

  /** Resumed handshakes. */
  public long resumed() {
    return resumed;
  }

  /** Failed handshakes. */
  public long failed() {
    return failed;
  }

  /** Connections closed, by outcome; has a value, perhaps 0, for every outcome. */
  public Map<CloseOutcome, Long> closes() {
    return closes;
  }

  @Override
  public String toString() {
    return "full=" + full + " resumed=" + resumed + " failed=" + failed + " closes=" + closes;
  }
}
