package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLException;
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
 *   <li>{@link #close()} waits for the peer's close, for the close wait at most, if a response was
 *       read; it resets the connection under a running read or write, after an I/O error or
 *       timeout, and with SO_LINGER 0;
 *   <li>a client cannot switch the host name check off by SSLParameters.
 * </ul>
 *
 * <p>Thread-safe as JSSE's sockets are: one thread may read while another one writes, and any may
 * close.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // An atomic flag guards the close.
public final class ResumingSslSocket extends DelegatingSslSocket {

  /** Pools look for an idle connection's end with a read of this SO_TIMEOUT, in milliseconds. */
  private static final int STALE_CHECK_TIMEOUT = 1;

  private final TlsState state;
  private final TlsSettings settings;
  private final boolean autoClose;
  private final InputStream input = new TlsInput(this);
  private final OutputStream output = new TlsOutput(this);
  private final ReentrantLock handshakeLock = new ReentrantLock();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicInteger running = new AtomicInteger();
  private final List<HandshakeCompletedListener> listeners = new CopyOnWriteArrayList<>();

  private volatile TcpSocket tcp;
  private volatile SSLSocket template;
  private volatile TlsLayer layer;
  private volatile boolean ownParameters;
  private String host;
  private Peer peer;
  private volatile Handshake handshake;
  private volatile IOException handshakeFailure;

  private volatile boolean expectPeerClose = true;
  private volatile boolean broken;
  private volatile boolean responseBegun;
  private volatile boolean ended;
  private volatile boolean inputShutdown;
  private final AtomicLong written = new AtomicLong();

  /** An unconnected socket; TLS is layered on when it is connected. */
  ResumingSslSocket(ResumingSslSocketFactory factory) throws SocketException {
    this(factory, new TcpSocket(), true);
  }

  /** TLS layered on a connected socket. */
  ResumingSslSocket(
      ResumingSslSocketFactory factory, Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    this(factory, new TcpSocket(socket, autoClose), autoClose);
    layer(
        host,
        host != null ? host : hostOf(socket.getRemoteSocketAddress()),
        port >= 0 ? port : socket.getPort());
  }

  private ResumingSslSocket(ResumingSslSocketFactory factory, TcpSocket tcp, boolean autoClose) {
    this.state = factory.state();
    this.settings = state.settings;
    this.tcp = tcp;
    this.autoClose = autoClose;
  }

  /** The host as the caller named it, without asking DNS. */
  private static String hostOf(SocketAddress address) {
    return ((InetSocketAddress) address).getHostString();
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    connect(endpoint, timeout, null);
  }

  /**
   * Connects, as {@link #connect(SocketAddress, int)}, to a host known by another name than the
   * address has.
   *
   * @param host the name that the certificate must match; null for the one that the address was
   *     made from
   */
  public void connect(SocketAddress endpoint, int timeout, String host) throws IOException {
    if (endpoint instanceof InetSocketAddress && ((InetSocketAddress) endpoint).isUnresolved()) {
      throw new UnknownHostException(hostOf(endpoint));
    }
    tcp.connect(endpoint, timeout);
    try {
      layer(host, host != null ? host : hostOf(endpoint), ((InetSocketAddress) endpoint).getPort());
    } catch (IOException | RuntimeException e) {
      tcp.close();
      throw e;
    }
  }

  /**
   * Layers TLS on the connected transport. With a null host JSSE takes the name that the address
   * was made from, and never one from a reverse look-up. Other providers have no way to that name
   * and would verify the address, so they are given the name that the address has.
   */
  private void layer(String givenHost, String peerHost, int port) throws IOException {
    host = givenHost != null || state.jsse ? givenHost : peerHost;
    peer = Peer.of(peerHost, port);
    layer = TlsLayer.over(tcp, host, peer, autoClose, state, this::configureAsTemplate);
  }

  /** Takes over what the user configured before there was a connection. */
  private void configureAsTemplate(SSLSocket layered) {
    SSLSocket configured = template;
    if (configured != null) {
      layered.setUseClientMode(configured.getUseClientMode());
      layered.setEnableSessionCreation(configured.getEnableSessionCreation());
      layered.setSSLParameters(withHostnameVerification(configured.getSSLParameters()));
    }
  }

  @Override
  SSLSocket tls() {
    TlsLayer layered = layer;
    if (layered != null) {
      return layered.tls;
    }
    if (template == null) {
      try {
        SSLSocket made = (SSLSocket) settings.probe().getSocketFactory().createSocket();
        made.setSSLParameters(settings.sslParameters());
        template = made;
        ownParameters = true;
      } catch (IOException e) {
        throw new IllegalStateException("The TLS provider makes no unconnected socket", e);
      }
    }
    return template;
  }

  @Override
  Socket tcp() {
    return tcp;
  }

  /** The server, or null before the socket is connected. */
  public Peer peer() {
    return peer;
  }

  /** What the handshake negotiated, or null before it has completed. */
  public Handshake handshake() {
    return handshake;
  }

  /**
   * Says whether the peer has announced that it will close the connection, so that {@link #close()}
   * knows whether to wait for it. Until this is called, close waits if a response was read.
   */
  public void expectPeerClose(boolean announced) {
    expectPeerClose = announced;
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    ownParameters = true;
    super.setSSLParameters(withHostnameVerification(parameters));
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    ownParameters = true;
    super.setEnabledProtocols(protocols);
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    ownParameters = true;
    super.setEnabledCipherSuites(suites);
  }

  private SSLParameters withHostnameVerification(SSLParameters parameters) {
    if (settings.hostnameVerification()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    return parameters;
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    if (listener == null) {
      throw new IllegalArgumentException("listener is null");
    }
    listeners.add(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    if (!listeners.remove(listener)) {
      throw new IllegalArgumentException("listener was not registered");
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
    if (handshake != null) {
      tls().startHandshake();
    } else {
      ensureHandshake();
    }
    if (!requestFollows) {
      tcp.sendHeld();
    }
  }

  /** The session; does the handshake first. If that fails, the session is not valid, as in JSSE. */
  @Override
  public SSLSession getSession() {
    if (layer != null && handshakeFailure == null) {
      try {
        ensureHandshake();
        tcp.sendHeld();
      } catch (IOException e) {
        return tls().getSession();
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

  private void checkUsable() throws SocketException {
    if (closed.get()) {
      throw new SocketException("Socket is closed");
    }
    if (layer == null) {
      throw new SocketException("Socket is not connected");
    }
  }

  private void ensureHandshake() throws IOException {
    if (handshake != null) {
      return;
    }
    checkUsable();
    handshakeLock.lock();
    try {
      if (handshakeFailure != null) {
        throw new SSLException("The handshake with " + peer + " failed before", handshakeFailure);
      }
      if (handshake == null) {
        doHandshake();
      }
    } finally {
      handshakeLock.unlock();
    }
  }

  private void doHandshake() throws IOException {
    long start = System.nanoTime();
    Handshake completed;
    try {
      completed = firstHandshake(start);
    } catch (IOException e) {
      handshakeFailure = e;
      broken |= TlsLayer.isOfTransport(e);
      layer.release(e);
      settings.listener().handshakeFailed(peer, e, Duration.ofNanos(System.nanoTime() - start));
      throw e;
    }
    tcp.settled();
    layer.lease.handshaked(completed.protocol(), completed.resumed());
    handshake = completed;
    settings.listener().handshakeCompleted(peer, completed);
    if (!listeners.isEmpty()) {
      HandshakeCompletedEvent event = new HandshakeCompletedEvent(this, layer.tls.getSession());
      listeners.forEach(listener -> listener.handshakeCompleted(event));
    }
  }

  /** The handshake, with a reduced offer if there is one and the connection can be made again. */
  private Handshake firstHandshake(long start) throws IOException {
    TlsLayer first = layer;
    FullHandshakeCause ifFull = first.lease.ifFull();
    ReducedOffer offer =
        ifFull == FullHandshakeCause.NOT_ACCEPTED && state.jsse && tcp.repeatable()
            ? first.lease.offers().reduced()
            : null;
    if (offer == null) {
      return first.handshake(ifFull, start);
    }
    SSLParameters everything = ownParameters ? first.tls.getSSLParameters() : null;
    if (!offer.applyTo(first.tls, ownParameters)) {
      return first.handshake(ifFull, start);
    }
    try {
      return first.handshakeReduced(start);
    } catch (IOException e) {
      first.lease.offers().refused(offer, System.nanoTime());
      if (TlsLayer.isTimeout(e) || closed.get()) {
        throw e;
      }
      first.release(e);
      return connectAgain(first, everything).handshake(ifFull, start);
    }
  }

  /**
   * Replaces the TCP connection, over which nothing but a refused handshake has gone, by a new one.
   *
   * @param everything the user's SSLParameters, or null for those of the settings
   */
  private TlsLayer connectAgain(TlsLayer refused, SSLParameters everything) throws IOException {
    TcpSocket next = refused.tcp.again();
    refused.tcp.reset();
    tcp = next;
    if (closed.get()) {
      throw new SocketException("Socket is closed");
    }
    next.connectLike(refused.tcp);
    TlsLayer layered =
        TlsLayer.over(
            next,
            host,
            peer,
            autoClose,
            state,
            socket -> {
              if (everything != null) {
                socket.setSSLParameters(everything);
              }
            });
    layer = layered;
    if (closed.get()) {
      layered.lease.giveBack();
      next.reset();
      throw new SocketException("Socket is closed");
    }
    return layered;
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    if (inputShutdown) {
      return -1;
    }
    ensureHandshake();
    startIo();
    int count;
    try {
      count = layer.in.read(bytes, offset, length);
    } catch (SocketTimeoutException e) {
      broken = tcp.getSoTimeout() != STALE_CHECK_TIMEOUT;
      throw e;
    } catch (IOException e) {
      broken = true;
      throw e;
    } finally {
      running.decrementAndGet();
    }
    if (count < 0) {
      endOfStream();
    } else if (count > 0 && !responseBegun) {
      responseBegun = true;
      broken = false;
      // The tickets that a server sends before its response have been read with it.
      layer.lease.giveBack();
    }
    return count;
  }

  private void endOfStream() throws IOException {
    if (closed.get()) {
      throw new SocketException("Socket is closed");
    }
    ended = true;
    if (tcp.endOfStream() && responseBegun && settings.requireCloseNotify()) {
      throw new TruncatedStreamException(peer);
    }
  }

  int available() throws IOException {
    return handshake == null || closed.get() ? 0 : layer.in.available();
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    ensureHandshake();
    startIo();
    try {
      layer.out.write(bytes, offset, length);
      tcp.applicationDataWritten();
    } catch (IOException e) {
      broken = true;
      throw e;
    } finally {
      running.decrementAndGet();
    }
    broken = false;
    responseBegun = false;
    written.addAndGet(length);
  }

  /** Whether a thread is within a read or write, so that a close is an abort. */
  boolean isBusy() {
    return running.get() > 0;
  }

  /** Counts this thread in as one that a close would have to wait for. */
  private void startIo() throws SocketException {
    running.incrementAndGet();
    if (closed.get()) {
      running.decrementAndGet();
      throw new SocketException("Socket is closed");
    }
  }

  /**
   * Closes the connection within the close wait, as the class comment tells. Does so once; other
   * calls return at once. The interrupt flag of the thread is left as it is.
   */
  @Override
  public void close() throws IOException {
    close(false);
  }

  /**
   * Resets the connection, from any thread and whatever others are doing with it: nothing more is
   * written, nothing is waited for. A close that is under way is cut short.
   */
  public void abort() throws IOException {
    if (closed.get()) {
      tcp.reset();
    } else {
      close(true);
    }
  }

  private void close(boolean abort) throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    TlsLayer layered = layer;
    if (layered == null) {
      tcp.close();
      return;
    }
    long start = System.nanoTime();
    BoundedClose close = new BoundedClose(layered.tls, tcp, autoClose, state.jsse);
    try {
      boolean givenUp = abort || tcp.lingerZero() || isBusy() || broken;
      if (handshake != null) {
        CloseOutcome outcome = givenUp ? close.abort() : orderly(close);
        settings
            .listener()
            .closed(peer, handshake, outcome, Duration.ofNanos(System.nanoTime() - start));
      } else if (givenUp || handshakeLock.isLocked()) {
        close.abort();
      } else {
        close.withoutHandshake();
      }
    } finally {
      layered.lease.giveBack();
    }
  }

  private CloseOutcome orderly(BoundedClose close) throws IOException {
    if (ended) {
      return close.atOnce(BoundedClose.end(tcp), written.get());
    }
    if (expectPeerClose && responseBegun) {
      return close.peerFirst(
          layer.in, layer.lease.closeWait(), settings.drainLimit(), written.get());
    }
    return close.atOnce(CloseOutcome.LOCAL, written.get());
  }

  /**
   * Ends the reading side: reads give an end of stream from now on. Nothing is told to the peer,
   * and the session stays resumable (JDK-8253368).
   */
  @Override
  public void shutdownInput() throws IOException {
    checkUsable();
    inputShutdown = true;
  }

  @Override
  public boolean isInputShutdown() {
    return inputShutdown;
  }

  /** Sends close_notify and ends the writing side (RFC 8446 section 6.1). */
  @Override
  public void shutdownOutput() throws IOException {
    checkUsable();
    super.shutdownOutput();
  }

  @Override
  public boolean isClosed() {
    return closed.get() || tcp.isClosed();
  }

  @Override
  public String toString() {
    return "ResumingSslSocket[" + (peer == null ? "unconnected" : peer) + "]";
  }
}
