package dev.reprise.httpclient;

import dev.reprise.httpclient4.GracefulConnectionFactory;
import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.httpclient4.TlsConnectionSocketFactory;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.impl.DefaultConnectionReuseStrategy;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.pool.PoolStats;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpRequestExecutor;

public final class Client4 extends Client {

  public final PoolingHttpClientConnectionManager manager;
  public final CloseableHttpClient http;
  private final RequestConfig config;

  Client4(Setup setup) {
    super(setup);
    config =
        RequestConfig.custom()
            .setConnectionRequestTimeout(setup.leaseMillis)
            .setConnectTimeout(setup.connectMillis)
            .setSocketTimeout(setup.responseMillis)
            .build();
    manager = manager(setup, sockets);
    HttpClientBuilder builder =
        HttpClientBuilder.create()
            .setConnectionManager(manager)
            .setDefaultRequestConfig(config)
            .setRequestExecutor(new HttpRequestExecutor(setup.continueMillis))
            .setConnectionReuseStrategy(
                setup.keepAll
                    ? (response, context) -> true
                    : DefaultConnectionReuseStrategy.INSTANCE)
            .setKeepAliveStrategy((response, context) -> setup.keepAliveMillis)
            .setRedirectStrategy(new LaxRedirectStrategy())
            .addInterceptorLast(
                (HttpRequestInterceptor) (request, context) -> setup.attempting.run());
    if (setup.again != null) {
      builder.setRetryHandler((failure, count, context) -> setup.again.test(count));
    } else if (!setup.repeating) {
      builder.disableAutomaticRetries();
    }
    if (setup.proxy != 0) {
      builder.setProxy(new HttpHost("localhost", setup.proxy, setup.proxyTls ? "https" : "http"));
    }
    if (setup.user != null) {
      BasicCredentialsProvider users = new BasicCredentialsProvider();
      users.setCredentials(
          AuthScope.ANY, new UsernamePasswordCredentials(setup.user, HttpProxy.PASSWORD));
      builder.setDefaultCredentialsProvider(users);
    }
    setup.client4.accept(builder);
    http = builder.build();
  }

  private static PoolingHttpClientConnectionManager manager(
      Setup setup, ResumingSslSocketFactory sockets) {
    PoolingHttpClientConnectionManager made;
    switch (setup.manager) {
      case STOCK:
        made =
            new PoolingHttpClientConnectionManager(
                RegistryBuilder.<ConnectionSocketFactory>create()
                    .register("http", PlainConnectionSocketFactory.getSocketFactory())
                    .register("https", new SSLConnectionSocketFactory(setup.stock))
                    .build(),
                setup.resolver4);
        break;
      case OF_PARTS:
        made =
            new PoolingHttpClientConnectionManager(
                RegistryBuilder.<ConnectionSocketFactory>create()
                    .register("https", new TlsConnectionSocketFactory(sockets))
                    .build(),
                new GracefulConnectionFactory());
        break;
      default:
        ResumingConnectionManager.Builder builder =
            ResumingConnectionManager.builder().socketFactory(sockets);
        setup.manager4.accept(builder);
        made = builder.build();
    }
    made.setMaxTotal(setup.maxTotal);
    made.setDefaultMaxPerRoute(setup.maxTotal);
    return made;
  }

  @Override
  public Object newContext() {
    return HttpClientContext.create();
  }

  @Override
  public <T> T execute(Call call, Object context, Reader<T> reader) throws IOException {
    RequestConfig.Builder changed =
        RequestConfig.copy(config).setExpectContinueEnabled(call.expectContinue);
    if (call.responseMillis > 0) {
      changed.setSocketTimeout(call.responseMillis);
    }
    RequestBuilder builder =
        RequestBuilder.create(call.method).setUri(call.url).setConfig(changed.build());
    if (call.body != null) {
      builder.setEntity(
          new EntityTemplate(call.body::writeTo) {
            @Override
            public long getContentLength() {
              return call.length;
            }
          });
    }
    HttpUriRequest request = builder.build();
    call.begin(request::abort);
    try (CloseableHttpResponse response = http.execute(request, (HttpContext) context)) {
      HttpEntity entity = response.getEntity();
      return reader.read(
          response.getStatusLine().getStatusCode(),
          entity == null ? InputStream.nullInputStream() : entity.getContent());
    }
  }

  @Override
  int pooled(boolean leased) {
    PoolStats stats = manager.getTotalStats();
    return leased ? stats.getLeased() : stats.getAvailable();
  }

  @Override
  public void closeIdle() {
    manager.closeIdleConnections(0, TimeUnit.MILLISECONDS);
  }

  @Override
  public void closeExpired() {
    manager.closeExpiredConnections();
  }

  @Override
  public void shutDown(boolean atOnce) {
    manager.shutdown();
  }

  @Override
  public void reload(TlsSettings.Builder settings) {
    ((ResumingConnectionManager) manager).reloadTls(recorded(settings));
  }

  @Override
  void lease(int port) throws Exception {
    HttpRoute route = new HttpRoute(new HttpHost("localhost", port, "https"));
    HttpClientConnection leased = manager.requestConnection(route, null).get(10, TimeUnit.SECONDS);
    if (port > 0) {
      manager.connect(leased, route, 10_000, HttpClientContext.create());
    }
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
