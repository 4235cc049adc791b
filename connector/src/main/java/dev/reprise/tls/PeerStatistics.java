package dev.reprise.tls;

import java.util.Map;
import java.util.Optional;

/**
 * Counts of one peer, or of all peers together, at one moment. Immutable.
 *
 * @since 0.1.0
 */
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

  /** Returns the number of full handshakes. */
  public long full() {
    return fullBy.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of full handshakes by cause. Every cause has a value, which may be 0. */
  public Map<FullHandshakeCause, Long> fullBy() {
    return fullBy;
  }

  /** Returns the number of resumed handshakes. */
  public long resumed() {
    return resumed;
  }

  /** Returns the number of failed handshakes, including those {@link #refused()}. */
  public long failed() {
    return failed;
  }

  /**
   * Returns the number of handshakes that the peer refused {@linkplain
   * HandshakeFailed#afterCompletion() after they had completed} on this side. Each is also counted
   * in {@link #failed()}, and in {@link #full()} or {@link #resumed()}.
   */
  public long refused() {
    return refused;
  }

  /**
   * Returns the number of reduced ClientHellos that were refused. Each cost a connection. The
   * handshake that followed is counted separately.
   */
  public long reducedClientHellosRefused() {
    return reducedClientHellosRefused;
  }

  /** Returns the number of TCP connects that failed. Each address that was tried counts. */
  public long connectsFailed() {
    return connectsFailed;
  }

  /**
   * Returns the number of requests on connections that had served one before, and so cost no
   * handshake. They are counted when the connection is closed.
   */
  public long reuses() {
    return reuses;
  }

  /** Returns the number of closes by outcome. Every outcome has a value, which may be 0. */
  public Map<CloseOutcome, Long> closes() {
    return closes;
  }

  /** Returns the last completed handshake. Empty if there was none, and for all peers together. */
  public Optional<Handshake> lastHandshake() {
    return Optional.ofNullable(lastHandshake);
  }

  /** Returns the last failure. Empty if there was none, and for all peers together. */
  public Optional<PeerFailure> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /**
   * Returns the number of failures since the last handshake that completed and was not refused. 0
   * for all peers together.
   */
  public int failuresInRow() {
    return failuresInRow;
  }

  /**
   * Returns the number of preconnected connections that were opened. Their handshakes are included
   * in {@link #resumed()} and {@link #full()}. All other handshakes belong to connections that
   * found no preconnected connection.
   */
  public long preconnectionsOpened() {
    return preconnectionsOpened;
  }

  /**
   * Returns the number of preconnected connections that ended, by outcome. Every outcome has a
   * value, which may be 0.
   */
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
