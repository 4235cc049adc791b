package dev.reprise.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties under {@code reprise.}, as editors describe them. {@link RepriseClient#properties()}
 * has the values in force, inherited ones included.
 */
@ConfigurationProperties(RepriseProperties.PREFIX)
public class RepriseProperties extends ClientProperties {

  /** Prefix of all property names. */
  public static final String PREFIX = "reprise";

  /** HTTP library that clients call through. */
  public enum HttpClient {
    /** HttpClient 5 (from Boot 3.4 on) or 4.5, whichever is there. */
    AUTO,
    /** Apache HttpClient 4.5; Boot's own builders are left as they are. */
    HTTPCLIENT4,
    /** Apache HttpClient 5.4 or later. */
    HTTPCLIENT5
  }

  /** Whether Reprise configures anything at all. */
  private Boolean enabled = true;

  /**
   * Library that Reprise's clients call through. With auto, it is HttpClient 5 (from Boot 3.4 on)
   * or 4.5, whichever is on the class path.
   */
  private HttpClient httpClient = HttpClient.AUTO;

  /**
   * Further clients by name, available from RepriseClients. What is not set for one is inherited
   * from reprise itself. Trust, key and proxy are each inherited whole or not at all.
   */
  private final Map<String, ClientProperties> clients = new LinkedHashMap<>();

  public Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(Boolean enabled) {
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
