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
 * Wraps HttpClient's operator. If the first hop uses TLS and there is no SOCKS proxy, it connects a
 * socket of Reprise, which can connect again by itself. Otherwise HttpClient's operator layers TLS
 * on a connected socket.
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

  /** Returns an operator for one connection: the address does not give the name to verify. */
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

  /** Returns a plain socket with {@code stockSockets}: TLS is layered on it afterwards. */
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
