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

  /** For a read: SO_TIMEOUT as the user has set it. */
  static final int AS_SET = -1;

  private enum State {
    /** It may have no descriptor yet. */
    NEW,
    OPENED,
    CLOSED,
    /** Closed or not, a close under way is to be cut short. */
    GIVEN_UP,
    /** Closed since TLS has failed. */
    FAILED
  }

  private final Socket socket;

  /** That of the socket, if TLS of ours is beneath; else null. */
  private final Connection beneath;

  private final Object opening = new Object();

  /** Only moves on; changed under the lock of opening. */
  private volatile State state;

  /** Opened by who reads first: the socket opens none once its input is shut down. */
  private InputStream in;

  private volatile SocketSetup setup;
  private volatile long written;

  /** The user's SO_TIMEOUT while the socket has another one; guarded by this. */
  private volatile int timeout = AS_SET;

  /** A new socket, which can be {@linkplain #again made again}. */
  public Tcp() {
    this(new Socket(), null);
  }

  public Tcp(Socket socket, Connection beneath) {
    this.socket = socket;
    this.beneath = beneath;
    this.setup = new SocketSetup();
    this.state = socket.isConnected() ? State.OPENED : State.NEW;
  }

  /** For what is only asked. */
  public Socket socket() {
    return socket;
  }

  SocketSetup setup() {
    return setup;
  }

  /** A socket that is not yet connected, set up as this one. */
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
   * Takes the place of a socket that was to be connected to the same endpoint, with all that was
   * set on it, so that what {@link #again()} makes has it too.
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

  /** Sets an option, and notes it for a connection in the place of this one. */
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
   * The real socket, which has a descriptor unless it is closed. Before JDK 19 a socket that is
   * closed just as its descriptor is being opened keeps it, and is connected, though it calls
   * itself closed (JDK-8278326): so it is opened before or never.
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

  /** Sets SO_TIMEOUT for the user's reads; one that is under way has another one. */
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

  /** Sets another SO_TIMEOUT for a while, or the user's again. */
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
   * Reads what has come, or waits for it: for so long at most, for any time with 0, and for
   * SO_TIMEOUT with {@link #AS_SET}. Returns how many bytes, -1 at the end of the stream.
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
      // A tunnel within TLS: the TLS in it judges by its own end what was cut off.
      return -1;
    }
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    written += length;
    OutputStream out = socket.getOutputStream();
    out.write(bytes, offset, length);
  }

  /** Bytes written so far: the requests, the handshake, and what answers a peer's key updates. */
  long written() {
    return written;
  }

  /** How many bytes have come that were not read yet; 0 if the socket is closed. */
  int available() throws IOException {
    return socket.isClosed() || socket.isInputShutdown() ? 0 : socket.getInputStream().available();
  }

  /** Throws away what has come and nobody will read, up to a number of bytes. Never blocks. */
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

  /** For what this is layered on, a timeout of the close is none of an outstanding response. */
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
   * Closes since TLS has failed. SO_TIMEOUT may still be set: otherwise clients that restore it
   * would report that failure, and not why TLS failed.
   */
  void closeFailed() throws IOException {
    advance(State.FAILED);
    close();
  }

  void close() throws IOException {
    advance(State.CLOSED);
    if (beneath == null && socket instanceof SSLSocket) {
      try {
        // JSSE waits for SO_TIMEOUT until the peer ends TLS 1.3.
        socket.setSoTimeout(1);
      } catch (SocketException e) {
        // TCP is closed beneath it.
      }
    }
    // Not under the lock, since it may linger.
    socket.close();
  }

  private void advance(State next) {
    synchronized (opening) {
      state = next.compareTo(state) > 0 ? next : state;
    }
  }

  /** Closes with RST; what was not yet sent is thrown away. Never blocks. */
  void reset() {
    closeNow(true);
  }

  /** As {@link #reset()}, and says so to a close that is under way. */
  void giveUp() {
    advance(State.GIVEN_UP);
    reset();
  }

  boolean isGivenUp() {
    return state == State.GIVEN_UP;
  }

  /**
   * Closes under a thread that may be blocked in a write; what was written before goes out as the
   * peer takes it. Never blocks.
   */
  void cutOff() {
    closeNow(false);
  }

  /** TLS beneath would wait for its own writer, but for one of ours, and JSSE's with SO_LINGER. */
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
