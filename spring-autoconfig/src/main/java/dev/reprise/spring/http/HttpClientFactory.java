package dev.reprise.spring.http;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PartSource;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.HttpClient;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.config.Lookup;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.cookie.Cookie;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.BasicCookieStore;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.DefaultUserTokenHandler;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.pool.PoolStats;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HTTP;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.util.ClassUtils;

/** Makes the HttpClient 4.5 parts of each client. */
public final class HttpClientFactory implements PartSource {

  private final ObjectProvider<HttpClientCustomizer> customizers;

  public HttpClientFactory(ObjectProvider<HttpClientCustomizer> customizers) {
    this.customizers = customizers;
  }

  @Override
  public Map<Class<?>, Maker> makers(Library inForce) {
    Map<Class<?>, Maker> makers = new LinkedHashMap<>();
    makers.put(CloseableHttpClient.class, this::httpClient);
    makers.put(ResumingConnectionManager.class, this::connectionManager);
    if (inForce == Library.HTTPCLIENT4) {
      Library.find(Library.REQUESTS)
          .ifPresent(type -> makers.put(type, HttpClientFactory::requests));
    }
    return makers;
  }

  /** Spring 5 has such a factory for HttpClient 4.5; later ones do not. */
  private static Object requests(String client, Clients clients) {
    CloseableHttpClient http = clients.get(client, CloseableHttpClient.class);
    if (Library.find("org.springframework.http.HttpStatusCode").isPresent()) {
      return new HttpClientRequestFactory(http);
    }
    // Compiled against a later Spring, whose factory takes another client.
    return BeanUtils.instantiateClass(
        ClassUtils.getConstructorIfAvailable(
            HttpComponentsClientHttpRequestFactory.class, HttpClient.class),
        http);
  }

  private ResumingConnectionManager connectionManager(String name, Clients clients) {
    RepriseClient client = clients.get(name);
    ClientProperties.Pool pool = client.properties().getPool();
    ResumingConnectionManager.Builder builder =
        ResumingConnectionManager.builder()
            .socketFactory(client.socketFactory())
            .maxTotal(pool.getMaxTotal())
            .maxPerRoute(pool.getMaxPerRoute());
    if (pool.getMaxLifeTime() != null) {
      builder.timeToLive(pool.getMaxLifeTime());
    }
    ResumingConnectionManager manager = builder.build();
    client.whenReloaded(manager::reloadTls);
    clients.hasPool(
        name,
        Library.HTTPCLIENT4,
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
    ClientProperties properties = configuration.properties();
    ClientProperties.Pool pool = properties.getPool();
    HttpClientBuilder builder =
        over(clients.get(client, ResumingConnectionManager.class))
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectTimeout(millis(properties.getConnectTimeout()))
                    .setSocketTimeout(millis(properties.getReadTimeout()))
                    .setConnectionRequestTimeout(millis(pool.getAcquireTimeout()))
                    .build());
    if (!pool.getMaxIdleTime().isZero()) {
      builder.evictIdleConnections(
          Math.max(1, pool.getMaxIdleTime().toMillis()), TimeUnit.MILLISECONDS);
    }
    ClientProperties.Proxy given = configuration.proxy();
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
    customizers.orderedStream().forEach(customizer -> customizer.customize(client, builder));
    return builder.build();
  }

  private static HttpClientBuilder over(ResumingConnectionManager manager) {
    return HttpClients.custom()
        .setConnectionManager(manager)
        .setUserTokenHandler(HttpClientFactory::userToken)
        .addInterceptorFirst(HttpClientFactory::withoutLength)
        // A jar for all calls would mix what they are for; a customizer may set one.
        .setDefaultCookieStore(
            new BasicCookieStore() {
              @Override
              public void addCookie(Cookie cookie) {}
            });
  }

  @Override
  public void runDry(Library inForce) throws IOException {
    if (inForce != Library.HTTPCLIENT4) {
      return;
    }
    ConnectionSocketFactory nowhere =
        new PlainConnectionSocketFactory() {
          @Override
          public Socket createSocket(HttpContext context) {
            return new DryRunSocket();
          }
        };
    // As HttpClient's operator of connections knows it.
    Lookup<ConnectionSocketFactory> registry = scheme -> nowhere;
    HttpContext context = new BasicHttpContext();
    context.setAttribute("http.socket-factory-registry", registry);
    HttpPost post = new HttpPost(DryRunSocket.URL);
    post.setEntity(new StringEntity("", ContentType.parse("text/xml; charset=utf-8")));
    try (CloseableHttpClient http = over(ResumingConnectionManager.builder().build()).build()) {
      http.execute(post, response -> EntityUtils.toString(response.getEntity()), context);
    }
  }

  /**
   * As HttpClient's own, but for the principal of TLS: that is the same for all connections of a
   * client, and as their state it would keep each from being used again.
   */
  private static Object userToken(HttpContext context) {
    Object user = DefaultUserTokenHandler.INSTANCE.getUserToken(context);
    return user instanceof X500Principal ? null : user;
  }

  /** Spring writes it, and HttpClient refuses to find it in a request. */
  private static void withoutLength(HttpRequest request, HttpContext context) {
    request.removeHeaders(HTTP.CONTENT_LEN);
    request.removeHeaders(HTTP.TRANSFER_ENCODING);
  }

  private static int millis(Duration timeout) {
    return (int) timeout.toMillis();
  }
}
