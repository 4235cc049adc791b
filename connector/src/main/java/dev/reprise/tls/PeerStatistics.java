package dev.reprise.tls;

import dev.reprise.tls.TlsStatistics.Count;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Counts of one peer, or of all peers together, at one moment. Immutable. */
public final class PeerStatistics {

  private final Map<Enum<?>, Long> counts;
  private final Handshake lastHandshake;
  private final TlsFailure lastFailure;

  PeerStatistics(Map<Enum<?>, Long> counts, Handshake lastHandshake, TlsFailure lastFailure) {
    this.counts = counts;
    this.lastHandshake = lastHandshake;
    this.lastFailure = lastFailure;
  }

  private <E extends Enum<E>> Map<E, Long> by(Class<E> keys) {
    Map<E, Long> part = new EnumMap<>(keys);
    for (E key : keys.getEnumConstants()) {
      part.put(key, counts.get(key));
    }
    return Collections.unmodifiableMap(part);
  }

  /** Returns the number of full handshakes. */
  public long full() {
    return fullBy().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of full handshakes by cause. Every cause has a value, which may be 0. */
  public Map<FullHandshakeCause, Long> fullBy() {
    return by(FullHandshakeCause.class);
  }

  /** Returns the number of resumed handshakes. */
  public long resumed() {
    return counts.get(Count.RESUMED);
  }

  /** Returns the number of failed handshakes, including those in {@link #refused()}. */
  public long failed() {
    return counts.get(Count.FAILED);
  }

  /**
   * Returns the number of handshakes that the peer refused {@linkplain
   * HandshakeFailed#afterCompletion() after they had completed} on this side. Each is also counted
   * in {@link #failed()}, and in {@link #full()} or {@link #resumed()}.
   */
  public long refused() {
    return counts.get(Count.REFUSED);
  }

  /**
   * Returns the number of reduced ClientHellos that were refused. Each cost a connection. The
   * handshake that followed is counted separately.
   */
  public long reducedClientHellosRefused() {
    return counts.get(Count.REDUCED_CLIENT_HELLO_REFUSED);
  }

  /** Returns the number of TCP connects that failed. Each address that was tried counts. */
  public long connectsFailed() {
    return counts.get(Count.CONNECT_FAILED);
  }

  /**
   * Returns the number of requests that used a connection again, and so cost no handshake. They are
   * counted when the connection is closed.
   */
  public long reuses() {
    return counts.get(Count.REUSE);
  }

  /** Returns the number of closes by outcome. Every outcome has a value, which may be 0. */
  public Map<CloseOutcome, Long> closes() {
    return by(CloseOutcome.class);
  }

  /** Returns the last completed handshake. Empty if there was none. Always empty in the total. */
  public Optional<Handshake> lastHandshake() {
    return Optional.ofNullable(lastHandshake);
  }

  /**
   * Returns the last failure, which may be that of a preconnected connection. Empty if there was
   * none or none is kept. Always empty in the total.
   */
  public Optional<TlsFailure> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /**
   * Returns the number of preconnected connections that were opened. Their handshakes are included
   * in {@link #resumed()} and {@link #full()}. All other handshakes belong to connections that
   * found no preconnected connection.
   */
  public long preconnectionsOpened() {
    return counts.get(Count.PRECONNECTION_OPENED);
  }

  /**
   * Returns the number of preconnected connections that ended, by outcome. Every outcome has a
   * value, which may be 0.
   */
  public Map<PreconnectionOutcome, Long> preconnections() {
    return by(PreconnectionOutcome.class);
  }

  @Override
  public String toString() {
    return String.format(
        "full=%s resumed=%s failed=%s refused=%s reducedClientHellosRefused=%s connectsFailed=%s"
            + " reuses=%s closes=%s preconnectionsOpened=%s preconnections=%s",
        fullBy(),
        resumed(),
        failed(),
        refused(),
        reducedClientHellosRefused(),
        connectsFailed(),
        reuses(),
        closes(),
        preconnectionsOpened(),
        preconnections());
  }
}
