package dev.reprise.demo;

import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Takes a connection over from HTTP once its request is answered, as an upgrade would, and ends it:
 * with the fault, or properly. A response that HTTP did not send is written first. Whatever the
 * client still sends is discarded; when the client goes, so does the connection, unless the server
 * is to be frozen.
 */
final class ClosingConnection extends AbstractConnection implements Connection.UpgradeTo {
  private static final int UNLIMITED = -1;

  private final Scheduler scheduler;
  private final Fault fault;
  private final Duration wait;
  private volatile List<ByteBuffer> response = List.of();
  private volatile Scheduler.Task timer = () -> false;

  private ClosingConnection(
      EndPoint endPoint, Executor executor, Scheduler scheduler, Fault fault, Duration wait) {
    super(endPoint, executor);
    this.scheduler = scheduler;
    this.fault = fault;
    this.wait = wait;
  }

  /** Ends the connection of a request without fault. */
  static ClosingConnection of(Request request) {
    return of(request, Fault.NONE, Duration.ZERO);
  }

  /**
   * Ends the connection of a request with a fault.
   *
   * @param wait how long a stall or a held connection lasts
   */
  static ClosingConnection of(Request request, Fault fault, Duration wait) {
    return new ClosingConnection(
        request.getConnectionMetaData().getConnection().getEndPoint(),
        request.getComponents().getExecutor(),
        request.getComponents().getScheduler(),
        fault,
        wait);
  }

  void setResponse(List<ByteBuffer> writes) {
    response = writes;
  }

  @Override
  public void onUpgradeTo(ByteBuffer pipelined) {
    BufferUtil.clear(pipelined);
  }

  @Override
  public void onOpen() {
    super.onOpen();
    if (!DemoFaults.isFrozen(fault)) {
      fillInterested();
    }
    if (DemoFaults.isBeforeResponse(fault)) {
      afterWait(this::respond);
    } else {
      respond();
    }
  }

  @Override
  public void onClose(Throwable cause) {
    timer.cancel();
    super.onClose(cause);
  }

  @Override
  public void onFillable() {
    if (Discarding.toEnd(getEndPoint())) {
      close();
    } else {
      fillInterested();
    }
  }

  private void afterWait(Runnable action) {
    getEndPoint().setIdleTimeout(UNLIMITED);
    timer = scheduler.schedule(action, wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void respond() {
    write(response.iterator());
  }

  private void write(Iterator<ByteBuffer> rest) {
    if (rest.hasNext()) {
      getEndPoint().write(Callback.from(() -> write(rest), failure -> close()), rest.next());
    } else {
      end();
    }
  }

  private void end() {
    switch (fault) {
      case CLOSE_WITHOUT_CLOSE_NOTIFY, TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY -> tcp().shutdownOutput();
      case RESET_AFTER_RESPONSE -> reset();
      case HOLD_OPEN, FREEZE_AFTER_RESPONSE -> afterWait(this::close);
      default -> getEndPoint().shutdownOutput();
    }
  }

  private void reset() {
    try (SocketChannel channel = tcp().getChannel()) {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      getEndPoint().close(e);
      return;
    }
    close();
  }

  private SocketChannelEndPoint tcp() {
    return (SocketChannelEndPoint) ((EndPoint.Wrapper) getEndPoint()).unwrap();
  }
}
