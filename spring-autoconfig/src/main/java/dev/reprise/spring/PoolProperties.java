package dev.reprise.spring;

import java.time.Duration;

/** The properties under {@code reprise.pool.}: connections at a time, and for how long. */
public class PoolProperties {

  /** Connections at a time in all, 1 to 65535. */
  private int maxTotal = 100;

  /** Connections at a time to one host and port, 1 to 65535. */
  private int maxPerRoute = 50;

  /** For how long a connection may be reused, 1ms to 24d. Unset for no limit. */
  private Duration timeToLive;

  /** After how long in the pool a connection is checked before it is reused, 0 to 24d. */
  private Duration validateAfterInactivity = Duration.ofSeconds(2);

  /** After how long in the pool a connection is closed, 0 for never, to 24d. */
  private Duration evictIdleAfter = Duration.ofSeconds(30);

  public int getMaxTotal() {
    return maxTotal;
  }

  public void setMaxTotal(int maxTotal) {
    this.maxTotal = maxTotal;
  }

  public int getMaxPerRoute() {
    return maxPerRoute;
  }

  public void setMaxPerRoute(int maxPerRoute) {
    this.maxPerRoute = maxPerRoute;
  }

  public Duration getTimeToLive() {
    return timeToLive;
  }

  public void setTimeToLive(Duration timeToLive) {
    this.timeToLive = timeToLive;
  }

  public Duration getValidateAfterInactivity() {
    return validateAfterInactivity;
  }

  public void setValidateAfterInactivity(Duration validateAfterInactivity) {
    this.validateAfterInactivity = validateAfterInactivity;
  }

  public Duration getEvictIdleAfter() {
    return evictIdleAfter;
  }

  public void setEvictIdleAfter(Duration evictIdleAfter) {
    this.evictIdleAfter = evictIdleAfter;
  }
}
