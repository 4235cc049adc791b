package dev.reprise.trial;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;

/** HttpClient 4.5. */
final class ApacheCaller extends Caller {

  private static final UsernamePasswordCredentials LOGIN =
      new UsernamePasswordCredentials(World.USER, World.PASSWORD);

  private volatile HttpClientConnectionManager manager;
  private volatile CloseableHttpClient client;

  ApacheCaller(World world, Equipment equipment) {
    super(world, equipment);
    renew();
  }

  @Override
  void renew() {
    manager = equipment.manager();
    HttpClientBuilder builder =
        HttpClients.custom().setConnectionManager(manager).setDefaultRequestConfig(config());
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    if (world.proxy != null) {
      int port = world.proxy.port();
      builder.setProxy(
          new HttpHost(Identities.PROXY_HOST, port, world.hasTlsProxy() ? "https" : "http"));
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
        .setConnectTimeout(scenario.timeoutMillis())
        .setSocketTimeout(scenario.timeoutMillis())
        .setConnectionRequestTimeout(5_000)
        .setExpectContinueEnabled(scenario.is("method=post-expecting"))
        .build();
  }

  @Override
  void exchange(int number, StringBuilder told) throws IOException {
    HttpUriRequest request = request(number);
    begin(number, request::abort);
    HttpClientContext context = HttpClientContext.create();
    context.setUserToken(user(number));
    String read;
    try (CloseableHttpResponse response =
        client.execute(
            new HttpHost(world.host(), world.target.peer.port(), "https"), request, context)) {
      told.append(response.getStatusLine().getStatusCode()).append(' ');
      HttpEntity entity = response.getEntity();
      read = entity == null ? "no body" : read(entity.getContent(), number, request::abort);
    }
    told.append(read);
  }

  private HttpUriRequest request(int number) {
    RequestBuilder request = RequestBuilder.create(scenario.verb()).setUri("/" + number);
    if (scenario.hasBody()) {
      byte[] body = body(number);
      request.setEntity(
          scenario.is("method=post-once")
              ? new InputStreamEntity(new ByteArrayInputStream(body))
              : new ByteArrayEntity(body));
    }
    headers(number).forEach(request::addHeader);
    return request.build();
  }

  @Override
  void shutdown() {
    manager.shutdown();
  }
}
