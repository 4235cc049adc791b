package dev.reprise.httpclient5;

import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Lookup;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * HttpClient's operator, which connects a TLS socket of ours where the first hop is spoken to over
 * TLS and there is no SOCKS proxy: such a socket can be connected once more by itself. What has to
 * be layered on a connected socket goes through HttpClient's operator as it is.
 */
final class ResumingConnectionOperator implements HttpClientConnectionOperator {

  private final HttpClientConnectionOperator stock;
  private final ResumingSslSocketFactory sockets;
  private final Lookup<TlsSocketStrategy> strategies;
  private final SchemePortResolver schemePortResolver;
  private final DnsResolver dnsResolver;

  ResumingConnectionOperator(
      HttpClientConnectionOperator stock,
      ResumingSslSocketFactory sockets,
      TlsSocketStrategy strategy,
      SchemePortResolver schemePortResolver,
      DnsResolver dnsResolver) {
    this.stock = stock;
    this.sockets = sockets;
    this.strategies =
        RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.id, strategy).build();
    this.schemePortResolver = schemePortResolver;
    this.dnsResolver = dnsResolver;
  }

  /** The operator for one connection, since the address does not give the name to verify. */
  private HttpClientConnectionOperator to(HttpHost endpointHost, NamedEndpoint endpointName) {
    if (!URIScheme.HTTPS.same(endpointHost.getSchemeName())) {
      return stock;
    }
    String name = (endpointName != null ? endpointName : endpointHost).getHostName();
    return new DefaultHttpClientConnectionOperator(
        socks -> socks == null ? socketTo(name) : new Socket(socks),
        schemePortResolver,
        dnsResolver,
        strategies);
  }

  /** On one of the provider's, which the settings may ask for, TLS would be layered once more. */
  private Socket socketTo(String name) throws IOException {
    Socket socket = sockets.settings().stockSockets() ? null : sockets.createSocketTo(name);
    return socket instanceof ResumingSslSocket ? socket : new Socket();
  }

  @Override
  public void connect(
      ManagedHttpClientConnection connection,
      HttpHost host,
      InetSocketAddress local,
      TimeValue timeout,
      SocketConfig config,
      HttpContext context)
      throws IOException {
    Timeout bound = timeout == null ? null : timeout.toTimeout();
    connect(connection, host, null, local, bound, config, null, context);
  }

  @Override
  public void connect(
      ManagedHttpClientConnection connection,
      HttpHost host,
      NamedEndpoint name,
      InetSocketAddress local,
      Timeout timeout,
      SocketConfig config,
      Object attachment,
      HttpContext context)
      throws IOException {
    HttpClientConnectionOperator to = to(host, name);
    GracefulConnection.exchangeOf(connection)
        .connecting(
            GracefulConnection.unsent(context),
            () -> to.connect(connection, host, name, local, timeout, config, attachment, context));
  }

  /** Only HttpClient 5.6 and later call it. */
  @Override
  public void connect(
      ManagedHttpClientConnection connection,
      HttpHost host,
      NamedEndpoint name,
      Path unix,
      InetSocketAddress local,
      Timeout timeout,
      SocketConfig config,
      Object attachment,
      HttpContext context)
      throws IOException {
    HttpClientConnectionOperator to = unix == null ? to(host, name) : stock;
    GracefulConnection.exchangeOf(connection)
        .connecting(
            GracefulConnection.unsent(context),
            () ->
                to.connect(
                    connection, host, name, unix, local, timeout, config, attachment, context));
  }

  @Override
  public void upgrade(ManagedHttpClientConnection connection, HttpHost host, HttpContext context)
      throws IOException {
    upgrade(connection, host, null, null, context);
  }

  @Override
  public void upgrade(
      ManagedHttpClientConnection connection,
      HttpHost host,
      NamedEndpoint name,
      Object attachment,
      HttpContext context)
      throws IOException {
    GracefulConnection.exchangeOf(connection)
        .upgrading(() -> stock.upgrade(connection, host, name, attachment, context));
  }
}
