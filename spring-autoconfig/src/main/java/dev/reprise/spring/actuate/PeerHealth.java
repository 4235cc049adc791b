package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.springframework.core.NestedExceptionUtils;

/** Tells which peers are down, whichever class of health Boot has. Thread-safe. */
final class PeerHealth {

  /** One failure may be chance; so many in a row are not. */
  private static final int LASTING = 3;

  private final Supplier<Collection<RepriseClient>> clients;
  private final Duration age;
  private final Clock clock;

  /** Failures longer ago than {@code age} say nothing of a peer's health any more. */
  PeerHealth(Supplier<Collection<RepriseClient>> clients, Duration age, Clock clock) {
    this.clients = clients;
    this.age = age;
    this.clock = clock;
  }

  /** By client and peer, what the latest failure was; empty if all is well. */
  Map<String, String> down() {
    Instant since = clock.instant().minus(age);
    Map<String, String> down = new TreeMap<>();
    for (RepriseClient client : clients.get()) {
      client
          .statistics()
          .peers()
          .forEach(
              (peer, counts) -> {
                if (isDown(counts, since)) {
                  down.put(
                      client.name() + " " + peer,
                      counts.failuresInRow()
                          + " connections in a row failed, the last with "
                          + text(counts.lastFailure().orElseThrow()));
                }
              });
    }
    return down;
  }

  private static boolean isDown(PeerStatistics counts, Instant since) {
    return counts.failuresInRow() >= LASTING
        && counts.lastFailure().filter(last -> last.at().isAfter(since)).isPresent();
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
