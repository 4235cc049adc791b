package dev.reprise.tls.internal.channel;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;

/**
 * What a {@link Connection} reads and writes, and how far the exchange has come by that. For one
 * reader, one writer and any number of closers.
 */
final class ApplicationData {

  /** Pools look for an idle connection's end with a read of this SO_TIMEOUT, in milliseconds. */
  private static final int STALE_CHECK_TIMEOUT = 1;

  private final HeldChannel held;
  private final ClientHandshake handshake;
  private final ExchangeProgress exchange;
  private final TlsState state;
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger();

  /**
   * Held while the first write looks at a preconnected connection. A reader that began meanwhile
   * would wait for a response with the channel's lock, and the look for that lock.
   */
  private final ReentrantLock looking = new ReentrantLock();

  final InputStream input = new Input();
  final OutputStream output = new Output();
  private final Closeable socket;
  private volatile boolean inputShutdown;
  private volatile boolean endedBeforeWrite;

  ApplicationData(
      Closeable socket,
      HeldChannel held,
      ClientHandshake handshake,
      ExchangeProgress exchange,
      TlsState state) {
    this.socket = socket;
    this.held = held;
    this.handshake = handshake;
    this.exchange = exchange;
    this.state = state;
  }

  /** Whether a thread is within a read or write. */
  boolean isBusy() {
    return reading.get() > 0 || writing.get() > 0;
  }

  /** Counts this thread as one that a close would have to wait for. */
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
      // A thread that shuts the input down after this sees that another one reads.
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
      // The tickets that a server sends before its response have been read with it.
      channel.claim.giveBack();
      if (held.preconnected() != null) {
        held.preconnected().answered();
      }
    }
    return count;
  }

  /** After a failure of TLS nothing more goes out or comes in, and the peer sees that. */
  private void broke(Exception failure) {
    exchange.broke();
    if (failure instanceof SSLException && !held.isClosed()) {
      held.endAfterFailure();
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
   * The peer ended the connection instead of an answer: other preconnected connections may fare
   * alike.
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
   * Whether the reader is HttpsURLConnection within a head. It sends the request again when it
   * meets an exception there, even a POST that the peer has begun to answer; an end of the stream
   * it takes as it is. It meets the exception when it reads on for the body.
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
   * Refuses the first write if a preconnected connection has ended since its handshake, which
   * nobody has noticed. Nothing was written yet, so the request can be sent again. A running reader
   * notices it by itself. A later one gets the same failure, since the check has read what the peer
   * sent, such as a 408.
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

  /** Makes all reads return end of stream, including one that is running. A handshake fails. */
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
      socket.close();
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
      socket.close();
    }
  }
}
