package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Interruption;
import dev.reprise.trial.Dimensions.Login;
import dev.reprise.trial.Dimensions.Method;
import dev.reprise.trial.Dimensions.ProxyLogin;
import dev.reprise.trial.Dimensions.Reading;
import dev.reprise.trial.Dimensions.Retry;
import dev.reprise.trial.Dimensions.Route;
import dev.reprise.trial.Dimensions.StaleCheck;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpHead;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** HttpClient 5, classic. */
final class Apache5Caller implements Caller {

  private final World world;
  private final Scenario scenario;
  private final Equipment equipment;
  private final List<CloseableHttpClient> clients = new ArrayList<>();
  private final Map<Integer, HttpUriRequestBase> running = new ConcurrentHashMap<>();
  private volatile PoolingHttpClientConnectionManager manager;
  private volatile CloseableHttpClient client;

  Apache5Caller(World world, Equipment equipment) {
    this.world = world;
    this.scenario = world.scenario;
    this.equipment = equipment;
    renew();
  }

  /** What both sides have alike. */
  static PoolingHttpClientConnectionManagerBuilder configure(
      World world, PoolingHttpClientConnectionManagerBuilder builder) {
    Scenario scenario = world.scenario;
    Timeout timeout = Timeout.ofMilliseconds(scenario.get(Dimensions.Timeouts.class).millis);
    ConnectionConfig.Builder connection =
        ConnectionConfig.custom().setConnectTimeout(timeout).setSocketTimeout(timeout);
    if (scenario.is(StaleCheck.ALWAYS)) {
      connection.setValidateAfterInactivity(TimeValue.ofMilliseconds(1));
    } else if (scenario.is(StaleCheck.NEVER)) {
      connection.setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND);
    }
    SocketConfig.Builder socket = SocketConfig.custom().setSoTimeout(timeout);
    if (scenario.is(Route.SOCKS)) {
      socket.setSocksProxyAddress(new InetSocketAddress("127.0.0.1", world.socks.port()));
    }
    int perRoute = scenario.get(Dimensions.Pool.class).perRoute;
    return builder
        .setDnsResolver(new EveryHost())
        .setDefaultConnectionConfig(connection.build())
        .setDefaultSocketConfig(socket.build())
        .setMaxConnPerRoute(perRoute)
        .setMaxConnTotal(2 * perRoute);
  }

  private void renew() {
    manager = equipment.manager5();
    HttpClientBuilder builder =
        HttpClients.custom().setConnectionManager(manager).setDefaultRequestConfig(config());
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    if (world.proxy != null) {
      boolean tls = scenario.isAny(Route.TLS_TUNNEL, Route.PLAIN_TLS_PROXY);
      builder.setProxy(
          new HttpHost(tls ? "https" : "http", Identities.PROXY_HOST, world.proxy.port()));
      if (!scenario.isAny(ProxyLogin.NONE, ProxyLogin.LACKING)) {
        credentials.setCredentials(
            new AuthScope(Identities.PROXY_HOST, world.proxy.port()), login());
      }
    }
    if (!scenario.is(Login.NONE)) {
      credentials.setCredentials(new AuthScope(world.host(), world.target.port()), login());
    }
    builder.setDefaultCredentialsProvider(credentials);
    if (scenario.is(Retry.NEVER)) {
      builder.disableAutomaticRetries();
    } else if (scenario.is(Retry.ALWAYS)) {
      builder.setRetryStrategy(new Always());
    }
    client = builder.build();
    clients.add(client);
  }

  private static UsernamePasswordCredentials login() {
    return new UsernamePasswordCredentials(World.USER, World.PASSWORD.toCharArray());
  }

  private RequestConfig config() {
    return RequestConfig.custom()
        .setResponseTimeout(Timeout.ofMilliseconds(scenario.get(Dimensions.Timeouts.class).millis))
        .setConnectionRequestTimeout(
            Timeout.ofMilliseconds(scenario.is(Interruption.TIMEOUT_LEASE) ? 100 : 5_000))
        .setExpectContinueEnabled(scenario.is(Method.POST_EXPECTING))
        .build();
  }

  @Override
  public Outcome call(int number) {
    String before = "";
    HttpUriRequestBase request = request(number);
    running.put(number, request);
    if (number == 1 && scenario.is(Interruption.ABORT_BEFORE)) {
      request.abort();
    }
    String read = "";
    try (ClassicHttpResponse response =
        client.executeOpen(
            new HttpHost(world.scheme(), world.host(), world.target.port()),
            request,
            context(number))) {
      before = response.getCode() + " ";
      if (response.getEntity() == null) {
        read = "no body";
      } else {
        InputStream in = response.getEntity().getContent();
        boolean aborts = number == 1 && scenario.is(Interruption.ABORT_IN_BODY);
        read = Bodies.read(in, aborts ? Reading.PART : scenario.get(Reading.class), scenario);
        if (aborts) {
          request.abort();
          read += " " + Bodies.read(in, Reading.ALL, scenario);
        }
        if (number == 1 && scenario.is(Interruption.ABORT_AFTER)) {
          request.abort();
        }
      }
    } catch (IOException | RuntimeException e) {
      if (!Bodies.hasFailed(read)) {
        return Outcome.failed(before + read, e);
      }
      // HttpClient reads on where it has failed, and providers tell that of a closed socket or not.
    } finally {
      running.remove(number);
    }
    return Outcome.of(before + read);
  }

  private HttpClientContext context(int number) {
    HttpClientContext context = HttpClientContext.create();
    String user = Plan.user(scenario, number);
    if (user != null) {
      context.setUserToken(user);
    }
    return context;
  }

  private HttpUriRequestBase request(int number) {
    String path = "/" + number;
    HttpUriRequestBase request;
    byte[] body = Bodies.ofRequest(number, scenario.is(Method.POST_LARGE) ? 150_000 : 200);
    switch (scenario.get(Method.class)) {
      case HEAD -> request = new HttpHead(path);
      case DELETE -> request = new HttpDelete(path);
      case PUT -> request = with(new HttpPut(path), body);
      case POST, POST_LARGE, POST_EXPECTING -> request = with(new HttpPost(path), body);
      case POST_ONCE -> {
        request = new HttpPost(path);
        request.setEntity(new InputStreamEntity(new ByteArrayInputStream(body), null));
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

  private static HttpUriRequestBase with(HttpUriRequestBase request, byte[] body) {
    request.setEntity(new ByteArrayEntity(body, ContentType.DEFAULT_BINARY));
    return request;
  }

  @Override
  public void abort(int number) {
    HttpUriRequestBase request = running.get(number);
    if (request != null) {
      request.abort();
    }
  }

  @Override
  public void shutdown() {
    manager.close(CloseMode.IMMEDIATE);
  }

  @Override
  public int waiting() {
    return manager.getTotalStats().getPending();
  }

  @Override
  public void reload(boolean otherTrust) {
    if (equipment.reload(otherTrust)) {
      // As ResumingConnectionManagerBuilder says.
      manager.closeIdle(TimeValue.ZERO_MILLISECONDS);
    } else {
      renew();
    }
  }

  @Override
  public void close() {
    for (CloseableHttpClient each : clients) {
      each.close(CloseMode.GRACEFUL);
    }
  }

  /** Retries what is not idempotent too. */
  private static final class Always extends DefaultHttpRequestRetryStrategy {

    Always() {
      super(2, TimeValue.ZERO_MILLISECONDS);
    }

    @Override
    protected boolean handleAsIdempotent(HttpRequest request) {
      return true;
    }
  }

  /** Every host is this machine. */
  private static final class EveryHost implements DnsResolver {

    @Override
    public InetAddress[] resolve(String host) {
      return StockEquipment.resolve(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}
