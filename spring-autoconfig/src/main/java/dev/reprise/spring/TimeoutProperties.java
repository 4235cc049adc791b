package dev.reprise.spring;

import java.time.Duration;

/** The properties under {@code reprise.timeouts.}. */
public class TimeoutProperties {

  /** How long connecting, and each read of the TLS handshake, may take, 1ms to 1h. */
  private Duration connect = Duration.ofSeconds(5);

  /** How long the peer may be silent while a response is awaited or read, 1ms to 1d. */
  private Duration read = Duration.ofSeconds(60);

  /** How long a call may wait for a connection of the pool, 1ms to 1h. */
  private Duration lease = Duration.ofSeconds(5);

  public Duration getConnect() {
    return connect;
  }

  public void setConnect(Duration connect) {
    this.connect = connect;
  }

  public Duration getRead() {
    return read;
  }

  public void setRead(Duration read) {
    this.read = read;
  }

  public Duration getLease() {
    return lease;
  }

  public void setLease(Duration lease) {
    this.lease = lease;
  }
}
