package dev.reprise.spring.http;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.httpclient5.CallProgress;
import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.HttpClient5Customizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PartSource;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.security.auth.x500.X500Principal;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.cookie.Cookie;
import org.apache.hc.client5.http.impl.DefaultUserTokenHandler;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/** Makes the HttpClient 5 parts of each client. */
public final class HttpClient5Factory implements PartSource {

  private final ObjectProvider<HttpClient5Customizer> customizers;

  public HttpClient5Factory(ObjectProvider<HttpClient5Customizer> customizers) {
    this.customizers = customizers;
  }

  @Override
  public Map<Class<?>, Maker> makers(Library inForce) {
    Map<Class<?>, Maker> makers = new LinkedHashMap<>();
    makers.put(CloseableHttpClient.class, this::httpClient);
    makers.put(PoolingHttpClientConnectionManager.class, this::connectionManager);
    if (inForce == Library.HTTPCLIENT5 && Library.find(Library.REQUESTS).isPresent()) {
      makers.put(
          ClientHttpRequestFactory.class,
          (client, clients) ->
              new HttpComponentsClientHttpRequestFactory(
                  clients.get(client, CloseableHttpClient.class)));
    }
    return makers;
  }

  private PoolingHttpClientConnectionManager connectionManager(String name, Clients clients) {
    RepriseClient client = clients.get(name);
    ClientProperties properties = client.properties();
    ClientProperties.Pool pool = properties.getPool();
    Timeout connect = Timeout.of(properties.getConnectTimeout());
    ConnectionConfig.Builder connections =
        ConnectionConfig.custom()
            .setConnectTimeout(connect)
            .setSocketTimeout(Timeout.of(properties.getReadTimeout()))
            .setValidateAfterInactivity(TimeValue.ofSeconds(2));
    if (pool.getMaxLifeTime() != null) {
      connections.setTimeToLive(TimeValue.of(pool.getMaxLifeTime()));
    }
    PoolingHttpClientConnectionManager manager =
        ResumingConnectionManagerBuilder.create()
            .socketFactory(client.socketFactory())
            .setMaxConnTotal(pool.getMaxTotal())
            .setMaxConnPerRoute(pool.getMaxPerRoute())
            .setDefaultConnectionConfig(connections.build())
            // In force for the handshake; the connection's own one is set thereafter.
            .setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(connect).build())
            .build();
    client.whenReloaded(settings -> manager.closeIdle(TimeValue.ZERO_MILLISECONDS));
    clients.hasPool(
        name,
        Library.HTTPCLIENT5,
        () -> {
          PoolStats stats = manager.getTotalStats();
          return Map.of(
              "leased", stats.getLeased(),
              "available", stats.getAvailable(),
              "pending", stats.getPending(),
              "max", stats.getMax(),
              "maxPerRoute", manager.getDefaultMaxPerRoute());
        });
    return manager;
  }

  private CloseableHttpClient httpClient(String client, Clients clients) {
    ClientConfiguration configuration = clients.configuration(client);
    ClientProperties.Pool pool = configuration.properties().getPool();
    HttpClientBuilder builder =
        over(clients.get(client, PoolingHttpClientConnectionManager.class))
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(pool.getAcquireTimeout()))
                    .build());
    if (!pool.getMaxIdleTime().isZero()) {
      builder.evictIdleConnections(
          TimeValue.ofMilliseconds(Math.max(1, pool.getMaxIdleTime().toMillis())));
    }
    ClientProperties.Proxy given = configuration.proxy();
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
    customizers.orderedStream().forEach(customizer -> customizer.customize(client, builder));
    return builder.build();
  }

  private static HttpClientBuilder over(PoolingHttpClientConnectionManager manager) {
    return HttpClients.custom()
        .setConnectionManager(manager)
        .addExecInterceptorFirst("repriseProgress", new CallProgress())
        .setUserTokenHandler(HttpClient5Factory::userToken)
        // A jar for all calls would mix what they are for; a customizer may set one.
        .setDefaultCookieStore(
            new BasicCookieStore() {
              @Override
              public void addCookie(Cookie cookie) {}
            });
  }

  @Override
  public void runDry(Library inForce) throws IOException {
    if (inForce != Library.HTTPCLIENT5) {
      return;
    }
    ResumingConnectionManagerBuilder nowhere =
        new ResumingConnectionManagerBuilder(new ResumingSslSocketFactory()) {
          @Override
          protected HttpClientConnectionOperator createConnectionOperator(
              SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
            return new DefaultHttpClientConnectionOperator(
                socks -> new DryRunSocket(), ports, names, scheme -> null);
          }
        };
    HttpPost post = new HttpPost(DryRunSocket.URL);
    post.setEntity(new StringEntity("", ContentType.parse("text/xml; charset=utf-8")));
    try (CloseableHttpClient http = over(nowhere.build()).build()) {
      http.execute(post, response -> EntityUtils.toString(response.getEntity()));
    }
  }

  /** As for HttpClient 4.5: the principal of TLS is no state that would set connections apart. */
  private static Object userToken(HttpRoute route, HttpContext context) {
    Object user = DefaultUserTokenHandler.INSTANCE.getUserToken(route, context);
    return user instanceof X500Principal ? null : user;
  }
}
