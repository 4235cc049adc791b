package dev.reprise.spring;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Down while the handshakes of a peer keep failing; for Spring Boot 4. */
final class Boot4HealthIndicator implements HealthIndicator {

  private final PeerFailures failures;

  Boot4HealthIndicator(PeerFailures failures) {
    this.failures = failures;
  }

  @Override
  public Health health() {
    var lasting = failures.lasting();
    return (lasting.isEmpty() ? Health.up() : Health.down()).withDetails(lasting).build();
  }
}
