package dev.reprise.demo;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS connections that end as RFC 9112 §9.6 has it: behind close_notify and FIN, whatever the
 * client still sends is read until it closes too. Were the socket closed at once, the client's own
 * close_notify would be answered with a reset.
 */
final class OrderlySslConnectionFactory extends SslConnectionFactory {
  private static final int LINGER_MILLIS = 30_000;

  private final ServerStatistics statistics;

  OrderlySslConnectionFactory(
      SslContextFactory.Server tls, String nextProtocol, ServerStatistics statistics) {
    super(tls, nextProtocol);
    this.statistics = statistics;
  }

  @Override
  protected SslConnection newSslConnection(
      Connector connector, EndPoint endPoint, SSLEngine engine) {
    return new OrderlySslConnection(connector, endPoint, engine);
  }

  private final class OrderlySslConnection extends SslConnection {
    private volatile boolean lingering;

    OrderlySslConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
      super(
          connector.getByteBufferPool(),
          connector.getExecutor(),
          getSslContextFactory(),
          endPoint,
          engine,
          isDirectBuffersForEncryption(),
          isDirectBuffersForDecryption());
    }

    @Override
    protected SslEndPoint newSslEndPoint() {
      return new OrderlySslEndPoint();
    }

    @Override
    public void onFillable() {
      if (!lingering) {
        super.onFillable();
      } else if (Discarding.toEnd(getEndPoint())) {
        getSslEndPoint().close();
      } else {
        fillInterested();
      }
    }

    @Override
    public void onClose(Throwable cause) {
      statistics.forget(getSSLEngine());
      super.onClose(cause);
    }

    private final class OrderlySslEndPoint extends SslEndPoint {
      @Override
      public void doShutdownOutput() {
        lingering = true;
        setIdleTimeout(LINGER_MILLIS);
        super.doShutdownOutput();
      }
    }
  }
}
