package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.NestedExceptionUtils;

/** Tells which peers are down, whichever class of health Boot has. Thread-safe. */
final class PeerHealth {

  /** One failure may be chance; so many in a row are not. */
  private static final int LASTING = 3;

  /** Failures longer ago say nothing of a peer's health any more. */
  private static final Duration FORGET_AFTER = Duration.ofMinutes(5);

  private final RepriseClients clients;
  private final Clock clock;

  PeerHealth(RepriseClients clients, Clock clock) {
    this.clients = clients;
    this.clock = clock;
  }

  /** As a code of Boot's. */
  static String status(Map<String, String> down) {
    return down.isEmpty() ? "UP" : "DOWN";
  }

  /** By client and peer, what the latest failure was; empty if all is well. */
  Map<String, String> down() {
    Map<String, String> down = new TreeMap<>();
    for (String client : clients.names()) {
      clients.get(client).statistics().peers().entrySet().stream()
          .filter(peer -> isDown(peer.getValue()))
          .forEach(peer -> down.put(client + " " + peer.getKey(), text(peer.getValue())));
    }
    return down;
  }

  private boolean isDown(PeerStatistics counts) {
    Instant since = clock.instant().minus(FORGET_AFTER);
    return counts.failuresInRow() >= LASTING
        && counts.lastFailure().filter(last -> last.at().isAfter(since)).isPresent();
  }

  private static String text(PeerStatistics counts) {
    return counts.failuresInRow()
        + " connections in a row failed, the last with "
        + text(counts.lastFailure().orElseThrow());
  }

  /** With what is at the bottom of it; of a bounded length, since a peer may have a hand in it. */
  static String text(TlsFailure failure) {
    Throwable root = NestedExceptionUtils.getMostSpecificCause(failure.cause());
    String whole = failure.cause().toString();
    if (!whole.contains(String.valueOf(root.getMessage()))) {
      whole += ", caused by " + root;
    }
    return whole.length() > 500 ? whole.substring(0, 500) + "…" : whole;
  }
}
