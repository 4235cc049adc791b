package dev.reprise.spring;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Down while the handshakes of a peer keep failing; for Spring Boot 2.7 and 3. */
final class Boot3HealthIndicator implements HealthIndicator {

  private final PeerFailures failures;

  Boot3HealthIndicator(PeerFailures failures) {
    this.failures = failures;
  }

  @Override
  public Health health() {
    var lasting = failures.lasting();
    return (lasting.isEmpty() ? Health.up() : Health.down()).withDetails(lasting).build();
  }
}
