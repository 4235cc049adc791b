package dev.reprise.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** The properties under {@code reprise.}. Not thread-safe while it is being bound. */
@ConfigurationProperties(RepriseProperties.PREFIX)
public class RepriseProperties extends ClientProperties {

  /** What the names of all properties begin with. */
  public static final String PREFIX = "reprise";

  /** Whether Reprise configures anything at all. */
  private boolean enabled = true;

  /**
   * What Reprise's clients call through. Unset, it is HttpClient 5 (from Boot 3.4 on) or 4.5,
   * whichever is there, else what Boot builds.
   */
  private HttpClientKind httpClient = HttpClientKind.AUTO;

  /**
   * Further clients by name, to be had from RepriseClients. What is not set for one is as under
   * reprise itself; a store and a proxy are inherited whole or not at all.
   */
  private Map<String, ClientProperties> clients = new LinkedHashMap<>();

  @NestedConfigurationProperty private final Metrics metrics = new Metrics();

  public boolean isEnabled() {
    return enabled;
  }

  public void setEnabled(boolean enabled) {
    this.enabled = enabled;
  }

  public HttpClientKind getHttpClient() {
    return httpClient;
  }

  public void setHttpClient(HttpClientKind httpClient) {
    this.httpClient = httpClient;
  }

  public Map<String, ClientProperties> getClients() {
    return clients;
  }

  public void setClients(Map<String, ClientProperties> clients) {
    this.clients = clients;
  }

  public Metrics getMetrics() {
    return metrics;
  }

  /** The properties under {@code reprise.metrics.}. */
  public static class Metrics {

    /**
     * How many peers of a client have a tag of their own, 0 to 1000. Peers met later are counted
     * under the tag other.
     */
    private int maxPeers = 100;

    public int getMaxPeers() {
      return maxPeers;
    }

    public void setMaxPeers(int maxPeers) {
      this.maxPeers = maxPeers;
    }
  }
}
