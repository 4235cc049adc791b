package dev.reprise.tls;

import java.util.Map;
import java.util.Optional;

/** Counts of one peer, or of all, at one moment. Immutable. */
public final class PeerStatistics {

  private final Map<FullHandshakeCause, Long> fullBy;
  private final long resumed;
  private final long failed;
  private final long refused;
  private final long reducedClientHellosRefused;
  private final long connectsFailed;
  private final long reuses;
  private final Map<CloseOutcome, Long> closes;
  private final Handshake lastHandshake;
  private final PeerFailure lastFailure;
  private final int failuresInRow;
  private final long preconnectionsOpened;
  private final Map<PreconnectionOutcome, Long> preconnections;

  /** Counts; the maps are unmodifiable and have a value for every key. */
  PeerStatistics(
      Map<FullHandshakeCause, Long> fullBy,
      long resumed,
      long failed,
      long refused,
      long reducedClientHellosRefused,
      long connectsFailed,
      long reuses,
      Map<CloseOutcome, Long> closes,
      Handshake lastHandshake,
      PeerFailure lastFailure,
      int failuresInRow,
      long preconnectionsOpened,
      Map<PreconnectionOutcome, Long> preconnections) {
    this.fullBy = fullBy;
    this.resumed = resumed;
    this.failed = failed;
    this.refused = refused;
    this.reducedClientHellosRefused = reducedClientHellosRefused;
    this.connectsFailed = connectsFailed;
    this.reuses = reuses;
    this.closes = closes;
    this.lastHandshake = lastHandshake;
    this.lastFailure = lastFailure;
    this.failuresInRow = failuresInRow;
    this.preconnectionsOpened = preconnectionsOpened;
    this.preconnections = preconnections;
  }

  /** Full handshakes. */
  public long full() {
    return fullBy.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Full handshakes by cause; has a value, perhaps 0, for every cause. */
  public Map<FullHandshakeCause, Long> fullBy() {
    return fullBy;
  }

  /** Resumed handshakes. */
  public long resumed() {
    return resumed;
  }

  /** Failed handshakes, those {@link #refused()} among them. */
  public long failed() {
    return failed;
  }

  /**
   * Handshakes that the peer refused {@linkplain HandshakeFailed#afterCompletion() after they had
   * completed} for this side, so that they are among {@link #failed()} and among {@link #full()} or
   * {@link #resumed()} too.
   */
  public long refused() {
    return refused;
  }

  /**
   * Reduced ClientHellos that were refused, each of which cost a connection. The handshake made
   * after it is counted by itself.
   */
  public long reducedClientHellosRefused() {
    return reducedClientHellosRefused;
  }

  /** Connections that could not be made, so that there was no handshake: one for each address. */
  public long connectsFailed() {
    return connectsFailed;
  }

  /**
   * Requests on connections that had served one before, so that they cost no handshake. They are
   * counted when the connection is closed.
   */
  public long reuses() {
    return reuses;
  }

  /** Connections closed, by outcome; has a value, perhaps 0, for every outcome. */
  public Map<CloseOutcome, Long> closes() {
    return closes;
  }

  /** The last handshake that was completed; empty for none, and for several peers together. */
  public Optional<Handshake> lastHandshake() {
    return Optional.ofNullable(lastHandshake);
  }

  /** The last failure; empty for none, and for several peers together. */
  public Optional<PeerFailure> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /**
   * Failures since the last handshake that was completed and not refused; 0 for several peers
   * together.
   */
  public int failuresInRow() {
    return failuresInRow;
  }

  /**
   * Preconnected connections that were opened; their handshakes are among {@link #resumed()} and
   * {@link #full()}. The other handshakes are those of connections that found no preconnected
   * connection.
   */
  public long preconnectionsOpened() {
    return preconnectionsOpened;
  }

  /** Preconnected connections that ended, by outcome; has a value, perhaps 0, for every outcome. */
  public Map<PreconnectionOutcome, Long> preconnections() {
    return preconnections;
  }

  @Override
  public String toString() {
    return "full="
        + fullBy
        + " resumed="
        + resumed
        + " failed="
        + failed
        + " refused="
        + refused
        + " reducedClientHellosRefused="
        + reducedClientHellosRefused
        + " connectsFailed="
        + connectsFailed
        + " reuses="
        + reuses
        + " closes="
        + closes
        + " preconnectionsOpened="
        + preconnectionsOpened
        + " preconnections="
        + preconnections;
  }
}
