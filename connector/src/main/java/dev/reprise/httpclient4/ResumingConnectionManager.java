package dev.reprise.httpclient4;

import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.Registry;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.Args;

/**
 * HttpClient's pooling connection manager, with TLS sockets that resume sessions and connections
 * that close in bounded time. It serves HTTP and HTTPS routes, direct and through proxies.
 * Thread-safe.
 *
 * <pre>{@code
 * CloseableHttpClient client = HttpClients.custom()
 *     .setConnectionManager(ResumingConnectionManager.builder()
 *         .tls(TlsSettings.builder().trustManagers(managers).build())
 *         .maxPerRoute(50)
 *         .maxTotal(100)
 *         .build())
 *     .build();
 * }</pre>
 *
 * <p>Threads that wait for a connection are served in turn. A waiting virtual thread does not pin
 * its carrier, as it does in HttpClient's own manager before JDK 24 (JEP 491).
 *
 * <p>For a failed call, {@link dev.reprise.http.RequestProgress#of} tells whether the request was
 * sent.
 */
public class ResumingConnectionManager extends FairConnectionManager {

  private final ResumingSslSocketFactory sockets;

  /** Makes a manager with the builder's settings, for subclasses. */
  protected ResumingConnectionManager(Builder builder) {
    this(builder, builder.sockets());
  }

  private ResumingConnectionManager(Builder builder, ResumingSslSocketFactory sockets) {
    super(
        socketFactories(sockets),
        new GracefulConnectionFactory(builder.connectionFactory),
        builder.dnsResolver,
        builder.timeToLive == null ? -1 : builder.timeToLive.toMillis());
    this.sockets = sockets;
    setMaxTotal(builder.maxTotal);
    setDefaultMaxPerRoute(builder.maxPerRoute);
    // HttpClient takes zero to mean never.
    setValidateAfterInactivity((int) Math.max(1, builder.validateAfterInactivity.toMillis()));
  }

  /** Returns a builder with the defaults. Its methods state them. */
  public static Builder builder() {
    return new Builder();
  }

  private static Registry<ConnectionSocketFactory> socketFactories(
      ResumingSslSocketFactory sockets) {
    return RegistryBuilder.<ConnectionSocketFactory>create()
        .register("http", PlainConnectionSocketFactory.getSocketFactory())
        .register("https", new TlsConnectionSocketFactory(sockets))
        .build();
  }

  /** Returns the factory of the TLS connections. Other clients may share its sessions. */
  public ResumingSslSocketFactory socketFactory() {
    return sockets;
  }

  /**
   * Puts other TLS settings in force, such as changed trust or keys, without a restart. After this
   * call no earlier connection serves another request, and no earlier session is offered. Running
   * requests finish. Idle connections are closed with close_notify. The {@link #socketFactory()} is
   * reloaded, and so affects everything that shares it. May be called from any thread.
   *
   * @param settings new settings with reloaded managers; their listeners replace the former ones
   */
  public void reloadTls(TlsSettings settings) {
    sockets.reload(Objects.requireNonNull(settings, "settings: null given"));
    closeIdleConnections(0, TimeUnit.MILLISECONDS);
  }

  @Override
  public void connect(
      HttpClientConnection connection, HttpRoute route, int connectTimeout, HttpContext context)
      throws IOException {
    Args.notNull(connection, "Managed Connection");
    GracefulConnection own = GracefulConnection.of(connection);
    own.exchange.connecting(
        GracefulConnection.unsent(context),
        () -> {
          own.madeUnder = sockets.reloads();
          super.connect(connection, route, connectTimeout, context);
          if (route.isTunnelled()) {
            boundTunnel(own, connectTimeout, context);
          }
        });
  }

  /**
   * Bounds the CONNECT and the handshake behind the proxy. HttpClient sets the request's socket
   * timeout only once the route is complete, and would wait for both without limit.
   */
  private static void boundTunnel(
      GracefulConnection connection, int connectTimeout, HttpContext context) {
    int socketTimeout = HttpClientContext.adapt(context).getRequestConfig().getSocketTimeout();
    int bound = socketTimeout > 0 ? socketTimeout : connectTimeout;
    if (bound > 0 && connection.getSocketTimeout() == 0) {
      connection.setSocketTimeout(bound);
      connection.boundsTunnel = true;
    }
  }

  @Override
  public void upgrade(HttpClientConnection connection, HttpRoute route, HttpContext context)
      throws IOException {
    GracefulConnection.of(connection)
        .exchange
        .upgrading(() -> super.upgrade(connection, route, context));
  }

  @Override
  public void routeComplete(HttpClientConnection connection, HttpRoute route, HttpContext context)
      throws IOException {
    super.routeComplete(connection, route, context);
    GracefulConnection own = GracefulConnection.of(connection);
    if (own.boundsTunnel) {
      own.boundsTunnel = false;
      own.setSocketTimeout(0);
    }
  }

  @Override
  boolean isFit(HttpClientConnection connection) {
    return GracefulConnection.of(connection).madeUnder == sockets.reloads();
  }

  @Override
  public void shutdown() {
    super.shutdown();
    sockets.closePreconnections();
  }

  /**
   * Collects settings. No method takes null: a NullPointerException names the setting. Not
   * thread-safe.
   */
  public static final class Builder {

    /** HttpClient counts milliseconds in an int. */
    private static final Duration MOST_TIME = Duration.ofDays(24);

    private TlsSettings tls;
    private ResumingSslSocketFactory sockets;
    private int maxTotal = 100;
    private int maxPerRoute = 50;
    private Duration timeToLive;
    private Duration validateAfterInactivity = Duration.ofSeconds(2);
    private HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> connectionFactory =
        ManagedHttpClientConnectionFactory.INSTANCE;
    private DnsResolver dnsResolver;

    private Builder() {}

    /**
     * Sets the TLS settings, unless a {@link #socketFactory} is set. Default: {@code
     * TlsSettings.builder().build()}.
     */
    public Builder tls(TlsSettings settings) {
      tls = Objects.requireNonNull(settings, "tls: null given");
      return this;
    }

    /**
     * Sets a factory in place of TLS settings, so that another client can use its sessions as well.
     */
    public Builder socketFactory(ResumingSslSocketFactory factory) {
      sockets = Objects.requireNonNull(factory, "socketFactory: null given");
      return this;
    }

    /** Sets the maximum number of connections in all, at least 1. Default 100. */
    public Builder maxTotal(int connections) {
      maxTotal = atLeastOne("maxTotal", connections);
      return this;
    }

    /** Sets the maximum number of connections for each route, at least 1. Default 50. */
    public Builder maxPerRoute(int connections) {
      maxPerRoute = atLeastOne("maxPerRoute", connections);
      return this;
    }

    /** Sets how long a connection may be reused, 1 ms to 24 days. Default: no limit. */
    public Builder timeToLive(Duration time) {
      timeToLive = inMillis("timeToLive", time, 1);
      return this;
    }

    /**
     * Sets how long a connection may stay in the pool before its next use checks it, 0 to 24 days.
     * Zero counts as 1 ms. Default 2 s.
     */
    public Builder validateAfterInactivity(Duration time) {
      validateAfterInactivity = inMillis("validateAfterInactivity", time, 0);
      return this;
    }

    /** Sets the factory of the connections that are wrapped. Default: HttpClient's own factory. */
    public Builder connectionFactory(
        HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> factory) {
      connectionFactory = Objects.requireNonNull(factory, "connectionFactory: null given");
      return this;
    }

    /** Sets the resolver of host names. Default: the JDK's. */
    public Builder dnsResolver(DnsResolver resolver) {
      dnsResolver = Objects.requireNonNull(resolver, "dnsResolver: null given");
      return this;
    }

    /**
     * Builds the manager.
     *
     * @throws IllegalSettingException if both {@link #tls} and {@link #socketFactory} are set
     */
    public ResumingConnectionManager build() {
      return new ResumingConnectionManager(this);
    }

    private ResumingSslSocketFactory sockets() {
      if (sockets == null) {
        return tls == null ? new ResumingSslSocketFactory() : new ResumingSslSocketFactory(tls);
      }
      if (tls != null) {
        throw new IllegalSettingException(
            "socketFactory", "it has TLS settings of its own; give either tls or socketFactory");
      }
      return sockets;
    }

    private static int atLeastOne(String setting, int value) {
      return IllegalSettingException.requireWithin(setting, value, 1, Integer.MAX_VALUE);
    }

    private static Duration inMillis(String setting, Duration time, long least) {
      Objects.requireNonNull(time, setting + ": null given");
      return IllegalSettingException.requireWithin(
          setting, time, Duration.ofMillis(least), MOST_TIME);
    }
  }
}
