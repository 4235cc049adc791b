package dev.reprise.demo;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS connections that send FIN right behind close_notify. Jetty's own wait for the client to close
 * first; most servers that impose {@code Connection: close} do not.
 */
final class OrderlySslConnectionFactory extends SslConnectionFactory {
  OrderlySslConnectionFactory(SslContextFactory.Server tls, String nextProtocol) {
    super(tls, nextProtocol);
  }

  @Override
  protected SslConnection newSslConnection(
      Connector connector, EndPoint endPoint, SSLEngine engine) {
    return new OrderlySslConnection(connector, endPoint, engine);
  }

  private final class OrderlySslConnection extends SslConnection {
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

    private final class OrderlySslEndPoint extends SslEndPoint {
      @Override
      public void doShutdownOutput() {
        super.doShutdownOutput();
        AbstractEndPoint tcp = (AbstractEndPoint) unwrap();
        boolean closeNotifyWritten = !tcp.getWriteFlusher().isPending();
        if (closeNotifyWritten) {
          tcp.shutdownOutput();
        }
      }
    }
  }
}
