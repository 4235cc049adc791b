package dev.reprise.spring.http;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.tls.IllegalSettingException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.DefaultUserTokenHandler;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.protocol.HttpContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** Makes the HttpClient parts of each client. Named clients' beans are made by its methods. */
final class HttpClientFactory {

  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(24);

  private final boolean springWs;
  private final ObjectProvider<HttpClientCustomizer> customizers;

  HttpClientFactory(ResourceLoader resources, ObjectProvider<HttpClientCustomizer> customizers) {
    this.customizers = customizers;
    this.springWs = ClassUtils.isPresent(SpringWs.SENDER, resources.getClassLoader());
  }

  ResumingConnectionManager connectionManager(RepriseClient client) {
    return RepriseConfigurationException.naming(() -> new Parts(client).connectionManager());
  }

  CloseableHttpClient httpClient(RepriseClient client, HttpClientConnectionManager manager) {
    HttpClientBuilder builder =
        RepriseConfigurationException.naming(() -> new Parts(client).client(manager));
    if (springWs) {
      SpringWs.prepare(builder);
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(client.name(), builder));
    return builder.build();
  }

  /** Has groups of HTTP service interfaces served by the client of their name, from Spring 7. */
  Object serviceGroups(RepriseClients clients) {
    return ServiceGroups.configurer(clients);
  }

  /** Names classes of Spring-WS; loaded only where it is. */
  static final class SpringWs {

    static final String SENDER =
        "org.springframework.ws.transport.http.HttpComponentsMessageSender";

    /** Spring-WS writes a Content-Length, which HttpClient refuses to find in a request. */
    private static void prepare(HttpClientBuilder client) {
      client.addInterceptorFirst(new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor());
    }
  }

  /** The parts of one client, as its properties have them. */
  private static final class Parts {
    private final RepriseClient client;
    private final String prefix;
    private final ClientProperties properties;

    Parts(RepriseClient client) {
      this.client = client;
      this.prefix = ClientNames.prefix(client.name());
      this.properties = client.properties();
    }

    ResumingConnectionManager connectionManager() {
      ClientProperties.Pool pool = properties.getPool();
      ResumingConnectionManager.Builder builder =
          ResumingConnectionManager.builder()
              .socketFactory(client.socketFactory())
              .maxTotal(upToPorts(".pool.max-total", pool.getMaxTotal()))
              .maxPerRoute(upToPorts(".pool.max-per-route", pool.getMaxPerRoute()))
              .validateAfterInactivity(
                  idle(".pool.validate-after-inactivity", pool.getValidateAfterInactivity()));
      if (pool.getTimeToLive() != null) {
        builder.timeToLive(
            within(".pool.time-to-live", pool.getTimeToLive(), MILLISECOND, LONGEST));
      }
      ResumingConnectionManager manager = builder.build();
      if (proxy() != null) {
        // The answer to CONNECT is awaited before the request's own timeout is in force.
        manager.setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(readTimeout()).build());
      }
      client.whenReloaded(manager::reloadTls);
      return manager;
    }

    HttpClientBuilder client(HttpClientConnectionManager manager) {
      ClientProperties.Timeouts timeouts = properties.getTimeouts();
      HttpClientBuilder builder =
          HttpClients.custom()
              .setConnectionManager(manager)
              .setUserTokenHandler(Parts::userToken)
              .setDefaultRequestConfig(
                  RequestConfig.custom()
                      .setConnectTimeout(timeout(".timeouts.connect", timeouts.getConnect(), HOUR))
                      .setSocketTimeout(readTimeout())
                      .setConnectionRequestTimeout(
                          timeout(".timeouts.lease", timeouts.getLease(), HOUR))
                      .build());
      Duration idle = idle(".pool.evict-idle-after", properties.getPool().getEvictIdleAfter());
      if (!idle.isZero()) {
        builder.evictIdleConnections(Math.max(1, idle.toMillis()), TimeUnit.MILLISECONDS);
      }
      if (!properties.getCookies()) {
        builder.disableCookieManagement();
      }
      HttpHost proxy = proxy();
      if (proxy != null) {
        builder.setProxy(proxy);
        if (hasText(properties.getProxy().getUsername())) {
          BasicCredentialsProvider credentials = new BasicCredentialsProvider();
          credentials.setCredentials(
              new AuthScope(proxy),
              new UsernamePasswordCredentials(
                  properties.getProxy().getUsername(), properties.getProxy().getPassword()));
          builder.setDefaultCredentialsProvider(credentials);
        }
      }
      return builder;
    }

    /**
     * As HttpClient's own, but for the principal of TLS: that is the same for all connections of a
     * client, and as their state it would keep each from being used again.
     */
    private static Object userToken(HttpContext context) {
      Object user = DefaultUserTokenHandler.INSTANCE.getUserToken(context);
      return user instanceof X500Principal ? null : user;
    }

    private int readTimeout() {
      return timeout(".timeouts.read", properties.getTimeouts().getRead(), Duration.ofDays(1));
    }

    private int timeout(String property, Duration value, Duration most) {
      return (int) within(property, value, MILLISECOND, most).toMillis();
    }

    private Duration idle(String property, Duration value) {
      return within(property, value, Duration.ZERO, LONGEST);
    }

    private int upToPorts(String property, int value) {
      return IllegalSettingException.requireWithin(prefix + property, value, 1, 65_535);
    }

    private Duration within(String property, Duration value, Duration least, Duration most) {
      return IllegalSettingException.requireWithin(prefix + property, value, least, most);
    }

    /** Null for none. */
    private HttpHost proxy() {
      ClientProperties.Proxy proxy = properties.getProxy();
      boolean user = hasText(proxy.getUsername());
      boolean password = hasText(proxy.getPassword());
      if (!hasText(proxy.getHost())) {
        if (proxy.getPort() != null || user || password) {
          throw refused(
              ".proxy.host",
              "it is not set, but other properties of the proxy are",
              "Set it, or remove the other properties of " + prefix + ".proxy");
        }
        return null;
      }
      if (!isHost(proxy.getHost())) {
        throw refused(
            ".proxy.host",
            "'" + proxy.getHost() + "' is not a host name",
            "Give the name or address alone, and the port in " + prefix + ".proxy.port");
      }
      if (proxy.getPort() == null) {
        throw refused(
            ".proxy.port",
            "it is not set, but " + prefix + ".proxy.host is",
            "Set it to the port of the proxy, such as 3128");
      }
      if (user != password) {
        throw refused(
            user ? ".proxy.password" : ".proxy.username",
            "it is not set, but the " + (user ? "user name" : "password") + " is",
            "Set both, or neither");
      }
      return new HttpHost(proxy.getHost(), upToPorts(".proxy.port", proxy.getPort()));
    }

    private RepriseConfigurationException refused(String name, String problem, String mend) {
      return new RepriseConfigurationException(prefix + name, problem, mend);
    }

    /** Neither a URL nor host:port; IPv6 addresses have several colons. */
    private static boolean isHost(String host) {
      int colon = host.indexOf(':');
      return host.indexOf('/') < 0 && (colon < 0 || colon != host.lastIndexOf(':'));
    }
  }
}
