package dev.reprise.httpclient;

import dev.reprise.httpclient5.CallProgress;
import dev.reprise.httpclient5.GracefulConnectionFactory;
import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import dev.reprise.httpclient5.ResumingTlsSocketStrategy;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

final class Client5 extends Client {

  private final RequestConfig config;
  private final PoolingHttpClientConnectionManager manager;
  private final CloseableHttpClient http;

  Client5(Setup setup) {
    super(setup);
    config =
        RequestConfig.custom()
            .setConnectionRequestTimeout(Timeout.ofMilliseconds(setup.leaseMillis))
            .setResponseTimeout(Timeout.ofMilliseconds(setup.responseMillis))
            .build();
    manager = manager(setup, sockets);
    Http1Config http1 =
        Http1Config.custom()
            .setWaitForContinueTimeout(Timeout.ofMilliseconds(setup.continueMillis))
            .build();
    HttpClientBuilder builder =
        HttpClients.custom()
            .setConnectionManager(manager)
            .setDefaultRequestConfig(config)
            .setRequestExecutor(new HttpRequestExecutor(http1, null, null))
            .setKeepAliveStrategy(
                (response, context) -> TimeValue.ofMilliseconds(setup.keepAliveMillis))
            .addExecInterceptorBefore(
                ChainElement.PROTOCOL.name(),
                "attempt",
                (request, scope, chain) -> {
                  setup.attempting.run();
                  return chain.proceed(request, scope);
                });
    if (setup.callProgress) {
      builder.addExecInterceptorFirst("call", new CallProgress());
    }
    if (setup.again != null) {
      builder.setRetryStrategy(retries(setup));
    } else if (!setup.repeating) {
      builder.disableAutomaticRetries();
    }
    if (setup.keepAll) {
      builder.setConnectionReuseStrategy((request, response, context) -> true);
    }
    if (setup.proxy != 0) {
      builder.setProxy(new HttpHost(setup.proxyTls ? "https" : "http", "localhost", setup.proxy));
    }
    if (setup.user != null) {
      BasicCredentialsProvider users = new BasicCredentialsProvider();
      users.setCredentials(
          new AuthScope(null, -1),
          new UsernamePasswordCredentials(setup.user, HttpProxy.PASSWORD.toCharArray()));
      builder.setDefaultCredentialsProvider(users);
    }
    setup.client5.accept(builder);
    http = builder.build();
  }

  private static PoolingHttpClientConnectionManager manager(
      Setup setup, ResumingSslSocketFactory sockets) {
    PoolingHttpClientConnectionManagerBuilder builder;
    switch (setup.manager) {
      case STOCK:
        builder =
            PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(setup.stock));
        break;
      case OF_PARTS:
        builder =
            PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new ResumingTlsSocketStrategy(sockets))
                .setConnectionFactory(new GracefulConnectionFactory(sockets));
        break;
      default:
        builder = ResumingConnectionManagerBuilder.create().socketFactory(sockets);
    }
    Timeout connect = Timeout.ofMilliseconds(setup.connectMillis);
    builder
        .setMaxConnTotal(setup.maxTotal)
        .setMaxConnPerRoute(setup.maxTotal)
        .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(connect).build())
        .setDefaultTlsConfig(TlsConfig.custom().setHandshakeTimeout(connect).build());
    setup.manager5.accept(builder);
    return builder.build();
  }

  private static HttpRequestRetryStrategy retries(Setup setup) {
    return new DefaultHttpRequestRetryStrategy() {
      @Override
      public boolean retryRequest(
          HttpRequest request, IOException failure, int count, HttpContext context) {
        return setup.again.test(count);
      }

      @Override
      public TimeValue getRetryInterval(
          HttpRequest request, IOException failure, int count, HttpContext context) {
        return TimeValue.ZERO_MILLISECONDS;
      }
    };
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
      changed.setResponseTimeout(Timeout.ofMilliseconds(call.responseMillis));
    }
    HttpUriRequestBase request = new HttpUriRequestBase(call.method, URI.create(call.url));
    request.setConfig(changed.build());
    if (call.body != null) {
      request.setEntity(
          new EntityTemplate(call.length, ContentType.TEXT_XML, null, call.body::writeTo));
    }
    call.begin(request::abort);
    HttpHost host = new HttpHost(request.getScheme(), request.getAuthority());
    ClassicHttpResponse response = http.executeOpen(host, request, (HttpContext) context);
    try {
      HttpEntity entity = response.getEntity();
      return reader.read(
          response.getCode(), entity == null ? InputStream.nullInputStream() : entity.getContent());
    } finally {
      // After an abort HttpCore tries to read the rest, and says that it cannot.
      Closer.closeQuietly(response);
    }
  }

  @Override
  int pooled(boolean leased) {
    PoolStats stats = manager.getTotalStats();
    return leased ? stats.getLeased() : stats.getAvailable();
  }

  @Override
  public void closeIdle() {
    manager.closeIdle(TimeValue.ZERO_MILLISECONDS);
  }

  @Override
  public void closeExpired() {
    manager.closeExpired();
  }

  @Override
  public void shutDown(boolean atOnce) {
    manager.close(atOnce ? CloseMode.IMMEDIATE : CloseMode.GRACEFUL);
  }

  @Override
  public void reload(TlsSettings.Builder settings) {
    sockets.reload(recorded(settings));
    closeIdle();
  }

  @Override
  void lease(int port) throws Exception {
    HttpRoute route = new HttpRoute(new HttpHost("https", "localhost", port), null, true);
    Timeout most = Timeout.ofSeconds(10);
    ConnectionEndpoint leased = manager.lease("ahead", route, most, null).get(most);
    if (port > 0) {
      manager.connect(leased, most, HttpClientContext.create());
    }
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
