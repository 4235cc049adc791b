package dev.reprise.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Answers the first bytes of a client, its ClientHello, with bytes that are no TLS record. */
final class GarbageConnectionFactory extends AbstractConnectionFactory {
  static final byte[] GARBAGE =
      "this is garbage, and no TLS record\r\n".getBytes(StandardCharsets.US_ASCII);

  GarbageConnectionFactory() {
    super("garbage");
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    return configure(new GarbageConnection(connector, endPoint), connector, endPoint);
  }

  private static final class GarbageConnection extends AbstractConnection {
    private final ByteBuffer discarded = BufferUtil.allocate(4096);
    private boolean answered;

    GarbageConnection(Connector connector, EndPoint endPoint) {
      super(endPoint, connector.getExecutor());
    }

    @Override
    public void onOpen() {
      super.onOpen();
      fillInterested();
    }

    @Override
    public void onFillable() {
      try {
        BufferUtil.clear(discarded);
        int filled = getEndPoint().fill(discarded);
        if (filled < 0) {
          close();
        } else if (filled > 0 && !answered) {
          answered = true;
          getEndPoint()
              .write(
                  Callback.from(this::shutdownOutput, failure -> close()),
                  ByteBuffer.wrap(GARBAGE));
        } else {
          fillInterested();
        }
      } catch (IOException e) {
        close();
      }
    }

    private void shutdownOutput() {
      getEndPoint().shutdownOutput();
      fillInterested();
    }
  }
}
