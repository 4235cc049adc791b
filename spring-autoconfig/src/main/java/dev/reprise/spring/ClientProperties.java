package dev.reprise.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

/**
 * What can be said of one client: the properties under {@code reprise.}, and for further clients
 * under {@code reprise.clients.<name>.}. Not thread-safe while it is being bound.
 */
public class ClientProperties {

  /**
   * How long the end of an exchange may wait for the peer to close first, 0 to 60s. A peer that
   * keeps missing it is waited for less.
   */
  private Duration closeWait = Duration.ofMillis(20);

  /** How much a close reads and discards while it waits for the peer, 0 to 16MB. */
  private DataSize drainLimit = DataSize.ofKilobytes(16);

  @NestedConfigurationProperty private final TlsProperties tls = new TlsProperties();
  @NestedConfigurationProperty private final LaneProperties lanes = new LaneProperties();
  @NestedConfigurationProperty private final PoolProperties pool = new PoolProperties();
  @NestedConfigurationProperty private final TimeoutProperties timeouts = new TimeoutProperties();
  @NestedConfigurationProperty private ProxyProperties proxy = new ProxyProperties();

  public Duration getCloseWait() {
    return closeWait;
  }

  public void setCloseWait(Duration closeWait) {
    this.closeWait = closeWait;
  }

  public DataSize getDrainLimit() {
    return drainLimit;
  }

  public void setDrainLimit(DataSize drainLimit) {
    this.drainLimit = drainLimit;
  }

  public TlsProperties getTls() {
    return tls;
  }

  public LaneProperties getLanes() {
    return lanes;
  }

  public PoolProperties getPool() {
    return pool;
  }

  public TimeoutProperties getTimeouts() {
    return timeouts;
  }

  public ProxyProperties getProxy() {
    return proxy;
  }

  public void setProxy(ProxyProperties proxy) {
    this.proxy = proxy;
  }
}
