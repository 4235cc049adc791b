package dev.reprise.trial;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** HttpClient 5, classic. */
final class Apache5Caller extends Caller {

  private static final UsernamePasswordCredentials LOGIN =
      new UsernamePasswordCredentials(World.USER, World.PASSWORD.toCharArray());

  private volatile PoolingHttpClientConnectionManager manager;
  private volatile CloseableHttpClient client;

  Apache5Caller(World world, Equipment equipment) {
    super(world, equipment);
    renew();
  }

  static PoolingHttpClientConnectionManagerBuilder configure(
      World world, PoolingHttpClientConnectionManagerBuilder builder) {
    Scenario scenario = world.scenario;
    Timeout timeout = Timeout.ofMilliseconds(scenario.timeoutMillis());
    ConnectionConfig.Builder connection =
        ConnectionConfig.custom().setConnectTimeout(timeout).setSocketTimeout(timeout);
    if (scenario.is("stale-check=always")) {
      connection.setValidateAfterInactivity(TimeValue.ofMilliseconds(1));
    }
    return builder
        .setDefaultConnectionConfig(connection.build())
        .setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(timeout).build())
        .setMaxConnPerRoute(2)
        .setMaxConnTotal(4);
  }

  @Override
  void renew() {
    manager = equipment.manager5();
    HttpClientBuilder builder =
        HttpClients.custom().setConnectionManager(manager).setDefaultRequestConfig(config());
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    if (world.proxy != null) {
      int port = world.proxy.port();
      builder.setProxy(
          new HttpHost(world.hasTlsProxy() ? "https" : "http", Identities.PROXY_HOST, port));
      if (knowsProxyLogin()) {
        credentials.setCredentials(new AuthScope(Identities.PROXY_HOST, port), LOGIN);
      }
    }
    if (knowsLogin()) {
      credentials.setCredentials(new AuthScope(world.host(), world.target.peer.port()), LOGIN);
    }
    builder.setDefaultCredentialsProvider(credentials);
    if (scenario.is("retry=never")) {
      builder.disableAutomaticRetries();
    }
    client = builder.build();
    clients.add(client);
  }

  private RequestConfig config() {
    return RequestConfig.custom()
        .setResponseTimeout(Timeout.ofMilliseconds(scenario.timeoutMillis()))
        .setConnectionRequestTimeout(Timeout.ofMilliseconds(5_000))
        .setExpectContinueEnabled(scenario.is("method=post-expecting"))
        .build();
  }

  @Override
  void exchange(int number, StringBuilder told) throws IOException {
    HttpUriRequestBase request = request(number);
    begin(number, request::abort);
    HttpClientContext context = HttpClientContext.create();
    context.setUserToken(user(number));
    try (ClassicHttpResponse response =
        client.executeOpen(
            new HttpHost("https", world.host(), world.target.peer.port()), request, context)) {
      told.append(response.getCode()).append(' ');
      HttpEntity entity = response.getEntity();
      told.append(entity == null ? "no body" : read(entity.getContent(), number, request::abort));
    } catch (IOException | RuntimeException e) {
      // HttpClient reads on where it has failed, and providers tell that of a closed socket or not.
      if (!hasFailed(told.toString())) {
        throw e;
      }
    }
  }

  private HttpUriRequestBase request(int number) {
    HttpUriRequestBase request = new HttpUriRequestBase(scenario.verb(), URI.create("/" + number));
    if (scenario.hasBody()) {
      byte[] body = body(number);
      request.setEntity(
          scenario.is("method=post-once")
              ? new InputStreamEntity(new ByteArrayInputStream(body), null)
              : new ByteArrayEntity(body, ContentType.DEFAULT_BINARY));
    }
    headers(number).forEach(request::addHeader);
    return request;
  }

  @Override
  void shutdown() {
    manager.close(CloseMode.IMMEDIATE);
  }

  @Override
  void reload(boolean otherTrust) {
    if (equipment.reload(otherTrust)) {
      // As ResumingConnectionManagerBuilder says.
      manager.closeIdle(TimeValue.ZERO_MILLISECONDS);
    } else {
      renew();
    }
  }
}
