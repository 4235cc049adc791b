package dev.reprise.httpclient5;

import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.util.Objects;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;

/**
 * HttpClient's own builder of its pooling connection manager, with TLS sockets that resume sessions
 * and connections that close in bounded time. Call the methods of this class first, because
 * HttpClient's methods, which all remain, return HttpClient's type:
 *
 * <pre>{@code
 * CloseableHttpClient client = HttpClients.custom()
 *     .setConnectionManager(ResumingConnectionManagerBuilder.create()
 *         .tls(TlsSettings.builder().trustManagers(managers).build())
 *         .setMaxConnPerRoute(50)
 *         .setMaxConnTotal(100)
 *         .build())
 *     .build();
 * }</pre>
 *
 * <p>HttpClient's limits hold if none are set: 5 connections for each route, 25 in all.
 *
 * <p>Setting a TlsSocketStrategy replaces everything that this class does. Setting a connection
 * factory with {@code setConnectionFactory} loses the bounded close, unless it is a {@link
 * GracefulConnectionFactory} over the factory given to {@link #socketFactory}. Not thread-safe.
 */
public class ResumingConnectionManagerBuilder extends PoolingHttpClientConnectionManagerBuilder {

  private ResumingSslSocketFactory sockets;
  private String given;
  private TlsSocketStrategy strategy;

  /** Makes a builder over the given factory, for subclasses. */
  protected ResumingConnectionManagerBuilder(ResumingSslSocketFactory sockets) {
    use(Objects.requireNonNull(sockets, "sockets: null given"));
  }

  /** Returns a builder with the defaults. Its methods and HttpClient's Javadoc state them. */
  public static ResumingConnectionManagerBuilder create() {
    return new ResumingConnectionManagerBuilder(new ResumingSslSocketFactory());
  }

  private ResumingConnectionManagerBuilder use(ResumingSslSocketFactory factory) {
    sockets = factory;
    strategy = new ResumingTlsSocketStrategy(factory);
    setTlsSocketStrategy(strategy);
    setConnectionFactory(new GracefulConnectionFactory(factory));
    return this;
  }

  private void give(String setting) {
    if (given != null && !given.equals(setting)) {
      throw new IllegalSettingException(
          "socketFactory", "a factory has TLS settings of its own; give either it or tls");
    }
    given = setting;
  }

  /**
   * Sets the TLS settings. Default: {@code TlsSettings.builder().build()}.
   *
   * @throws IllegalSettingException if a {@link #socketFactory} has already been set
   */
  public final ResumingConnectionManagerBuilder tls(TlsSettings settings) {
    Objects.requireNonNull(settings, "tls: null given");
    give("tls");
    return use(new ResumingSslSocketFactory(settings));
  }

  /**
   * Sets a factory in place of TLS settings, because another client shares its sessions or because
   * you want to {@linkplain ResumingSslSocketFactory#reload reload} it. Connections made before a
   * reload are closed when they come back to the pool. To close idle ones as well, call the
   * manager's {@code closeIdle(TimeValue.ZERO_MILLISECONDS)}.
   *
   * @throws IllegalSettingException if {@link #tls} has already been set
   */
  public final ResumingConnectionManagerBuilder socketFactory(ResumingSslSocketFactory factory) {
    Objects.requireNonNull(factory, "socketFactory: null given");
    give("socketFactory");
    return use(factory);
  }

  @Override
  protected HttpClientConnectionOperator createConnectionOperator(
      SchemePortResolver schemePortResolver,
      DnsResolver dnsResolver,
      TlsSocketStrategy tlsSocketStrategy) {
    HttpClientConnectionOperator stock =
        super.createConnectionOperator(schemePortResolver, dnsResolver, tlsSocketStrategy);
    return tlsSocketStrategy != strategy
        ? stock
        : new ResumingConnectionOperator(stock, sockets, strategy, schemePortResolver, dnsResolver);
  }
}
