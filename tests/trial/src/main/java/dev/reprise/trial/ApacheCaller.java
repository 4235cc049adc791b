package dev.reprise.trial;

import dev.reprise.trial.Dimensions.ClientKey;
import dev.reprise.trial.Dimensions.Interruption;
import dev.reprise.trial.Dimensions.Login;
import dev.reprise.trial.Dimensions.Method;
import dev.reprise.trial.Dimensions.ProxyLogin;
import dev.reprise.trial.Dimensions.Reading;
import dev.reprise.trial.Dimensions.Retry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpDelete;
import org.apache.http.client.methods.HttpEntityEnclosingRequestBase;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpHead;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpPut;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** HttpClient 4.5. */
final class ApacheCaller implements Caller {

  private final World world;
  private final Scenario scenario;
  private final Equipment equipment;
  private final List<CloseableHttpClient> clients = new ArrayList<>();
  private final Map<Integer, HttpRequestBase> running = new ConcurrentHashMap<>();
  private volatile HttpClientConnectionManager manager;
  private volatile CloseableHttpClient client;

  ApacheCaller(World world, Equipment equipment) {
    this.world = world;
    this.scenario = world.scenario;
    this.equipment = equipment;
    if (scenario.is(Dimensions.Route.SOCKS)) {
      SocksRoutes.add(
          world.target.port(),
          new Proxy(Proxy.Type.SOCKS, new InetSocketAddress("127.0.0.1", world.socks.port())));
    }
    renew();
  }

  private void renew() {
    manager = equipment.manager();
    HttpClientBuilder builder =
        HttpClients.custom().setConnectionManager(manager).setDefaultRequestConfig(config());
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    if (world.proxy != null) {
      boolean tls = scenario.isAny(Dimensions.Route.TLS_TUNNEL, Dimensions.Route.PLAIN_TLS_PROXY);
      builder.setProxy(
          new HttpHost(Identities.PROXY_HOST, world.proxy.port(), tls ? "https" : "http"));
      if (!scenario.isAny(ProxyLogin.NONE, ProxyLogin.LACKING)) {
        credentials.setCredentials(
            new AuthScope(Identities.PROXY_HOST, world.proxy.port()),
            new UsernamePasswordCredentials(World.USER, World.PASSWORD));
      }
    }
    if (!scenario.is(Login.NONE)) {
      credentials.setCredentials(
          new AuthScope(world.host(), world.target.port()),
          new UsernamePasswordCredentials(World.USER, World.PASSWORD));
    }
    builder.setDefaultCredentialsProvider(credentials);
    if (scenario.is(Retry.NEVER)) {
      builder.disableAutomaticRetries();
    } else if (scenario.is(Retry.ALWAYS)) {
      builder.setRetryHandler(new DefaultHttpRequestRetryHandler(2, true));
    }
    client = builder.build();
    clients.add(client);
  }

  private RequestConfig config() {
    return RequestConfig.custom()
        .setConnectTimeout(scenario.get(Dimensions.Timeouts.class).millis)
        .setSocketTimeout(scenario.get(Dimensions.Timeouts.class).millis)
        .setConnectionRequestTimeout(scenario.is(Interruption.TIMEOUT_LEASE) ? 100 : 5_000)
        .setExpectContinueEnabled(scenario.is(Method.POST_EXPECTING))
        .build();
  }

  @Override
  public Outcome call(int number) {
    String before = "";
    HttpRequestBase request = request(number);
    running.put(number, request);
    if (number == 1 && scenario.is(Interruption.ABORT_BEFORE)) {
      request.abort();
    }
    try (CloseableHttpResponse response =
        client.execute(
            new HttpHost(world.host(), world.target.port(), world.scheme()),
            request,
            context(number))) {
      before = response.getStatusLine().getStatusCode() + " ";
      if (response.getEntity() == null) {
        return Outcome.of(before + "no body");
      }
      InputStream in = response.getEntity().getContent();
      String read =
          Bodies.read(
              in,
              number == 1 && scenario.is(Interruption.ABORT_IN_BODY)
                  ? Reading.PART
                  : scenario.get(Reading.class),
              scenario);
      if (number == 1 && scenario.is(Interruption.ABORT_IN_BODY)) {
        request.abort();
        read += " " + Bodies.read(in, Reading.ALL, scenario);
      }
      if (number == 1 && scenario.is(Interruption.ABORT_AFTER)) {
        request.abort();
      }
      return Outcome.of(before + read);
    } catch (IOException | RuntimeException e) {
      return Outcome.failed(before, e);
    } finally {
      running.remove(number);
    }
  }

  private HttpClientContext context(int number) {
    HttpClientContext context = HttpClientContext.create();
    String user = Plan.user(scenario, number);
    if (user != null) {
      context.setUserToken(user);
    }
    return context;
  }

  private HttpRequestBase request(int number) {
    String path = "/" + number;
    HttpRequestBase request;
    byte[] body = Bodies.ofRequest(number, scenario.is(Method.POST_LARGE) ? 150_000 : 200);
    switch (scenario.get(Method.class)) {
      case HEAD -> request = new HttpHead(path);
      case DELETE -> request = new HttpDelete(path);
      case PUT -> request = with(new HttpPut(path), body);
      case POST, POST_LARGE, POST_EXPECTING -> request = with(new HttpPost(path), body);
      case POST_ONCE -> {
        HttpPost once = new HttpPost(path);
        once.setEntity(new InputStreamEntity(new ByteArrayInputStream(body)));
        request = once;
      }
      default -> request = new HttpGet(path);
    }
    request.addHeader("X-Call", String.valueOf(number));
    request.addHeader("X-Marker", World.MARKER);
    String user = Plan.user(scenario, number);
    if (user != null) {
      request.addHeader("X-User", user);
    }
    return request;
  }

  private static HttpRequestBase with(HttpEntityEnclosingRequestBase request, byte[] body) {
    request.setEntity(new ByteArrayEntity(body));
    return request;
  }

  @Override
  public void abort(int number) {
    HttpRequestBase request = running.get(number);
    if (request != null) {
      request.abort();
    }
  }

  @Override
  public void shutdown() {
    manager.shutdown();
  }

  @Override
  public int waiting() {
    return manager instanceof PoolingHttpClientConnectionManager
        ? ((PoolingHttpClientConnectionManager) manager).getTotalStats().getPending()
        : 0;
  }

  /** Connections that the pool believes to be leased. */
  int leased() {
    return manager instanceof PoolingHttpClientConnectionManager
        ? ((PoolingHttpClientConnectionManager) manager).getTotalStats().getLeased()
        : 0;
  }

  @Override
  public void reload(boolean otherTrust) {
    if (!equipment.reload(otherTrust)) {
      renew();
    }
  }

  @Override
  public void close() {
    for (CloseableHttpClient each : clients) {
      try {
        each.close();
      } catch (IOException e) {
        // The connections that are left are counted.
      }
    }
    if (world.socks != null) {
      SocksRoutes.remove(world.target.port());
    }
  }

  /** Whether the client's certificate is the connection's state. */
  static boolean hasCertificate(Scenario scenario) {
    return scenario.isAny(
        ClientKey.OPTIONAL_GIVEN, ClientKey.DEMANDED_GIVEN, ClientKey.RENEGOTIATED);
  }
}
