package dev.reprise.httpclient4;

import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.http.config.Registry;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/**
 * HttpClient's pooling connection manager over TLS sockets that resume sessions and connections
 * that close in bounded time. HTTP and HTTPS routes, direct and through proxies. Thread-safe.
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
 * <p>An exception of a call tells by {@link RequestProgress#of} whether the request was sent.
 */
public class ResumingConnectionManager extends PoolingHttpClientConnectionManager {

  private final ResumingSslSocketFactory sockets;

  /** A manager with the builder's settings; for subclasses, as HttpClient's managers have them. */
  protected ResumingConnectionManager(Builder builder) {
    super(
        builder.socketFactories(),
        new GracefulConnectionFactory(builder.connectionFactory),
        null,
        builder.dnsResolver,
        builder.timeToLive == null ? -1 : builder.timeToLive.toMillis(),
        TimeUnit.MILLISECONDS);
    sockets = builder.sockets;
    setMaxTotal(builder.maxTotal);
    setDefaultMaxPerRoute(builder.maxPerRoute);
    // HttpClient takes zero for never.
    setValidateAfterInactivity((int) Math.max(1, builder.validateAfterInactivity.toMillis()));
  }

  /** A builder with the defaults, which its methods name. */
  public static Builder builder() {
    return new Builder();
  }

  /** What makes the TLS connections; other clients may share its sessions. */
  public ResumingSslSocketFactory socketFactory() {
    return sockets;
  }

  /** The TLS settings in force. */
  public TlsSettings tlsSettings() {
    return sockets.settings();
  }

  /** Collects settings. Not thread-safe. */
  public static final class Builder {

    private ResumingSslSocketFactory sockets;
    private int maxTotal = 100;
    private int maxPerRoute = 50;
    private Duration timeToLive;
    private Duration validateAfterInactivity = Duration.ofSeconds(2);
    private HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> connectionFactory =
        ManagedHttpClientConnectionFactory.INSTANCE;
    private DnsResolver dnsResolver;

    private Builder() {}

    /** TLS settings. Default: {@code TlsSettings.builder().build()}. */
    public Builder tls(TlsSettings settings) {
      return socketFactory(new ResumingSslSocketFactory(settings));
    }

    /** Instead of TLS settings, a factory whose sessions another client uses too. */
    public Builder socketFactory(ResumingSslSocketFactory factory) {
      sockets = Objects.requireNonNull(factory, "socketFactory: the factory is null");
      return this;
    }

    /** Connections in all, at least 1. Default 100. */
    public Builder maxTotal(int connections) {
      maxTotal = atLeastOne("maxTotal", connections);
      return this;
    }

    /** Connections for each route, at least 1. Default 50. */
    public Builder maxPerRoute(int connections) {
      maxPerRoute = atLeastOne("maxPerRoute", connections);
      return this;
    }

    /** For how long a connection may be reused, at least 1 ms. Default: without limit. */
    public Builder timeToLive(Duration time) {
      timeToLive = inMillis("timeToLive", time, 1);
      return this;
    }

    /**
     * After how long in the pool a connection is checked before it is used again; zero counts as 1
     * ms. Default 2 s.
     */
    public Builder validateAfterInactivity(Duration time) {
      validateAfterInactivity = inMillis("validateAfterInactivity", time, 0);
      return this;
    }

    /** Makes the connections that are wrapped. Default: HttpClient's own factory. */
    public Builder connectionFactory(
        HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> factory) {
      connectionFactory = Objects.requireNonNull(factory, "connectionFactory: the factory is null");
      return this;
    }

    /** Resolves host names. Default: the JDK's resolver. */
    public Builder dnsResolver(DnsResolver resolver) {
      dnsResolver = Objects.requireNonNull(resolver, "dnsResolver: the resolver is null");
      return this;
    }

    /** A manager with these settings. */
    public ResumingConnectionManager build() {
      if (sockets == null) {
        sockets = new ResumingSslSocketFactory();
      }
      return new ResumingConnectionManager(this);
    }

    private Registry<ConnectionSocketFactory> socketFactories() {
      return RegistryBuilder.<ConnectionSocketFactory>create()
          .register("http", PlainConnectionSocketFactory.getSocketFactory())
          .register("https", new TlsConnectionSocketFactory(sockets))
          .build();
    }

    private static int atLeastOne(String setting, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(setting + ": " + value + " is less than 1");
      }
      return value;
    }

    private static Duration inMillis(String setting, Duration time, long least) {
      if (time.toMillis() < least || time.toMillis() > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            setting + ": " + time + " is not within " + least + " ms to 24 days");
      }
      return time;
    }
  }
}
