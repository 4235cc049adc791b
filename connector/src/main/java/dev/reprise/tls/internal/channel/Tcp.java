package dev.reprise.tls.internal.channel;

import dev.reprise.tls.TruncatedStreamException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import javax.net.ssl.SSLSocket;

/**
 * The TCP connection beneath a {@link TlsChannel}: a socket of our own, or one that TLS is layered
 * on. Options may be set on it from any thread; one thread reads and one writes at a time.
 */
public final class Tcp {

  /** The timeout of a read that waits for the user's SO_TIMEOUT. */
  static final int AS_SET = -1;

  private enum State {
    /** The socket may have no file descriptor yet. */
    NEW,
    OPENED,
    CLOSED,
    /** A running close is to end at once, whether the socket is closed or not. */
    GIVEN_UP,
    /** Closed because TLS has failed. */
    FAILED
  }

  private final Socket socket;

  /** The connection of the socket, if the socket is one of Reprise's; else null. */
  private final Connection beneath;

  private final Object opening = new Object();

  /** Only advances; written under {@link #opening}. */
  private volatile State state;

  /** Set by the first read, since the socket gives no stream once its input is shut down. */
  private InputStream in;

  private volatile SocketSetup setup;
  private volatile long written;

  /** The user's SO_TIMEOUT while the socket has another one; guarded by this. */
  private volatile int timeout = AS_SET;

  /** Creates a new socket, which {@link #again} can replace. */
  public Tcp() {
    this(new Socket(), null);
  }

  public Tcp(Socket socket, Connection beneath) {
    this.socket = socket;
    this.beneath = beneath;
    this.setup = new SocketSetup();
    this.state = socket.isConnected() ? State.OPENED : State.NEW;
  }

  /** Returns the socket, for queries only. */
  public Socket socket() {
    return socket;
  }

  SocketSetup setup() {
    return setup;
  }

  /** Returns a socket that is not connected yet, set up like this one. */
  Tcp again() throws IOException {
    Tcp next = new Tcp();
    next.setup = setup;
    try {
      setup.applyTo(next);
    } catch (IOException e) {
      next.close();
      throw e;
    }
    return next;
  }

  /**
   * Takes the place of a socket that was to be connected to the same endpoint. Adopts all that was
   * set on it, so that what {@link #again()} returns has it too.
   */
  void standInFor(Tcp wanted, SocketAddress endpoint, int millis) throws IOException {
    applyTimeout(0);
    setup = wanted.setup;
    setup.replayOn(this);
    setup.connected(endpoint, millis);
  }

  void connect(SocketAddress endpoint, int millis) throws IOException {
    opened().connect(endpoint, millis);
  }

  public void bind(SocketAddress bindpoint) throws IOException {
    opened().bind(bindpoint);
    setup.bound(bindpoint);
  }

  public interface Option {
    void on(Socket socket) throws SocketException;
  }

  /** Sets an option, and records it for a socket that replaces this one. */
  public void set(Option option) throws SocketException {
    option.on(opened());
    setup.add(tcp -> option.on(tcp.opened()));
  }

  public <T> void setOption(SocketOption<T> name, T value) throws IOException {
    if (name == StandardSocketOptions.SO_LINGER) {
      setup.lingerZero = Integer.valueOf(0).equals(value);
    }
    opened().setOption(name, value);
    if (name == StandardSocketOptions.SO_SNDBUF) {
      setup.sendBuffer = (Integer) value;
    }
    setup.add(tcp -> tcp.opened().setOption(name, value));
  }

  public void soLinger(boolean on, int seconds) throws SocketException {
    setup.lingerZero = on && seconds == 0;
    set(s -> s.setSoLinger(on, seconds));
  }

  public void sendBufferSize(int size) throws SocketException {
    set(s -> s.setSendBufferSize(size));
    setup.sendBuffer = size;
  }

  /**
   * Returns the socket, which has a file descriptor unless it is closed. Before JDK 19, a socket
   * that is closed while its descriptor is being opened keeps it. It then connects though it
   * reports that it is closed (JDK-8278326). So the descriptor is opened before a close, or never.
   */
  public Socket opened() throws SocketException {
    if (state == State.NEW) {
      synchronized (opening) {
        if (state == State.NEW && !socket.isClosed()) {
          socket.getSoTimeout();
        }
        advance(State.OPENED);
      }
    }
    return socket;
  }

  /** Sets the user's SO_TIMEOUT. A running read keeps its timeout if it has one of its own. */
  public void soTimeout(int millis) throws SocketException {
    if (state != State.FAILED) {
      applyTimeout(millis);
      setup.add(tcp -> tcp.applyTimeout(millis));
    }
  }

  private void applyTimeout(int millis) throws SocketException {
    Socket real = opened();
    synchronized (this) {
      if (timeout == AS_SET || real.isClosed() || millis < 0) {
        real.setSoTimeout(millis);
      } else {
        timeout = millis;
      }
    }
  }

  public int soTimeout() throws SocketException {
    Socket real = opened();
    synchronized (this) {
      return timeout == AS_SET || real.isClosed() ? real.getSoTimeout() : timeout;
    }
  }

  /** Sets a temporary SO_TIMEOUT, or restores the user's for {@link #AS_SET}. */
  private synchronized void useTimeout(int millis) throws SocketException {
    if (millis != AS_SET) {
      if (timeout == AS_SET) {
        timeout = socket.getSoTimeout();
      }
      socket.setSoTimeout(millis);
    } else if (timeout != AS_SET) {
      socket.setSoTimeout(timeout);
      timeout = AS_SET;
    }
  }

  /**
   * Reads what has arrived, or waits at most {@code millis}: 0 for ever, {@link #AS_SET} for
   * SO_TIMEOUT. Returns the number of bytes, or -1 at the end of the stream.
   */
  int read(byte[] bytes, int offset, int length, int millis) throws IOException {
    if (millis != AS_SET || timeout != AS_SET) {
      useTimeout(millis);
    }
    try {
      if (in == null) {
        in = socket.getInputStream();
      }
      return in.read(bytes, offset, length);
    } catch (TruncatedStreamException e) {
      // In a tunnel through TLS, the inner TLS detects by itself what was cut off.
      return -1;
    }
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    written += length;
    OutputStream out = socket.getOutputStream();
    out.write(bytes, offset, length);
  }

  /** Returns how many bytes were written: handshake, requests, and answers to key updates. */
  long written() {
    return written;
  }

  /** Returns how many unread bytes have arrived; 0 if the socket or its input is closed. */
  int available() throws IOException {
    return socket.isClosed() || socket.isInputShutdown() ? 0 : socket.getInputStream().available();
  }

  /** Discards about {@code most} bytes that have arrived and nobody will read. Never blocks. */
  void discardUnread(int most) {
    try {
      InputStream in = socket.getInputStream();
      byte[] sink = new byte[8192];
      int left = most;
      while (left > 0 && in.available() > 0) {
        int count = in.read(sink);
        left = count < 0 ? 0 : left - count;
      }
    } catch (IOException e) {
      // The peer is gone, or the socket is closed.
    }
  }

  /** Tells the connection beneath that only a close has timed out, not a response. */
  void forgetTimeout() {
    if (beneath != null) {
      beneath.forgetTimeout();
    }
  }

  void shutdownInput() throws IOException {
    socket.shutdownInput();
  }

  void shutdownOutput() throws IOException {
    if (!socket.isOutputShutdown()) {
      socket.shutdownOutput();
    }
  }

  /**
   * Closes because TLS has failed. SO_TIMEOUT may still be set: HTTP libraries restore it, and
   * would report an exception from there instead of the failure of TLS.
   */
  void closeFailed() {
    advance(State.FAILED);
    try {
      close();
    } catch (IOException e) {
      // It is closed nevertheless.
    }
  }

  void close() throws IOException {
    advance(State.CLOSED);
    if (beneath == null && socket instanceof SSLSocket) {
      try {
        // JSSE's close of TLS 1.3 waits for the peer's end, up to SO_TIMEOUT.
        socket.setSoTimeout(1);
      } catch (SocketException e) {
        // The TCP socket beneath is closed.
      }
    }
    // Not under the lock, since the close may linger.
    socket.close();
  }

  private void advance(State next) {
    synchronized (opening) {
      state = next.compareTo(state) > 0 ? next : state;
    }
  }

  /** Closes with RST and discards what was not sent yet. Never blocks. */
  void reset() {
    closeNow(true);
  }

  /** Resets like {@link #reset()}, and makes a running close end at once. */
  void giveUp() {
    advance(State.GIVEN_UP);
    reset();
  }

  boolean isGivenUp() {
    return state == State.GIVEN_UP;
  }

  /**
   * Closes even while a thread is blocked in a write. What was written before is still sent as the
   * peer takes it. Never blocks.
   */
  void cutOff() {
    closeNow(false);
  }

  /** Closes at once. TLS beneath could wait for its writer; an abort or SO_LINGER 0 prevents it. */
  private void closeNow(boolean reset) {
    try {
      if (beneath != null) {
        beneath.close(true);
        return;
      }
      try {
        socket.setSoLinger(reset || socket instanceof SSLSocket, 0);
      } finally {
        close();
      }
    } catch (IOException e) {
      // It is closed nevertheless, or was before.
    }
  }
}
