package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLSession;

/**
 * A TLS connection whose handshake resumes an earlier session if there is one, and whose {@link
 * #close()} takes a bounded time.
 *
 * <p>{@link ResumingSslSocketFactory} makes these sockets. They differ from JSSE's sockets:
 *
 * <ul>
 *   <li>handshake listeners run on the thread of the handshake, not on a new one (JDK-8246039);
 *   <li>to a known peer, the ClientHello has no key share that the peer would not use. If the peer
 *       then does not resume, the same call makes the TCP connection again and offers everything;
 *   <li>an end of stream without close_notify after part of a response is a {@link
 *       TruncatedStreamException}, unless the settings say otherwise;
 *   <li>{@link #close()} waits for the peer's close, at most for the close timeout, if a response
 *       was read and no thread reads or writes. After an I/O error or timeout, or with SO_LINGER 0,
 *       it resets the connection;
 *   <li>a client cannot switch off the host name check by SSLParameters.
 * </ul>
 *
 * <p>It has no server mode.
 *
 * <p>Thread-safe in the way of JSSE's sockets: one thread may read while another one writes, and
 * any thread may close.
 *
 * @since 0.1.0
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // An atomic flag guards the close.
public final class ResumingSslSocket extends DelegatingSslSocket {

  private final TlsState state;
  private final TlsSettings settings;
  private final boolean autoClose;

  /** The name of the host that it will be connected to, or null for that of the address. */
  private final String hostName;

  /** Whether this is a {@link Preconnection}'s own, which is no user's. */
  private final boolean forPreconnection;

  private final ExchangeProgress exchange = new ExchangeProgress();
  private final HeldChannel held;
  private final ClientHandshake handshake;
  private final ApplicationData data;
  private final HandshakeListeners listeners = new HandshakeListeners();
  private final AtomicBoolean closeTold = new AtomicBoolean();
  private volatile boolean expectPeerClose = true;
  private volatile boolean outputShutdown;
  private volatile boolean closedWithinLock;

  /** An unconnected one, for a host that is known by this name, unless that is null. */
  ResumingSslSocket(ResumingSslSocketFactory factory, String hostName) {
    this(factory.state(), new Tcp(), true, false, hostName);
  }

  /** An unconnected socket for a preconnected connection. */
  ResumingSslSocket(TlsState state) {
    this(state, new Tcp(), true, true, null);
  }

  ResumingSslSocket(
      ResumingSslSocketFactory factory, Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    this(factory.state(), new Tcp(socket, autoClose), autoClose, false, null);
    held.layer(host, port);
  }

  private ResumingSslSocket(
      TlsState state, Tcp tcp, boolean autoClose, boolean forPreconnection, String hostName) {
    super(new SocketParameters(state));
    this.state = state;
    this.settings = state.settings;
    this.autoClose = autoClose;
    this.forPreconnection = forPreconnection;
    this.hostName = hostName;
    this.held = new HeldChannel(this, state, tcp, autoClose);
    this.handshake = new ClientHandshake(this, held, exchange, state);
    this.data = new ApplicationData(this, held, handshake, exchange, settings, autoClose);
  }

  @Override
  Tcp tcp() {
    return held.tcp();
  }

  @Override
  TlsChannel channel() {
    return held.channel();
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    connect(endpoint, timeout, hostName);
  }

  /**
   * Connects like {@link #connect(SocketAddress, int)}, and verifies another name than that of the
   * address.
   *
   * <p>Without a host, the certificate must match the name that the address was made from, or else
   * the address itself. A name from a reverse look-up is never used. JSSE knows the name that the
   * address was made from, if it has a dot. Any other name, and any name with another provider,
   * counts only while the JVM's cache of names ({@code networkaddress.cache.ttl}) holds that
   * address object under it.
   *
   * @param endpoint where to connect, an {@link InetSocketAddress}
   * @param timeout milliseconds; 0 waits without limit
   * @param host the name that the certificate must match; null or empty for that of the address
   */
  public void connect(SocketAddress endpoint, int timeout, String host) throws IOException {
    if (!(endpoint instanceof InetSocketAddress)) {
      throw new SocketException("Cannot handle non-Inet socket addresses.");
    }
    held.connect((InetSocketAddress) endpoint, timeout, host);
  }

  /**
   * Whether this is a preconnected connection's own socket, whose failures are not those of a call.
   */
  boolean isForPreconnection() {
    return forPreconnection;
  }

  /** Returns the server, or null before the socket is connected. */
  public Peer peer() {
    TlsChannel channel = held.channel();
    return channel == null ? null : channel.peer;
  }

  /** Returns what the handshake negotiated, or null before it has completed. */
  public Handshake handshake() {
    return handshake.completed();
  }

  /**
   * Sets whether the peer has announced that it will close the connection, so that {@link #close()}
   * waits only if it has. Unless this is called, a close waits if a response was read.
   */
  public void expectPeerClose(boolean announced) {
    expectPeerClose = announced;
  }

  /**
   * Announces that the next write begins a request. A caller that uses this method must call it for
   * each request. Otherwise, what is written after part of a response counts as the rest of a
   * request that was answered early. If it is never called, the response decides: after one that
   * announces the close, no other request is expected.
   */
  public void requestBegins() {
    exchange.requestBegins();
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    listeners.remove(listener);
  }

  void tellHandshakeListeners(SSLSession session) {
    listeners.tell(this, session);
  }

  /**
   * Does the handshake if none was done. A later call begins a new handshake with TLS 1.2, and
   * renews the keys with TLS 1.3. Without this call the first read or write does the handshake, and
   * the client's last handshake messages go out together with what is written.
   */
  @Override
  public void startHandshake() throws IOException {
    if (handshake.completed() != null) {
      checkUsable();
      held.channel().renegotiate();
    } else {
      handshake.ensure();
    }
    held.channel().sendHeld();
  }

  /**
   * Returns the session, after the handshake. If the handshake fails, the session is not valid, as
   * in JSSE.
   */
  @Override
  public SSLSession getSession() {
    TlsChannel channel = held.channel();
    if (channel != null && handshake.completed() == null) {
      try {
        handshake.ensure();
        held.channel().sendHeld();
      } catch (IOException e) {
        channel = null;
      }
    }
    return channel == null ? state.template().getSession() : held.channel().session();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    checkUsable();
    return data.input;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    checkUsable();
    return data.output;
  }

  void checkUsable() throws SocketException {
    if (held.isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (held.channel() == null) {
      throw new SocketException("Socket is not connected");
    }
  }

  /**
   * Returns whether a write failed because the peer had ended the connection before anything was
   * written. Nothing was sent then, and nothing will be. This happens only to preconnected
   * connections.
   */
  public boolean endedBeforeWrite() {
    return data.endedBeforeWrite();
  }

  boolean isBusy() {
    return data.isBusy();
  }

  /**
   * The last timeout was that of a close of TLS layered on this socket, which has waited for the
   * peer: no response is outstanding.
   */
  void forgetTimeout() {
    exchange.overdue(false);
  }

  /**
   * Closes the connection within the close timeout, as described for the class. Only the first call
   * closes, and others return at once. A later call after {@code setSoLinger(true, 0)} cuts a
   * running close short. The thread's interrupt flag stays as it is.
   */
  @Override
  public void close() throws IOException {
    close(false);
  }

  /**
   * Announces that the caller will {@link #close()} or {@link #abort()} while it holds a lock, as
   * HttpClient's pool does. Listeners are then called by another thread.
   */
  public void closesWithinLock() {
    closedWithinLock = true;
    held.tcp().closesWithinLock();
  }

  /**
   * Resets the connection, from any thread and whatever other threads do with it. Writes nothing
   * more and waits for nothing. Cuts short a close that is running.
   */
  public void abort() throws IOException {
    close(true);
  }

  private void close(boolean abort) throws IOException {
    if (!held.close()) {
      Tcp tcp = held.tcp();
      if (autoClose && (abort || tcp.setup().lingerZero)) {
        tcp.giveUp();
      }
      return;
    }
    Preconnection preconnection = held.preconnection();
    if (preconnection != null && preconnection.release()) {
      return;
    }
    TlsChannel channel = held.channel();
    try {
      if (channel != null) {
        close(channel, abort);
      }
    } finally {
      // One that is being connected, in the place of another perhaps.
      if (channel == null || held.tcp() != channel.tcp) {
        held.tcp().close();
      }
    }
  }

  private void close(TlsChannel channel, boolean abort) throws IOException {
    long start = System.nanoTime();
    channel.beginClose();
    ChannelClose close = new ChannelClose(channel, autoClose, state.traits);
    Handshake done = handshake.completed();
    try {
      boolean givenUp =
          abort
              || channel.tcp.setup().lingerZero
              || (autoClose ? exchange.isOverdue() : data.isWriting())
              || exchange.state() == ExchangeProgress.State.BROKEN;
      if (done != null) {
        CloseOutcome outcome =
            givenUp
                ? close.abort()
                : autoClose && isBusy() ? close.underUse() : orderly(close, channel);
        tellClosed(
            new ConnectionClosed(
                channel.peer, done, outcome, exchange.reuses(), System.nanoTime() - start));
      } else if (givenUp || handshake.isRunning()) {
        close.abort();
      } else {
        close.withoutHandshake();
      }
    } finally {
      channel.lease.giveBack();
    }
  }

  private CloseOutcome orderly(ChannelClose close, TlsChannel channel) throws IOException {
    if (!autoClose) {
      return close.leavingTcp();
    }
    ExchangeProgress.State now = exchange.state();
    if (now == ExchangeProgress.State.ENDED || channel.isAtEnd()) {
      return close.atOnce(ChannelClose.end(channel));
    }
    if (expectPeerClose && now == ExchangeProgress.State.RESPONSE) {
      return close.peerFirst(
          !handshake.completed().protocol().equals(Handshake.TLS13),
          channel.lease.closeTimeout(),
          exchange.lastReadNanos(),
          settings.drainLimit());
    }
    return close.atOnce(CloseOutcome.LOCAL);
  }

  private void tellClosed(ConnectionClosed event) {
    if (closeTold.compareAndSet(false, true)) {
      if (closedWithinLock) {
        settings.listener().closedWithinLock(event);
      } else {
        settings.listener().closed(event);
      }
    }
  }

  /**
   * Called once the handshake was reported as completed. An earlier close has reported nothing yet.
   */
  void handshakeTold(Handshake done) {
    if (held.isClosed()) {
      tellClosed(new ConnectionClosed(peer(), done, CloseOutcome.ABORTED, 0, 0));
    }
  }

  /**
   * Ends the reading side: all reads return end of stream, including one that is running. The peer
   * is not told, and the session can still be resumed (JDK-8253368). A handshake that another
   * thread is doing fails.
   */
  @Override
  public void shutdownInput() throws IOException {
    checkUsable();
    data.shutdownInput();
  }

  /**
   * Returns true also after the peer's end was read, as JSSE does for a socket whose close leaves
   * the TCP socket open. HttpClient 5 layers such sockets, and checks this before it sends the body
   * of a request.
   */
  @Override
  public boolean isInputShutdown() {
    return data.isInputShutdown()
        || held.isClosed()
        || exchange.state() == ExchangeProgress.State.ENDED;
  }

  /**
   * Sends close_notify and ends the writing side (RFC 8446 section 6.1). Called before the
   * handshake, it prevents the handshake. With a provider other than JSSE it sends only the end of
   * TCP, since nothing could be read after close_notify.
   */
  @Override
  public void shutdownOutput() throws IOException {
    checkUsable();
    outputShutdown = true;
    if (handshake.completed() != null) {
      TlsChannel channel = held.channel();
      boolean ofTls = state.traits.halfCloses();
      if (ofTls) {
        channel.closeOutbound();
      }
      if (autoClose || !ofTls) {
        channel.tcp.shutdownOutput();
      }
    }
  }

  @Override
  public boolean isOutputShutdown() {
    return outputShutdown || held.isClosed();
  }

  @Override
  public boolean isClosed() {
    return held.isClosed() || held.tcp().isClosed();
  }

  @Override
  public String toString() {
    return "ResumingSslSocket[" + (peer() == null ? "unconnected" : peer()) + "]";
  }
}
