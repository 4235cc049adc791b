package dev.reprise.spring.http;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.tls.Clients;
import dev.reprise.spring.tls.PartSource;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** Makes the HttpClient 4.5 parts of each client. */
final class HttpClientFactory implements PartSource {

  private static final Set<Class<?>> TYPES =
      new LinkedHashSet<>(List.of(CloseableHttpClient.class, ResumingConnectionManager.class));

  private final boolean springWs;
  private final ObjectProvider<HttpClientCustomizer> customizers;
  private final Environment environment;

  HttpClientFactory(
      ResourceLoader resources,
      ObjectProvider<HttpClientCustomizer> customizers,
      Environment environment) {
    this.customizers = customizers;
    this.environment = environment;
    this.springWs = ClassUtils.isPresent(SpringWs.SENDER, resources.getClassLoader());
  }

  @Override
  public Set<Class<?>> types() {
    return TYPES;
  }

  @Override
  public void prepare() {
    customizers.orderedStream().forEach(customizer -> {});
  }

  @Override
  public Object make(Class<?> type, String client, Clients clients) {
    RepriseClient used = clients.get(client);
    return type == ResumingConnectionManager.class
        ? connectionManager(used)
        : httpClient(used, clients.getReal(client, ResumingConnectionManager.class));
  }

  private ResumingConnectionManager connectionManager(RepriseClient client) {
    return RepriseConfigurationException.naming(
        () -> new Parts(client, environment).connectionManager());
  }

  private CloseableHttpClient httpClient(
      RepriseClient client, HttpClientConnectionManager manager) {
    HttpClientBuilder builder =
        RepriseConfigurationException.naming(() -> new Parts(client, environment).client(manager));
    if (springWs) {
      SpringWs.prepare(builder);
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(client.name(), builder));
    return builder.build();
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
    private final ClientParts parts;

    Parts(RepriseClient client, Environment environment) {
      this.client = client;
      this.parts = new ClientParts(client, environment);
    }

    ResumingConnectionManager connectionManager() {
      ResumingConnectionManager.Builder builder =
          ResumingConnectionManager.builder()
              .socketFactory(client.socketFactory())
              .maxTotal(parts.maxTotal())
              .maxPerRoute(parts.maxPerRoute())
              .validateAfterInactivity(parts.validateAfterInactivity());
      if (parts.timeToLive() != null) {
        builder.timeToLive(parts.timeToLive());
      }
      ResumingConnectionManager manager = builder.build();
      if (parts.proxy() != null) {
        // The answer to CONNECT is awaited before the request's own timeout is in force.
        manager.setDefaultSocketConfig(
            SocketConfig.custom().setSoTimeout(millis(parts.readTimeout())).build());
      }
      client.whenReloaded(manager::reloadTls);
      return manager;
    }

    HttpClientBuilder client(HttpClientConnectionManager manager) {
      HttpClientBuilder builder =
          HttpClients.custom()
              .setConnectionManager(manager)
              .setUserTokenHandler(Parts::userToken)
              .setDefaultRequestConfig(
                  RequestConfig.custom()
                      .setConnectTimeout(millis(parts.connectTimeout()))
                      .setSocketTimeout(millis(parts.readTimeout()))
                      .setConnectionRequestTimeout(millis(parts.leaseTimeout()))
                      .build());
      Duration idle = parts.evictIdleAfter();
      if (!idle.isZero()) {
        builder.evictIdleConnections(Math.max(1, idle.toMillis()), TimeUnit.MILLISECONDS);
      }
      if (!parts.cookies()) {
        builder.disableCookieManagement();
      }
      if (!parts.redirects()) {
        builder.disableRedirectHandling();
      }
      ClientProperties.Proxy given = parts.proxy();
      if (given != null) {
        HttpHost proxy = new HttpHost(given.getHost(), given.getPort());
        builder.setProxy(proxy);
        if (hasText(given.getUsername())) {
          BasicCredentialsProvider credentials = new BasicCredentialsProvider();
          credentials.setCredentials(
              new AuthScope(proxy),
              new UsernamePasswordCredentials(given.getUsername(), given.getPassword()));
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

    private static int millis(Duration timeout) {
      return (int) timeout.toMillis();
    }
  }
}
