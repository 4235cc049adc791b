package dev.reprise.spring.http;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.httpclient5.CallProgress;
import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.HttpClient5Customizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.tls.Clients;
import dev.reprise.spring.tls.PartSource;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultUserTokenHandler;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;

/** Makes the HttpClient 5 parts of each client. */
final class HttpClient5Factory implements PartSource {

  private static final Set<Class<?>> TYPES =
      new LinkedHashSet<>(
          List.of(CloseableHttpClient.class, PoolingHttpClientConnectionManager.class));

  private final ObjectProvider<HttpClient5Customizer> customizers;
  private final Environment environment;

  HttpClient5Factory(ObjectProvider<HttpClient5Customizer> customizers, Environment environment) {
    this.customizers = customizers;
    this.environment = environment;
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
    return type == PoolingHttpClientConnectionManager.class
        ? connectionManager(used)
        : httpClient(used, clients.getReal(client, PoolingHttpClientConnectionManager.class));
  }

  private PoolingHttpClientConnectionManager connectionManager(RepriseClient client) {
    return RepriseConfigurationException.naming(
        () -> connectionManager(client, new ClientParts(client, environment)));
  }

  private static PoolingHttpClientConnectionManager connectionManager(
      RepriseClient client, ClientParts parts) {
    Timeout connect = timeout(parts.connectTimeout());
    ConnectionConfig.Builder connections =
        ConnectionConfig.custom()
            .setConnectTimeout(connect)
            .setSocketTimeout(timeout(parts.readTimeout()))
            .setValidateAfterInactivity(time(parts.validateAfterInactivity()));
    if (parts.timeToLive() != null) {
      connections.setTimeToLive(time(parts.timeToLive()));
    }
    PoolingHttpClientConnectionManager manager =
        ResumingConnectionManagerBuilder.create()
            .socketFactory(client.socketFactory())
            .setMaxConnTotal(parts.maxTotal())
            .setMaxConnPerRoute(parts.maxPerRoute())
            .setDefaultConnectionConfig(connections.build())
            // In force for the handshake; the connection's own one is set thereafter.
            .setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(connect).build())
            .build();
    client.whenReloaded(settings -> manager.closeIdle(TimeValue.ZERO_MILLISECONDS));
    return manager;
  }

  private CloseableHttpClient httpClient(
      RepriseClient client, HttpClientConnectionManager manager) {
    HttpClientBuilder builder =
        RepriseConfigurationException.naming(
            () -> builder(new ClientParts(client, environment), manager));
    customizers.orderedStream().forEach(customizer -> customizer.customize(client.name(), builder));
    return builder.build();
  }

  private static HttpClientBuilder builder(ClientParts parts, HttpClientConnectionManager manager) {
    HttpClientBuilder builder =
        HttpClients.custom()
            .setConnectionManager(manager)
            .addExecInterceptorFirst("repriseProgress", new CallProgress())
            .setUserTokenHandler(HttpClient5Factory::userToken)
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(timeout(parts.leaseTimeout()))
                    .build());
    Duration idle = parts.evictIdleAfter();
    if (!idle.isZero()) {
      builder.evictIdleConnections(TimeValue.ofMilliseconds(Math.max(1, idle.toMillis())));
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
            new UsernamePasswordCredentials(
                given.getUsername(), given.getPassword().toCharArray()));
        builder.setDefaultCredentialsProvider(credentials);
      }
    }
    return builder;
  }

  /** As for HttpClient 4.5: the principal of TLS is no state that would set connections apart. */
  private static Object userToken(HttpRoute route, HttpContext context) {
    Object user = DefaultUserTokenHandler.INSTANCE.getUserToken(route, context);
    return user instanceof X500Principal ? null : user;
  }

  private static Timeout timeout(Duration duration) {
    return Timeout.ofMilliseconds(duration.toMillis());
  }

  private static TimeValue time(Duration duration) {
    return TimeValue.ofMilliseconds(duration.toMillis());
  }
}
