package dev.reprise.tls.internal.channel;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads and writes the application data of a {@link Connection}, and keeps its {@link
 * ExchangeProgress} up to date. Safe for one reader, one writer and any number of closing threads.
 */
final class ApplicationData {

  /** SO_TIMEOUT (ms) with which pools read to find out whether an idle connection has ended. */
  private static final int STALE_CHECK_TIMEOUT = 1;

  private final HeldChannel held;
  private final ClientHandshake handshake;
  private final ExchangeProgress exchange;
  private final TlsState state;
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger();

  /**
   * Held while the first write checks whether a preconnected connection is alive. Otherwise a new
   * reader would hold the channel's reader lock until the response, and block that check.
   */
  private final ReentrantLock looking = new ReentrantLock();

  final InputStream input = new Input();
  final OutputStream output = new Output();
  private final Connection connection;
  private volatile boolean inputShutdown;
  private volatile boolean endedBeforeWrite;

  ApplicationData(
      Connection connection,
      HeldChannel held,
      ClientHandshake handshake,
      ExchangeProgress exchange,
      TlsState state) {
    this.connection = connection;
    this.held = held;
    this.handshake = handshake;
    this.exchange = exchange;
    this.state = state;
  }

  /** Returns whether a thread is in a read or write. */
  boolean isBusy() {
    return reading.get() > 0 || writing.get() > 0;
  }

  /** Counts this thread as a reader or writer for a close to see. Throws if already closed. */
  private void start(AtomicInteger io) throws SocketException {
    io.incrementAndGet();
    if (held.isClosed()) {
      io.decrementAndGet();
      throw new SocketException("Socket is closed");
    }
  }

  private int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (inputShutdown) {
      return -1;
    }
    handshake.ensure();
    TlsChannel channel = held.channel();
    startReading();
    int count;
    try {
      requireNotEnded();
      // A shutdownInput() after this check sees that a read is running, and ends it.
      count = inputShutdown ? -1 : channel.read(bytes, offset, length);
      if (count > 0) {
        handshake.verifyRenegotiated(channel);
      }
    } catch (SocketTimeoutException e) {
      if (channel.tcp.soTimeout() != STALE_CHECK_TIMEOUT) {
        exchange.overdue(true);
      }
      throw e;
    } catch (IOException | RuntimeException e) {
      preconnectionFailed(e);
      if (e instanceof IOException && !exchange.everRead() && !held.isClosed()) {
        handshake.refusedAfterwards(channel, (IOException) e);
      }
      broke(e);
      throw e;
    } finally {
      reading.decrementAndGet();
    }
    if (count < 0) {
      endOfStream(channel);
    } else if (exchange.read(bytes, offset, count)) {
      // A server sends its tickets before its response, so they have been read by now.
      channel.claim.giveBack();
      if (held.preconnected() != null) {
        held.preconnected().answered();
      }
    }
    return count;
  }

  /** Notes a failure. After one of TLS, ends the connection, as the JDK's own socket does. */
  private void broke(Exception failure) {
    exchange.broke();
    if (!ClientHandshake.isOfTransport(failure) && !held.isClosed()) {
      connection.endAfterFailure();
    }
  }

  private void startReading() throws SocketException {
    if (held.preconnected() == null) {
      start(reading);
      return;
    }
    looking.lock();
    try {
      start(reading);
    } finally {
      looking.unlock();
    }
  }

  /**
   * Notes that the peer ended a preconnected connection without answering the request. Others to
   * the same peer may end in the same way.
   */
  private void preconnectionFailed(Exception failure) {
    Preconnected preconnected = held.preconnected();
    if (preconnected != null
        && !held.isClosed()
        && exchange.state() == ExchangeProgress.State.REQUEST) {
      preconnected.notAnswered(failure);
    }
  }

  private void endOfStream(TlsChannel channel) throws IOException {
    if (held.isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (inputShutdown) {
      return;
    }
    preconnectionFailed(new EOFException());
    if (channel.isCutOff()
        && exchange.state() == ExchangeProgress.State.RESPONSE
        && state.settings.requireCloseNotify()) {
      if (exchange.isWithinHead() && wouldSendAgain()) {
        return;
      }
      throw state.report.truncated(channel.peer);
    }
    exchange.ended();
  }

  /**
   * Returns whether HttpsURLConnection is reading a response head. On an exception there, it would
   * send the request again, even a POST that the peer has begun to answer. So the read returns end
   * of stream, and the read of the body throws the exception.
   */
  private static boolean wouldSendAgain() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getClassName().equals("sun.net.www.http.HttpClient")
                            && frame.getMethodName().equals("parseHTTP")));
  }

  private void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return;
    }
    handshake.ensure();
    TlsChannel channel = held.channel();
    start(writing);
    try {
      requireStillAlive();
      // A reader may complete a renegotiation meanwhile.
      channel.write(bytes, offset, length, () -> handshake.verifyRenegotiated(channel));
    } catch (IOException | RuntimeException e) {
      broke(e);
      throw e;
    } finally {
      writing.decrementAndGet();
    }
    exchange.wrote();
  }

  /**
   * Throws before the first write if a preconnected connection ended unnoticed since its handshake.
   * Nothing was written yet, so the request can be sent again. A running reader notices the end by
   * itself. A later reader fails in the same way, since the check has consumed what the peer sent,
   * such as a 408.
   */
  private void requireStillAlive() throws IOException {
    Preconnected preconnected = held.preconnected();
    if (preconnected != null && exchange.state() == ExchangeProgress.State.IDLE) {
      looking.lock();
      try {
        if (reading.get() == 0 && !preconnected.isStillAlive(held::isClosed)) {
          endedBeforeWrite = true;
        }
      } finally {
        looking.unlock();
      }
    }
    requireNotEnded();
  }

  private void requireNotEnded() throws SocketException {
    if (endedBeforeWrite) {
      throw new SocketException(
          "The peer ended the connection, or sent data, before the request was written");
    }
  }

  boolean endedBeforeWrite() {
    return endedBeforeWrite;
  }

  /** Makes all reads return end of stream, including a running one. A running handshake fails. */
  void shutdownInput() throws IOException {
    inputShutdown = true;
    if (reading.get() > 0 || handshake.isRunning()) {
      held.tcp().shutdownInput();
    }
  }

  boolean isInputShutdown() {
    return inputShutdown;
  }

  private final class Input extends InputStream {

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return ApplicationData.this.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return ApplicationData.this.read(bytes, offset, length);
    }

    @Override
    public int available() {
      return handshake.completed() == null || held.isClosed()
          ? 0
          : held.channel().in.plainAvailable();
    }

    @Override
    public void close() throws IOException {
      connection.socket.close();
    }
  }

  private final class Output extends OutputStream {

    @Override
    public void write(int value) throws IOException {
      ApplicationData.this.write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ApplicationData.this.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      connection.socket.close();
    }
  }
}
