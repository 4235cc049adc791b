package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Set;

/**
 * The TCP socket that TLS is layered on: forwards to the real one, notes a bare end of stream, and
 * keeps the TLS implementation from touching the connection once its close is decided.
 *
 * <p>If the TLS stream ends and the TCP stream has not, the peer sent close_notify; if both ended,
 * it did not. No public API of JSSE tells the two apart.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // The real socket guards itself.
final class TcpSocket extends Socket {

  private final Socket socket;
  private final boolean readAhead;
  private final boolean watchable;
  private final Object opening = new Object();
  private boolean mayOpen = true;
  private volatile boolean opened;
  private SocketSetup setup;
  private volatile WatchedInput watched;
  private volatile Runnable beforeWait = () -> {};
  private TcpInput input;
  private TcpOutput output;
  private volatile boolean endOfStream;
  private volatile boolean reset;
  private volatile boolean closing;
  private volatile boolean lingerZero;
  private volatile int sendBuffer = Integer.MAX_VALUE;
  private volatile boolean givenUp;
  private volatile long deadline;
  private volatile boolean hasDeadline;
  private volatile long mostWritten = Long.MAX_VALUE;

  /** A new socket, which can be {@linkplain #again() made again}. */
  TcpSocket() throws SocketException {
    this(new Socket(), true, new SocketSetup(), false);
  }

  /** As {@link #TcpSocket()}; a preconnected connection's, which is watched. */
  static TcpSocket watchable() throws SocketException {
    return new TcpSocket(new Socket(), true, new SocketSetup(), true);
  }

  /**
   * A wrapper.
   *
   * @param readAhead whether more may be read from the socket than TLS asked for; not if somebody
   *     goes on using the socket after TLS has ended
   */
  TcpSocket(Socket socket, boolean readAhead) throws SocketException {
    this(socket, readAhead, null, false);
  }

  private TcpSocket(Socket socket, boolean readAhead, SocketSetup setup, boolean watchable)
      throws SocketException {
    super((SocketImpl) null);
    this.socket = socket;
    this.readAhead = readAhead;
    this.setup = setup;
    this.watchable = watchable;
    this.opened = socket.isConnected();
  }

  /** The stream of a preconnected connection, once there is one; null for any other socket. */
  WatchedInput watched() {
    return watched;
  }

  /** As of {@link ResumingSslSocket#closesWithinLock}, for TLS that this stands on. */
  void closesWithinLock() {
    if (socket instanceof ResumingSslSocket) {
      ((ResumingSslSocket) socket).closesWithinLock();
    }
  }

  /** How this socket was set up so far; null if it is not one that can be made again. */
  SocketSetup setup() {
    return setup;
  }

  /**
   * Takes the place of a socket that was to be connected to the same endpoint, with all that was
   * set on it, so that what {@link #again()} makes has it too.
   */
  void standInFor(TcpSocket wanted, SocketAddress endpoint, int timeout) throws IOException {
    // What is replayed is noted already.
    setup = null;
    opened().setSoTimeout(0);
    wanted.setup.replayOn(this);
    setup = wanted.setup;
    setup.connected(endpoint, timeout);
  }

  /** Whether the connection can be made once more, as it was made. */
  boolean repeatable() {
    return setup != null && setup.repeatable();
  }

  /** A socket that is not yet connected, set up as this one. */
  TcpSocket again() throws IOException {
    TcpSocket next = watchable ? watchable() : new TcpSocket();
    setup.applyTo(next);
    return next;
  }

  /** Connects to where {@code other} was connected to. */
  void connectLike(TcpSocket other) throws IOException {
    other.setup.connect(this);
  }

  /** The group that the server chose for the key exchange, or {@link ServerHello#NO_GROUP}. */
  int keyShareGroup() {
    return input == null ? ServerHello.NO_GROUP : input.keyShareGroup();
  }

  /** Whether the stream ends with what comes next: see {@link TcpInput#endsNext}. */
  boolean endsNext() throws IOException {
    return input.endsNext();
  }

  /** Whether the peer closed the TCP connection, as far as it has been read. */
  boolean endOfStream() {
    return endOfStream;
  }

  /** Whether the caller asked for a reset at close: SO_LINGER 0. */
  boolean lingerZero() {
    return lingerZero;
  }

  /**
   * Until when reads may take, whatever SO_TIMEOUT says: a TLS record that trickles in byte by byte
   * renews SO_TIMEOUT with each byte.
   *
   * @param mostAnswers how many bytes may be written meanwhile: TLS answers what it reads, and a
   *     peer that asks for more and reads none of it would hold up whoever reads
   */
  void readUntil(long nanoTime, int mostAnswers) {
    deadline = nanoTime;
    answerAtMost(mostAnswers);
    hasDeadline = true;
  }

  /** Bounds what TLS writes from now on, since it does so in answer to the peer alone. */
  void answerAtMost(int bytes) {
    mostWritten = written() + bytes;
  }

  /** As much may be written as the user likes. */
  void writeFreely() {
    mostWritten = Long.MAX_VALUE;
  }

  /** Called before each write. */
  void beforeWrite(long writtenSoFar) throws SocketException {
    if (writtenSoFar > mostWritten && !closing) {
      throw new SocketException(
          "The peer asks for answers "
              + (hasDeadline ? "instead of closing" : "before anything was sent to it"));
    }
  }

  /** Whether bytes have come that were not yet read. */
  boolean hasInput() throws IOException {
    return input != null && input.available() > 0;
  }

  /**
   * The peer did not close while its end {@linkplain #readUntil was awaited}. What this is layered
   * on is not to take it for a response that is outstanding.
   */
  void endDidNotCome() {
    if (hasDeadline && socket instanceof ResumingSslSocket) {
      ((ResumingSslSocket) socket).forgetTimeout();
    }
  }

  /** Has something done each time before the peer is waited for. */
  void beforeEachWait(Runnable task) {
    beforeWait = task;
  }

  /** Called before each read from the real socket. */
  void beforeRead() throws IOException {
    beforeWait.run();
    sendHeld();
    if (hasDeadline) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new SocketTimeoutException("The peer did not close in time");
      }
      applySoTimeout((int) Math.min(Integer.MAX_VALUE, (left + 999_999) / 1_000_000));
    }
  }

  boolean isClosing() {
    return closing;
  }

  /**
   * From now on the TLS implementation reads an end of stream instead of waiting for the peer, and
   * a half-close is not passed on: the whole socket is about to be closed, and each call less is a
   * system call less.
   */
  void startClosing() {
    closing = true;
  }

  /** Throws away what has come and nobody will read, up to a number of bytes. Never blocks. */
  void discardUnread(int most) {
    try {
      InputStream in = watched != null ? watched : socket.getInputStream();
      byte[] sink = new byte[1024];
      int left = most;
      while (left > 0 && in.available() > 0) {
        int count = in.read(sink);
        left = count < 0 ? 0 : left - count;
      }
    } catch (IOException e) {
      // The peer is gone, or the socket is closed.
    }
  }

  /** Closes with RST; what was not yet sent is thrown away. Never blocks. */
  void reset() throws IOException {
    closeNow(true);
  }

  /**
   * Closes under a thread that may be blocked in a write; what was written before goes out as the
   * peer takes it. Never blocks.
   */
  void cutOff() throws IOException {
    closeNow(false);
  }

  private void closeNow(boolean reset) throws IOException {
    try {
      socket.setSoLinger(reset, 0);
    } catch (SocketException e) {
      // Closed already.
    }
    closeForGood();
  }

  /**
   * Before JDK 19 a socket that is closed just as its descriptor is being opened keeps it, and is
   * connected, though it calls itself closed (JDK-8278326): so it is opened before or never. The
   * close itself is not made under the lock, since it may linger.
   */
  private void closeForGood() throws IOException {
    synchronized (opening) {
      mayOpen = false;
    }
    socket.close();
  }

  /** The real socket, which has a descriptor unless it is closed. */
  private Socket opened() throws SocketException {
    if (!opened) {
      synchronized (opening) {
        if (mayOpen && !socket.isClosed()) {
          socket.getSoTimeout();
        }
      }
      opened = true;
    }
    return socket;
  }

  /** As {@link #reset()}, and says so to a close that is under way. */
  void giveUp() throws IOException {
    givenUp = true;
    reset();
  }

  /** Whether a close that was under way has been cut short. */
  boolean isGivenUp() {
    return givenUp;
  }

  void endOfStreamSeen() {
    endOfStream = true;
  }

  void resetSeen() {
    reset = true;
  }

  /** Whether the peer reset the connection while its end was {@linkplain #readUntil awaited}. */
  boolean wasReset() {
    return reset;
  }

  /** Whether nothing but the end of the stream is read for. */
  boolean isAwaitingEnd() {
    return hasDeadline;
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    if (input == null) {
      if (watchable) {
        watched = new WatchedInput(socket);
      }
      input = new TcpInput(this, watchable ? watched : socket.getInputStream(), readAhead);
    }
    return input;
  }

  @Override
  public synchronized OutputStream getOutputStream() throws IOException {
    if (output == null) {
      output = new TcpOutput(this, socket.getOutputStream());
    }
    return output;
  }

  /** Sends what is held back of the handshake. */
  void sendHeld() throws IOException {
    TcpOutput out = output;
    if (out != null) {
      out.send();
    }
  }

  /** Sends what is held back with the application data that follows it. */
  void applicationDataWritten() throws IOException {
    TcpOutput out = output;
    if (out != null) {
      out.sendAndHoldNoMore();
    }
  }

  /** The size of the send buffer in bytes, where its user has set one. */
  int sendBuffer() {
    return sendBuffer;
  }

  /** Bytes written so far: the requests, the handshake, and what answers a peer's key updates. */
  long written() {
    TcpOutput out = output;
    return out == null ? 0 : out.written();
  }

  @Override
  public void shutdownInput() throws IOException {
    if (!closing) {
      socket.shutdownInput();
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    if (!closing) {
      sendHeld();
      socket.shutdownOutput();
    }
  }

  @Override
  public void close() throws IOException {
    if (!socket.isClosed()) {
      try {
        sendHeld();
      } catch (IOException e) {
        // The peer is gone; it will not miss the alert.
      }
    }
    closeForGood();
  }

  private void note(SocketSetup.Option option) {
    if (setup != null) {
      setup.add(option);
    }
  }

  /** There is no need to make the connection again; what was noted for it is forgotten. */
  void settled() {
    if (setup != null) {
      setup.settled();
    }
  }

  @Override
  public void setSoLinger(boolean on, int linger) throws SocketException {
    lingerZero = on && linger == 0;
    opened().setSoLinger(on, linger);
    note(s -> s.setSoLinger(on, linger));
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    opened().connect(endpoint, timeout);
    if (setup != null) {
      setup.connected(endpoint, timeout);
    }
  }

  @Override
  public void bind(SocketAddress bindpoint) throws IOException {
    opened().bind(bindpoint);
    if (setup != null) {
      setup.bound(bindpoint);
    }
  }

  @Override
  public InetAddress getInetAddress() {
    return socket.getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return socket.getLocalAddress();
  }

  @Override
  public int getPort() {
    return socket.getPort();
  }

  @Override
  public int getLocalPort() {
    return socket.getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return socket.getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return socket.getLocalSocketAddress();
  }

  @Override
  public SocketChannel getChannel() {
    return null;
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    opened().setTcpNoDelay(on);
    note(s -> s.setTcpNoDelay(on));
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return opened().getTcpNoDelay();
  }

  @Override
  public int getSoLinger() throws SocketException {
    return opened().getSoLinger();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    socket.sendUrgentData(data);
  }

  @Override
  public void setOOBInline(boolean on) throws SocketException {
    opened().setOOBInline(on);
    note(s -> s.setOOBInline(on));
  }

  @Override
  public boolean getOOBInline() throws SocketException {
    return opened().getOOBInline();
  }

  @Override
  public void setSoTimeout(int timeout) throws SocketException {
    applySoTimeout(timeout);
    note(s -> s.setSoTimeout(timeout));
  }

  private void applySoTimeout(int timeout) throws SocketException {
    WatchedInput in = watched;
    if (in == null) {
      opened().setSoTimeout(timeout);
    } else {
      in.setSoTimeout(timeout);
    }
  }

  @Override
  public int getSoTimeout() throws SocketException {
    WatchedInput in = watched;
    return in == null ? opened().getSoTimeout() : in.getSoTimeout();
  }

  @Override
  public void setSendBufferSize(int size) throws SocketException {
    opened().setSendBufferSize(size);
    sendBuffer = size;
    note(s -> s.setSendBufferSize(size));
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return opened().getSendBufferSize();
  }

  @Override
  public void setReceiveBufferSize(int size) throws SocketException {
    opened().setReceiveBufferSize(size);
    note(s -> s.setReceiveBufferSize(size));
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return opened().getReceiveBufferSize();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    opened().setKeepAlive(on);
    note(s -> s.setKeepAlive(on));
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return opened().getKeepAlive();
  }

  @Override
  public void setTrafficClass(int trafficClass) throws SocketException {
    opened().setTrafficClass(trafficClass);
    note(s -> s.setTrafficClass(trafficClass));
  }

  @Override
  public int getTrafficClass() throws SocketException {
    return opened().getTrafficClass();
  }

  @Override
  public void setReuseAddress(boolean on) throws SocketException {
    opened().setReuseAddress(on);
    note(s -> s.setReuseAddress(on));
  }

  @Override
  public boolean getReuseAddress() throws SocketException {
    return opened().getReuseAddress();
  }

  @Override
  public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    socket.setPerformancePreferences(connectionTime, latency, bandwidth);
    note(s -> s.setPerformancePreferences(connectionTime, latency, bandwidth));
  }

  @Override
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    if (name == StandardSocketOptions.SO_LINGER) {
      lingerZero = Integer.valueOf(0).equals(value);
    }
    opened().setOption(name, value);
    note(s -> s.setOption(name, value));
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    return opened().getOption(name);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return socket.supportedOptions();
  }

  @Override
  public boolean isConnected() {
    return socket.isConnected();
  }

  @Override
  public boolean isBound() {
    return socket.isBound();
  }

  @Override
  public boolean isClosed() {
    return socket.isClosed();
  }

  @Override
  public boolean isInputShutdown() {
    return closing || socket.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return closing || socket.isOutputShutdown();
  }

  @Override
  public String toString() {
    return socket.toString();
  }
}
