package dev.reprise.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties under {@code reprise.}, as they are described to editors; each client is bound
 * over what it inherits, and {@link RepriseClient#properties()} has the values in force.
 */
@ConfigurationProperties(RepriseProperties.PREFIX)
public class RepriseProperties extends ClientProperties {

  /** What the names of all properties begin with. */
  public static final String PREFIX = "reprise";

  /** What clients may be told to call through. */
  public enum HttpClient {
    /** HttpClient 5 (from Boot 3.4 on) or 4.5, whichever is there, else what Boot builds. */
    AUTO,
    /** Apache HttpClient 4.5; Boot's own builders are left as they are. */
    HTTPCLIENT4,
    /** Apache HttpClient 5.4 or later. */
    HTTPCLIENT5
  }

  /** Whether Reprise configures anything at all. */
  private boolean enabled = true;

  /**
   * Library that Reprise's clients call through. With auto, it is HttpClient 5 (from Boot 3.4 on)
   * or 4.5, whichever is there, else what Boot builds.
   */
  private HttpClient httpClient = HttpClient.AUTO;

  /**
   * Further clients by name, to be had from RepriseClients. What is not set for one is as under
   * reprise itself; trust, key and proxy are each inherited whole or not at all.
   */
  private final Map<String, ClientProperties> clients = new LinkedHashMap<>();

  public boolean isEnabled() {
    return enabled;
  }

  public void setEnabled(boolean enabled) {
    this.enabled = enabled;
  }

  public HttpClient getHttpClient() {
    return httpClient;
  }

  public void setHttpClient(HttpClient httpClient) {
    this.httpClient = httpClient;
  }

  public Map<String, ClientProperties> getClients() {
    return clients;
  }
}
