package dev.reprise.httpclient5;

import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.util.Objects;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.io.HttpConnectionFactory;

/**
 * HttpClient's own builder of its pooling connection manager, over TLS sockets that resume sessions
 * and connections that close in bounded time. Call the methods of this class first, since those of
 * HttpClient's builder, which all remain, return its type:
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
 * <p>A TlsSocketStrategy that is set takes the place of all this, and a connection factory that is
 * set by {@code setConnectionFactory} that of the close alone; {@link #connectionFactory} keeps it.
 * Not thread-safe.
 */
public class ResumingConnectionManagerBuilder extends PoolingHttpClientConnectionManagerBuilder {

  private ResumingSslSocketFactory sockets;
  private String given;
  private TlsSocketStrategy strategy;
  private HttpConnectionFactory<ManagedHttpClientConnection> connections =
      ManagedHttpClientConnectionFactory.INSTANCE;

  /** A builder with the settings given; for subclasses. */
  protected ResumingConnectionManagerBuilder(ResumingSslSocketFactory sockets) {
    use(Objects.requireNonNull(sockets, "sockets: null given"));
  }

  /** A builder with the defaults, which its methods and HttpClient's name. */
  public static ResumingConnectionManagerBuilder create() {
    return new ResumingConnectionManagerBuilder(new ResumingSslSocketFactory());
  }

  private ResumingConnectionManagerBuilder use(ResumingSslSocketFactory factory) {
    sockets = factory;
    strategy = new ResumingTlsSocketStrategy(factory);
    setTlsSocketStrategy(strategy);
    return wrap();
  }

  private void give(String setting) {
    if (given != null && !given.equals(setting)) {
      throw new IllegalSettingException(
          "socketFactory", "a factory has TLS settings of its own; give either it or tls");
    }
    given = setting;
  }

  private ResumingConnectionManagerBuilder wrap() {
    setConnectionFactory(new GracefulConnectionFactory(connections, sockets));
    return this;
  }

  /**
   * TLS settings. Default: {@code TlsSettings.builder().build()}.
   *
   * @throws IllegalSettingException if a {@link #socketFactory} is given already
   */
  public final ResumingConnectionManagerBuilder tls(TlsSettings settings) {
    Objects.requireNonNull(settings, "tls: null given");
    give("tls");
    return use(new ResumingSslSocketFactory(settings));
  }

  /**
   * Instead of TLS settings, a factory whose sessions another client uses too, or that is to be
   * {@linkplain ResumingSslSocketFactory#reload reloaded}: connections made before a reload are
   * closed when they come back to the pool. Those idle in it are to be closed by the manager's
   * {@code closeIdle(TimeValue.ZERO_MILLISECONDS)}.
   *
   * @throws IllegalSettingException if {@link #tls} is given already
   */
  public final ResumingConnectionManagerBuilder socketFactory(ResumingSslSocketFactory factory) {
    Objects.requireNonNull(factory, "socketFactory: null given");
    give("socketFactory");
    return use(factory);
  }

  /** Makes the connections that are wrapped. Default: HttpClient's own factory. */
  public final ResumingConnectionManagerBuilder connectionFactory(
      HttpConnectionFactory<ManagedHttpClientConnection> factory) {
    connections = Objects.requireNonNull(factory, "connectionFactory: null given");
    return wrap();
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
