package dev.reprise.tls;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * A TLS connection whose handshake resumes an earlier session when there is one, and whose {@link
 * #close()} takes a bounded time.
 *
 * <p>Made by {@link ResumingSslSocketFactory}. Differences from a socket of JSSE:
 *
 * <ul>
 *   <li>handshake listeners run on the thread of the handshake, not on a new one (JDK-8246039);
 *   <li>to a known peer the ClientHello has no key share that the peer would not use; if it then
 *       does not resume, the TCP connection is made again, with everything on offer, within the
 *       same call;
 *   <li>an end of stream without close_notify after part of a response is a {@link
 *       TruncatedStreamException}, unless the settings say otherwise;
 *   <li>{@link #close()} waits for the peer's close, for the close timeout at most, if a response
 *       was read and nobody reads or writes; it resets the connection after an I/O error or
 *       timeout, and with SO_LINGER 0;
 *   <li>a client cannot switch the host name check off by SSLParameters.
 * </ul>
 *
 * <p>It is a client's: there is no server mode.
 *
 * <p>Thread-safe as JSSE's sockets are: one thread may read while another one writes, and any may
 * close.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // An atomic flag guards the close.
public final class ResumingSslSocket extends DelegatingSslSocket {

  /** Pools look for an idle connection's end with a read of this SO_TIMEOUT, in milliseconds. */
  private static final int STALE_CHECK_TIMEOUT = 1;

  private static final System.Logger LOG = System.getLogger(ResumingSslSocket.class.getName());

  private final TlsState state;
  private final TlsSettings settings;
  private final boolean autoClose;

  /** The name of the host that it will be connected to, or null for that of the address. */
  private final String hostName;

  private final InputStream input = new TlsInput(this);
  private final OutputStream output = new TlsOutput(this);
  private final ClientHandshake handshake;
  private final ExchangeProgress exchange = new ExchangeProgress();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean closeTold = new AtomicBoolean();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger reading = new AtomicInteger();
  private final CopyOnWriteArrayList<HandshakeCompletedListener> listeners =
      new CopyOnWriteArrayList<>();

  /** Written by {@link #publish} alone, once there are two threads that may know this socket. */
  private volatile Connection connection;

  /** Whether this is a {@link Preconnection}'s own, which is no user's. */
  private final boolean forPreconnection;

  /** Where the preconnected connection came from that this connection was; null for any other. */
  private volatile Preconnection preconnectionUsed;

  /**
   * Held while the first write looks whether the preconnected connection has ended, which no reader
   * is to disturb.
   */
  private final ReentrantLock looking = new ReentrantLock();

  private volatile SSLSocket template;
  private volatile boolean ownConfiguration;
  private volatile boolean expectPeerClose = true;
  private volatile boolean inputShutdown;
  private volatile boolean outputShutdown;
  private volatile boolean endedBeforeWrite;
  private volatile boolean closedWithinLock;

  /** An attempt to connect has failed, after which a Java socket is of no more use. */
  private volatile boolean connectFailed;

  /** An unconnected socket; TLS is layered on when it is connected. */
  ResumingSslSocket(ResumingSslSocketFactory factory) throws SocketException {
    this(factory, (String) null);
  }

  /** The same, for a host that is known by this name, unless that is null. */
  ResumingSslSocket(ResumingSslSocketFactory factory, String hostName) throws SocketException {
    this(factory.state(), new Connection(new TcpSocket(), null, null), true, false, hostName);
  }

  /** An unconnected socket for a preconnected connection. */
  ResumingSslSocket(TlsState state) throws SocketException {
    this(state, new Connection(TcpSocket.watchable(), null, null), true, true, null);
  }

  /** TLS layered on a connected socket. */
  ResumingSslSocket(
      ResumingSslSocketFactory factory, Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    this(
        factory.state(),
        new Connection(new TcpSocket(socket, autoClose), null, null),
        autoClose,
        false,
        null);
    // The address of a host that a SOCKS proxy has resolved is not known, so that nothing matches.
    InetSocketAddress remote = (InetSocketAddress) socket.getRemoteSocketAddress();
    String given = CalledHost.given(host, remote);
    if (given == null && socket.getInetAddress() == null) {
      given = remote.getAddress().getHostAddress();
    }
    connection = layered(given, remote.getAddress(), port >= 0 ? port : socket.getPort());
  }

  private ResumingSslSocket(
      TlsState state,
      Connection connection,
      boolean autoClose,
      boolean forPreconnection,
      String hostName) {
    this.state = state;
    this.settings = state.settings;
    this.handshake = new ClientHandshake(this, state);
    this.connection = connection;
    this.autoClose = autoClose;
    this.forPreconnection = forPreconnection;
    this.hostName = hostName;
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
   * Connects, as {@link #connect(SocketAddress, int)}, to a host known by another name than the
   * address has.
   *
   * <p>Without a host it is the name that the address was made from, or the address itself, and
   * never a name from a reverse look-up. Which of the two a name is, JSSE knows; with another
   * provider it counts as long as the JVM's cache of names holds the very address under it ({@code
   * networkaddress.cache.ttl}), and else the certificate must match the address.
   *
   * @param host the name that the certificate must match; null or empty for that of the address
   */
  public void connect(SocketAddress endpoint, int timeout, String host) throws IOException {
    if (!(endpoint instanceof InetSocketAddress)) {
      throw new SocketException("Cannot handle non-Inet socket addresses.");
    }
    String given = CalledHost.given(host, endpoint);
    InetAddress address = ((InetSocketAddress) endpoint).getAddress();
    if (given == null && state.preconnections != null) {
      given = CalledHost.certain(address);
    }
    TcpSocket tcp = connection.tcp;
    boolean usable = !connectFailed && !tcp.isConnected() && !closed.get();
    if (state.preconnections != null
        && usable
        && timeout >= 0
        && takePreconnection(endpoint, timeout, given)) {
      return;
    }
    long start = System.nanoTime();
    try {
      tcp.connect(endpoint, timeout);
    } catch (IOException e) {
      connectFailed = true;
      if (usable && !closed.get()) {
        int port = ((InetSocketAddress) endpoint).getPort();
        tellConnectFailed(peer(given, address, port), e, start);
      }
      throw e;
    }
    try {
      publish(layered(given, address, ((InetSocketAddress) endpoint).getPort()));
    } catch (IOException | RuntimeException | Error e) {
      tcp.close();
      throw e;
    }
  }

  private void tellConnectFailed(Peer peer, IOException e, long start) {
    if (!forPreconnection) {
      settings.listener().connectFailed(new ConnectFailed(peer, e, System.nanoTime() - start));
    }
  }

  /**
   * Takes a preconnected connection in the place of a connection to be made. What the user sets
   * until the handshake may still speak against it, so that {@link #usePreconnection} has the last
   * word.
   */
  private boolean takePreconnection(SocketAddress endpoint, int timeout, String host)
      throws IOException {
    TcpSocket tcp = connection.tcp;
    PreconnectionRoute route =
        host == null
                || forPreconnection
                || tcp.isClosed()
                || !state.preconnections.isPlain(configuration())
            ? null
            : PreconnectionRoute.of(tcp.setup(), endpoint, host);
    if (route == null) {
      return false;
    }
    Preconnection preconnection = state.preconnections.of(route).take();
    if (preconnection == null) {
      return false;
    }
    Connection ready = preconnection.connection();
    try {
      ready.tcp.standInFor(tcp, endpoint, timeout);
    } catch (IOException e) {
      // An option that it does not take, or it is closed.
      preconnection.release();
      return false;
    }
    publish(ready);
    tcp.close();
    return true;
  }

  /**
   * Begins to use the preconnected connection that this connection is, as the handshake is to be
   * done.
   *
   * @return what it negotiated when it was opened; null if it is of no use, and the connection has
   *     been made again
   */
  Handshake usePreconnection(Connection ready) throws IOException {
    if (outputShutdown) {
      throw new SocketException("Socket has been closed or broken");
    }
    Preconnection preconnection = ready.preconnection;
    boolean plain = state.preconnections.isPlain(configuration());
    if (plain && preconnection.isAlive() && preconnection.use()) {
      preconnectionUsed = preconnection;
      try {
        publish(ready.of(null));
      } catch (SocketException e) {
        // The close that came between did not know of it.
        handshakeTold(preconnection.handshake());
        throw e;
      }
      return preconnection.handshake();
    }
    checkUsable();
    SocketConfiguration configuration = configuration();
    Connection next = new Connection(ready.tcp.again(), ready.peer, ready.host);
    preconnection.release();
    if (!plain) {
      preconnection.peer().suspend(PreconnectPaused.Reason.OTHER_CONFIGURATION);
    }
    publish(next);
    long start = System.nanoTime();
    try {
      next.tcp.connectLike(ready.tcp);
    } catch (IOException e) {
      if (!closed.get()) {
        tellConnectFailed(next.peer, e, start);
      }
      throw e;
    }
    publish(next.withTls(autoClose, state, configuration));
    return null;
  }

  /**
   * Whether this is a preconnected connection's own socket, whose failures are not those of a call.
   */
  boolean isForPreconnection() {
    return forPreconnection;
  }

  /** The end of the stream was read by who watches a preconnected connection. */
  void endSeen() {
    exchange.ended();
  }

  /**
   * The connection with TLS. With a null host JSSE takes the name that the address was made from,
   * and never one from a reverse look-up. Other providers have no way to that name.
   *
   * @param given what the caller named; null if that is the address alone
   */
  private Connection layered(String given, InetAddress address, int port) throws IOException {
    String host = given;
    if (!state.traits.findsHostByAddress()) {
      // Conscrypt finds a session by the name as it is written, and a lane has one.
      host = (given != null ? given : CalledHost.of(address)).toLowerCase(Locale.ROOT);
    }
    return new Connection(connection.tcp, peer(host, address, port), host)
        .withTls(autoClose, state, configuration());
  }

  private static Peer peer(String host, InetAddress address, int port) {
    return Peer.of(host != null ? host : CalledHost.shown(address), port);
  }

  /**
   * Puts a connection in the place of the present one. If the socket was closed meanwhile, it is
   * too late for {@link #close()} to find this one, so it ends here: neither its lease nor its TCP
   * socket is left over.
   */
  private void publish(Connection next) throws SocketException {
    connection = next;
    if (closed.get()) {
      next.abandon();
      throw new SocketException("Socket is closed");
    }
  }

  /**
   * Replaces the connection, over which nothing but a refused handshake has gone, by a new one to
   * the same peer.
   */
  Connection connectAgain(Connection refused, SocketConfiguration configuration)
      throws IOException {
    Connection next = new Connection(refused.tcp.again(), refused.peer, refused.host);
    new BoundedClose(refused.tls, refused.tcp, autoClose, state.traits).abort();
    publish(next);
    next.tcp.connectLike(refused.tcp);
    publish(next.withTls(autoClose, state, configuration));
    return connection;
  }

  Connection connection() {
    return connection;
  }

  /** What the user has set of TLS so far. */
  SocketConfiguration configuration() {
    return ownConfiguration ? SocketConfiguration.of(tls()) : SocketConfiguration.NONE;
  }

  @Override
  SSLSocket tls() {
    Connection current = connection;
    return current.tls != null && current.preconnection == null ? current.tls : template();
  }

  /** A socket that is never connected, and stands for the one that TLS will be layered with. */
  private SSLSocket template() {
    if (template == null) {
      template = state.template();
    }
    return template;
  }

  @Override
  Socket tcp() {
    return connection.tcp;
  }

  /** The server, or null before the socket is connected. */
  public Peer peer() {
    return connection.peer;
  }

  /** What the handshake negotiated, or null before it has completed. */
  public Handshake handshake() {
    return handshake.completed();
  }

  /**
   * Says whether the peer has announced that it will close the connection, so that {@link #close()}
   * knows whether to wait for it. Until this is called, close timeouts if a response was read.
   */
  public void expectPeerClose(boolean announced) {
    expectPeerClose = announced;
  }

  /**
   * Says that what is written next is the beginning of a request. Who has called it calls it for
   * each: anything else that is written after part of a response is the rest of the request which
   * that response answers early. For a socket that is never told, the response decides: after one
   * that announces the close no other request is expected.
   */
  public void requestBegins() {
    exchange.requestBegins();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    ownConfiguration = true;
    SSLSocket tls = tls();
    tls.setSSLParameters(parameters);
    identifyHost(tls);
  }

  /** Has the provider verify the host if it can. */
  private void identifyHost(SSLSocket tls) {
    if (!settings.hostnameVerification()
        || tls != template && !connection.providerVerifiesHost(settings)) {
      return;
    }
    // The caller's object stays as it is.
    SSLParameters own = tls.getSSLParameters();
    if (!HostnameCheck.HTTPS.equals(own.getEndpointIdentificationAlgorithm())) {
      own.setEndpointIdentificationAlgorithm(HostnameCheck.HTTPS);
      tls.setSSLParameters(own);
    }
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    ownConfiguration = true;
    super.setEnabledProtocols(protocols);
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    ownConfiguration = true;
    super.setEnabledCipherSuites(suites);
  }

  /**
   * Does nothing: the socket is a client's.
   *
   * @throws UnsupportedOperationException if {@code mode} is false
   */
  @Override
  public void setUseClientMode(boolean mode) {
    if (!mode) {
      throw new UnsupportedOperationException(
          "A socket of ResumingSslSocketFactory is a client's; for server mode take an SSLContext of"
              + " your own");
    }
  }

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    ownConfiguration = true;
    super.setNeedClientAuth(need);
  }

  @Override
  public void setWantClientAuth(boolean want) {
    ownConfiguration = true;
    super.setWantClientAuth(want);
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    ownConfiguration = true;
    super.setEnableSessionCreation(flag);
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLSocket, List<String>, String> selector) {
    ownConfiguration = true;
    super.setHandshakeApplicationProtocolSelector(selector);
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    if (listener == null) {
      throw new IllegalArgumentException("listener is null");
    }
    listeners.addIfAbsent(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    if (listener == null || !listeners.remove(listener)) {
      throw new IllegalArgumentException(
          listener == null ? "listener is null" : "listener was not registered");
    }
  }

  /** As with JSSE, which calls them on a thread of their own, what they throw harms nobody else. */
  void tellHandshakeListeners(SSLSession session) {
    if (listeners.isEmpty()) {
      return;
    }
    HandshakeCompletedEvent event = new HandshakeCompletedEvent(this, session);
    for (HandshakeCompletedListener listener : listeners) {
      try {
        listener.handshakeCompleted(event);
      } catch (Throwable e) {
        // Other languages throw checked exceptions past the compiler.
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        LOG.log(Level.WARNING, "A HandshakeCompletedListener threw", e);
      }
    }
  }

  /**
   * Does the handshake, if none has been done; a later call is passed on to the TLS implementation.
   */
  @Override
  public void startHandshake() throws IOException {
    startHandshake(false);
  }

  /**
   * As {@link #startHandshake()}; if {@code requestFollows}, the client's last handshake messages
   * are sent together with the first application data, or before the first read.
   */
  public void startHandshake(boolean requestFollows) throws IOException {
    if (handshake.completed() != null) {
      tls().startHandshake();
    } else {
      handshake.ensure();
    }
    if (!requestFollows) {
      connection.tcp.sendHeld();
    }
  }

  /** The session; does the handshake first. If that fails, the session is not valid, as in JSSE. */
  @Override
  public SSLSession getSession() {
    if (connection.hasTls() && handshake.completed() == null) {
      try {
        handshake.ensure();
        connection.tcp.sendHeld();
      } catch (IOException e) {
        return handshake.hasFailed() || e instanceof SocketTimeoutException
            ? template().getSession()
            : tls().getSession();
      }
    }
    return tls().getSession();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    checkUsable();
    return input;
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    checkUsable();
    return output;
  }

  void checkUsable() throws SocketException {
    if (closed.get()) {
      throw new SocketException("Socket is closed");
    }
    if (!connection.hasTls()) {
      throw new SocketException("Socket is not connected");
    }
  }

  /** Whether the user has closed the socket. */
  boolean wasClosed() {
    return closed.get();
  }

  /** The connection was lost before the handshake was done. */
  void broke() {
    exchange.broke();
  }

  /** The handshake ran into SO_TIMEOUT; the next read or write goes on with it. */
  void timedOut() {
    exchange.timedOut();
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (inputShutdown) {
      return -1;
    }
    handshake.ensure();
    Connection current = connection;
    startIo();
    startReading();
    int count;
    try {
      requireNotEnded();
      // Whoever shuts the input down after this sees that somebody reads.
      count = inputShutdown ? -1 : current.in.read(bytes, offset, length);
      if (count > 0) {
        handshake.verifyRenegotiated(current, false);
      }
    } catch (SocketTimeoutException e) {
      if (current.tcp.getSoTimeout() != STALE_CHECK_TIMEOUT) {
        exchange.timedOut();
        preconnectionFailed(null);
      }
      throw e;
    } catch (IOException e) {
      preconnectionFailed(e);
      if (!exchange.everRead() && !closed.get()) {
        handshake.refusedAfterwards(current, e);
      }
      exchange.broke();
      throw e;
    } catch (RuntimeException e) {
      preconnectionFailed(e);
      exchange.broke();
      throw e;
    } finally {
      reading.decrementAndGet();
      endIo();
    }
    if (count < 0) {
      if (!inputShutdown) {
        preconnectionFailed(new EOFException());
      }
      endOfStream(current);
    } else if (count > 0 && exchange.read(bytes, offset, count)) {
      // The tickets that a server sends before its response have been read with it.
      current.lease.giveBack();
    }
    return count;
  }

  private void startReading() {
    if (preconnectionUsed == null) {
      reading.incrementAndGet();
      return;
    }
    looking.lock();
    reading.incrementAndGet();
    looking.unlock();
  }

  /**
   * The peer did not answer, or ended the connection instead: if this was a preconnected
   * connection, others may fare alike.
   *
   * @param failure null for a timeout
   */
  private void preconnectionFailed(Exception failure) {
    Preconnection preconnection = preconnectionUsed;
    if (preconnection != null
        && !closed.get()
        && exchange.state() == ExchangeProgress.State.REQUEST) {
      preconnectionUsed = null;
      preconnection.notAnswered(failure);
    }
  }

  private void endOfStream(Connection current) throws IOException {
    // TLS that leaves the TCP socket to its owner is closed by way of the peer's end.
    if (closed.get() && (autoClose || current.tcp.isClosing())) {
      throw new SocketException("Socket is closed");
    }
    if (inputShutdown) {
      return;
    }
    if (current.tcp.endOfStream()
        && exchange.state() == ExchangeProgress.State.RESPONSE
        && settings.requireCloseNotify()) {
      if (exchange.isWithinHead() && wouldSendAgain()) {
        return;
      }
      throw new TruncatedStreamException(current.peer);
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

  int available() throws IOException {
    return handshake.completed() == null || closed.get() ? 0 : connection.in.available();
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return;
    }
    handshake.ensure();
    Connection current = connection;
    startIo();
    try {
      requireStillAlive();
      handshake.verifyRenegotiated(current, reading.get() > 0);
      current.out.write(bytes, offset, length);
      current.tcp.applicationDataWritten();
    } catch (IOException | RuntimeException e) {
      exchange.broke();
      throw e;
    } finally {
      endIo();
    }
    exchange.wrote();
  }

  /**
   * What was a preconnected connection may have ended since its handshake, which nobody was told
   * of. As long as nothing was written that is the better time to say so: what was not sent can be
   * sent again. Who reads meanwhile learns of it by that; who reads later is told the same, since
   * what the peer has said, such as a 408, was read to find out.
   */
  private void requireStillAlive() throws IOException {
    Preconnection preconnection = preconnectionUsed;
    if (preconnection != null && exchange.state() == ExchangeProgress.State.IDLE) {
      looking.lock();
      try {
        if (reading.get() == 0 && !preconnection.isStillAlive()) {
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
          "The peer has ended the connection, or has spoken first, before anything was sent on it");
    }
  }

  /**
   * Whether a write has failed since the peer had ended the connection before anything was written,
   * so that nothing was sent and never will be. That happens to those opened ahead of need alone.
   */
  public boolean endedBeforeWrite() {
    return endedBeforeWrite;
  }

  /** Whether a thread is within a read or write. */
  boolean isBusy() {
    return running.get() > 0;
  }

  /**
   * Whether a thread is within a write, which the end of TLS would wait for. A reader is no matter
   * where TLS alone is ended: it reads the peer's answer to that.
   */
  private boolean isWriting() {
    return running.get() > reading.get();
  }

  /** Counts this thread in as one that a close would have to wait for. */
  void startIo() throws SocketException {
    running.incrementAndGet();
    if (closed.get()) {
      endIo();
      throw new SocketException("Socket is closed");
    }
  }

  /** This thread is done with what it {@linkplain #startIo() counted} itself in for. */
  void endIo() {
    running.decrementAndGet();
  }

  /**
   * The last timeout was that of a close of TLS layered on this socket, which has waited for the
   * peer: no response is outstanding.
   */
  void forgetTimeout() {
    exchange.notOverdue();
  }

  /**
   * Closes the connection within the close timeout, as the class comment tells. Does so once; other
   * calls return at once, but for one that follows SO_LINGER 0, which cuts a running close short.
   * The interrupt flag of the thread is left as it is.
   */
  @Override
  public void close() throws IOException {
    close(false);
  }

  /**
   * Says that {@link #close()} or {@link #abort()} follows by somebody who holds a lock, as
   * HttpClient's pool does: listeners are told of it by another thread.
   */
  public void closesWithinLock() {
    closedWithinLock = true;
    connection.tcp.closesWithinLock();
  }

  /**
   * Resets the connection, from any thread and whatever others are doing with it: nothing more is
   * written, nothing is waited for. A close that is under way is cut short.
   */
  public void abort() throws IOException {
    close(true);
  }

  private void close(boolean abort) throws IOException {
    if (!closed.compareAndSet(false, true)) {
      TcpSocket tcp = connection.tcp;
      if (autoClose && (abort || tcp.lingerZero())) {
        tcp.giveUp();
      }
      return;
    }
    Connection last = connection;
    if (last.preconnection != null && last.preconnection.release()) {
      return;
    }
    if (!last.hasTls()) {
      last.tcp.close();
      return;
    }
    long start = System.nanoTime();
    BoundedClose close = new BoundedClose(last.tls, last.tcp, autoClose, state.traits);
    Handshake done = handshake.completed();
    try {
      boolean givenUp =
          abort
              || last.tcp.lingerZero()
              || (autoClose ? exchange.isOverdue() : isWriting())
              || exchange.state() == ExchangeProgress.State.BROKEN;
      if (done != null) {
        CloseOutcome outcome =
            givenUp
                ? close.abort()
                : autoClose && isBusy() ? close.underUse() : orderly(close, last);
        tellClosed(
            new ConnectionClosed(
                last.peer, done, outcome, exchange.reuses(), System.nanoTime() - start));
      } else if (givenUp || handshake.isRunning()) {
        close.abort();
      } else {
        close.withoutHandshake();
      }
    } finally {
      last.lease.giveBack();
    }
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
   * The handshake has completed and that was told. A close that came before that has told of
   * nothing yet.
   */
  void handshakeTold(Handshake done) {
    if (closed.get()) {
      tellClosed(new ConnectionClosed(peer(), done, CloseOutcome.ABORTED, 0, 0));
    }
  }

  private CloseOutcome orderly(BoundedClose close, Connection last) throws IOException {
    if (!autoClose) {
      return close.leavingTcp();
    }
    ExchangeProgress.State now = exchange.state();
    if (now == ExchangeProgress.State.ENDED || last.tcp.endOfStream()) {
      return close.atOnce(BoundedClose.end(last.tcp));
    }
    if (expectPeerClose && now == ExchangeProgress.State.RESPONSE) {
      return close.peerFirst(
          last.in,
          !isTls13(),
          last.lease.closeTimeout(),
          exchange.lastReadNanos(),
          settings.drainLimit());
    }
    return close.atOnce(CloseOutcome.LOCAL);
  }

  private boolean isTls13() {
    return handshake.completed().protocol().equals(Handshake.TLS13);
  }

  /**
   * Ends the reading side: reads give an end of stream from now on, one under way too. Nothing is
   * told to the peer, and the session stays resumable (JDK-8253368).
   */
  @Override
  public void shutdownInput() throws IOException {
    checkUsable();
    inputShutdown = true;
    if (reading.get() > 0) {
      connection.tcp.shutdownInput();
    }
  }

  /**
   * Also once the peer's end was read, as JSSE tells it of a socket that is not to close the TCP
   * socket with it. HttpClient 5, whose own are such, asks this before it sends the body of a
   * request.
   */
  @Override
  public boolean isInputShutdown() {
    return inputShutdown
        || closed.get()
        || (exchange.state() == ExchangeProgress.State.ENDED && state.traits.tellsPeersEnd());
  }

  /** Sends close_notify and ends the writing side (RFC 8446 section 6.1). */
  @Override
  public void shutdownOutput() throws IOException {
    checkUsable();
    if (connection.preconnection != null) {
      // As with JSSE before its handshake, which fails then.
      outputShutdown = true;
      return;
    }
    super.shutdownOutput();
    connection.tcp.applicationDataWritten();
  }

  @Override
  public boolean isOutputShutdown() {
    return outputShutdown || super.isOutputShutdown();
  }

  /**
   * As any socket's, but for one that TLS has closed since it failed, such as by an alert in place
   * of the response: clients that put the timeout back then would tell of this, and not of the
   * alert.
   */
  @Override
  public void setSoTimeout(int timeout) throws SocketException {
    try {
      super.setSoTimeout(timeout);
    } catch (SocketException e) {
      if (closed.get() || exchange.state() != ExchangeProgress.State.BROKEN) {
        throw e;
      }
    }
  }

  @Override
  public boolean isClosed() {
    return closed.get() || connection.tcp.isClosed();
  }

  @Override
  public String toString() {
    return "ResumingSslSocket[" + (peer() == null ? "unconnected" : peer()) + "]";
  }
}
