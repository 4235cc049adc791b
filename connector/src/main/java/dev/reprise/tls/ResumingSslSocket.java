package dev.reprise.tls;

import dev.reprise.tls.internal.channel.Connection;
import dev.reprise.tls.internal.channel.Tcp;
import dev.reprise.tls.internal.channel.TlsChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

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
 *   <li>a client cannot switch off the host name check with SSLParameters.
 * </ul>
 *
 * <p>It has no server mode.
 *
 * <p>Thread-safe as JSSE's sockets are: one thread may read while another one writes, and any
 * thread may close.
 *
 * @since 0.1.0
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // What it forwards to guards itself.
public final class ResumingSslSocket extends SSLSocket {

  private static final String NOT_SUPPORTED = "This method is not supported by SSLSockets";
  private static final System.Logger LOG = System.getLogger(ResumingSslSocket.class.getName());

  /** The name of the host that it will be connected to, or null for that of the address. */
  private final String hostName;

  final Connection connection;
  private final CopyOnWriteArrayList<HandshakeCompletedListener> listeners =
      new CopyOnWriteArrayList<>();

  /** An unconnected one, for a host that is known by this name, unless that is null. */
  ResumingSslSocket(FactoryState state, String hostName) {
    this(state, new Tcp(), false, hostName);
  }

  ResumingSslSocket(FactoryState state, Socket socket, String host, int port) throws IOException {
    this(state, new Tcp(socket, beneath(socket)), false, null);
    connection.layer(host, port);
  }

  ResumingSslSocket(FactoryState state, Tcp tcp, boolean forPreconnection, String hostName) {
    this.hostName = hostName;
    this.connection =
        new Connection(
            this,
            state,
            tcp,
            forPreconnection ? null : state.preconnections,
            forPreconnection,
            this::tellListeners);
  }

  private static Connection beneath(Socket socket) {
    return socket instanceof ResumingSslSocket ? ((ResumingSslSocket) socket).connection : null;
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
   * address was made from, if it has a dot. Any other name, and any name with another provider, is
   * used only while the JVM's cache of names ({@code networkaddress.cache.ttl}) still holds that
   * address object.
   *
   * @param endpoint where to connect, an {@link InetSocketAddress}
   * @param timeout milliseconds; 0 waits without limit
   * @param host the name that the certificate must match; null or empty for that of the address
   */
  public void connect(SocketAddress endpoint, int timeout, String host) throws IOException {
    if (!(endpoint instanceof InetSocketAddress)) {
      throw new SocketException("Cannot handle non-Inet socket addresses.");
    }
    connection.connect((InetSocketAddress) endpoint, timeout, host);
  }

  /** Returns the server, or null before the socket is connected. */
  public Peer peer() {
    return connection.peer();
  }

  /** Returns what the handshake negotiated, or null before it has completed. */
  public Handshake handshake() {
    return connection.handshake();
  }

  /**
   * Sets whether the peer has announced that it will close the connection, so that {@link #close()}
   * waits only if it has. Unless this is called, a close waits if a response was read.
   */
  public void expectPeerClose(boolean announced) {
    connection.expectPeerClose(announced);
  }

  /**
   * Announces that the next write begins a request. A caller that uses this method must call it for
   * each request. Otherwise, what is written after part of a response counts as the rest of a
   * request that was answered early. If it is never called, the response decides: after one that
   * announces the close, no other request is expected.
   */
  public void requestBegins() {
    connection.requestBegins();
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
  private void tellListeners(SSLSession session) {
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
   * Does the handshake if none was done. A later call begins a new handshake with TLS 1.2, and
   * renews the keys with TLS 1.3. Without this call the first read or write does the handshake, and
   * the client's last handshake messages go out together with what is written.
   */
  @Override
  public void startHandshake() throws IOException {
    connection.startHandshake();
  }

  /**
   * Returns the session, after the handshake. If the handshake fails, the session is not valid, as
   * in JSSE.
   */
  @Override
  public SSLSession getSession() {
    return connection.session();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return connection.input();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return connection.output();
  }

  /**
   * Returns whether a write failed because the peer had ended the connection before anything was
   * written. If so, nothing was sent, and nothing will be. This happens only to preconnected
   * connections.
   */
  public boolean endedBeforeWrite() {
    return connection.endedBeforeWrite();
  }

  /**
   * Closes the connection within the close timeout, as described for the class. Only the first call
   * closes, and others return at once. A later call after {@code setSoLinger(true, 0)} cuts a
   * running close short. The thread's interrupt flag stays as it is.
   */
  @Override
  public void close() throws IOException {
    connection.close(false);
  }

  /**
   * Resets the connection, from any thread and whatever other threads do with it. Writes nothing
   * more and waits for nothing. Cuts short a close that is running.
   */
  public void abort() throws IOException {
    connection.close(true);
  }

  /**
   * Ends the reading side: all reads return end of stream, including one that is running. The peer
   * is not told, and the session can still be resumed (JDK-8253368). A handshake that another
   * thread is doing fails.
   */
  @Override
  public void shutdownInput() throws IOException {
    connection.shutdownInput();
  }

  /**
   * Also returns true once the peer's end of stream was read, as JSSE does for a socket whose close
   * leaves the TCP socket open. HttpClient 5 layers such sockets, and checks this before it sends
   * the body of a request.
   */
  @Override
  public boolean isInputShutdown() {
    return connection.isInputShutdown();
  }

  /**
   * Sends close_notify and ends the writing side (RFC 8446 section 6.1). Called before the
   * handshake, it prevents the handshake. With a provider other than JSSE it sends only the end of
   * TCP, since nothing could be read after close_notify.
   */
  @Override
  public void shutdownOutput() throws IOException {
    connection.shutdownOutput();
  }

  @Override
  public boolean isOutputShutdown() {
    return connection.isOutputShutdown();
  }

  @Override
  public boolean isClosed() {
    return connection.isClosed();
  }

  @Override
  public String toString() {
    return "ResumingSslSocket[" + (peer() == null ? "unconnected" : peer()) + "]";
  }

  // From here on: what concerns only TCP, or what TLS is set to before the handshake.

  private Tcp tcp() {
    return connection.tcp();
  }

  /** The channel over it; null as long as there is none. */
  TlsChannel channel() {
    return connection.channel();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return connection.parameters.asked().getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return connection.parameters.asked().getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    connection.parameters.set(engine -> engine.setEnabledCipherSuites(suites));
  }

  @Override
  public String[] getSupportedProtocols() {
    return connection.parameters.asked().getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return connection.parameters.asked().getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    connection.parameters.set(engine -> engine.setEnabledProtocols(protocols));
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
          "A socket of ResumingSslSocketFactory has no server mode. For a server use an SSLContext"
              + " of your own");
    }
  }

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    connection.parameters.set(engine -> engine.setNeedClientAuth(need));
  }

  @Override
  public boolean getNeedClientAuth() {
    return connection.parameters.asked().getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    connection.parameters.set(engine -> engine.setWantClientAuth(want));
  }

  @Override
  public boolean getWantClientAuth() {
    return connection.parameters.asked().getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    connection.parameters.set(engine -> engine.setEnableSessionCreation(flag));
  }

  @Override
  public boolean getEnableSessionCreation() {
    return connection.parameters.asked().getEnableSessionCreation();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return connection.parameters.asked().getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters all) {
    connection.parameters.set(all);
  }

  @Override
  public SSLSession getHandshakeSession() {
    TlsChannel channel = channel();
    return channel == null ? null : channel.engine.getHandshakeSession();
  }

  @Override
  public String getApplicationProtocol() {
    TlsChannel channel = channel();
    return channel == null ? null : channel.engine.getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    TlsChannel channel = channel();
    return channel == null ? null : channel.engine.getHandshakeApplicationProtocol();
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLSocket, List<String>, String> selector) {
    connection.parameters.selector(selector);
  }

  @Override
  public BiFunction<SSLSocket, List<String>, String> getHandshakeApplicationProtocolSelector() {
    return connection.parameters.selector();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    throw new SocketException(NOT_SUPPORTED);
  }

  @Override
  public void setOOBInline(boolean on) throws SocketException {
    throw new SocketException(NOT_SUPPORTED);
  }

  @Override
  public boolean getOOBInline() throws SocketException {
    throw new SocketException(NOT_SUPPORTED);
  }

  @Override
  public void bind(SocketAddress bindpoint) throws IOException {
    tcp().bind(bindpoint);
  }

  @Override
  public boolean isConnected() {
    return tcp().socket().isConnected();
  }

  @Override
  public boolean isBound() {
    return tcp().socket().isBound();
  }

  @Override
  public InetAddress getInetAddress() {
    return tcp().socket().getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return tcp().socket().getLocalAddress();
  }

  @Override
  public int getPort() {
    return tcp().socket().getPort();
  }

  @Override
  public int getLocalPort() {
    return tcp().socket().getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return tcp().socket().getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return tcp().socket().getLocalSocketAddress();
  }

  @Override
  public SocketChannel getChannel() {
    return null;
  }

  @Override
  public void setSoLinger(boolean on, int linger) throws SocketException {
    tcp().soLinger(on, linger);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return tcp().opened().getSoLinger();
  }

  @Override
  public void setSoTimeout(int timeout) throws SocketException {
    tcp().soTimeout(timeout);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return tcp().soTimeout();
  }

  @Override
  public void setSendBufferSize(int size) throws SocketException {
    tcp().sendBufferSize(size);
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return tcp().opened().getSendBufferSize();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    tcp().set(s -> s.setTcpNoDelay(on));
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return tcp().opened().getTcpNoDelay();
  }

  @Override
  public void setReceiveBufferSize(int size) throws SocketException {
    tcp().set(s -> s.setReceiveBufferSize(size));
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return tcp().opened().getReceiveBufferSize();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    tcp().set(s -> s.setKeepAlive(on));
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return tcp().opened().getKeepAlive();
  }

  @Override
  public void setTrafficClass(int trafficClass) throws SocketException {
    tcp().set(s -> s.setTrafficClass(trafficClass));
  }

  @Override
  public int getTrafficClass() throws SocketException {
    return tcp().opened().getTrafficClass();
  }

  @Override
  public void setReuseAddress(boolean on) throws SocketException {
    tcp().set(s -> s.setReuseAddress(on));
  }

  @Override
  public boolean getReuseAddress() throws SocketException {
    return tcp().opened().getReuseAddress();
  }

  @Override
  public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    tcp().socket().setPerformancePreferences(connectionTime, latency, bandwidth);
  }

  @Override
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    tcp().setOption(name, value);
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    return tcp().opened().getOption(name);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return tcp().socket().supportedOptions();
  }
}
