package dev.reprise.demo;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Takes a connection over from HTTP once its request is answered, as an upgrade would, and ends it:
 * close_notify, FIN. Whatever the client still sends is discarded, until it goes too.
 */
final class ClosingConnection extends AbstractConnection implements Connection.UpgradeTo {

  ClosingConnection(Request request) {
    super(
        request.getConnectionMetaData().getConnection().getEndPoint(),
        request.getComponents().getExecutor());
  }

  @Override
  public void onUpgradeTo(ByteBuffer pipelined) {
    BufferUtil.clear(pipelined);
  }

  @Override
  public void onOpen() {
    super.onOpen();
    fillInterested();
    EndPoint endPoint = getEndPoint();
    endPoint.shutdownOutput();
  }

  @Override
  public void onFillable() {
    if (Discarding.toEnd(getEndPoint())) {
      close();
    } else {
      fillInterested();
    }
  }
}
