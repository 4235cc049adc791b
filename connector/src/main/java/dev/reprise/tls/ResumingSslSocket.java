package dev.reprise.tls;

import dev.reprise.tls.internal.channel.Connection;
import dev.reprise.tls.internal.channel.Tcp;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.HandshakeCompletedEvent;
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
 *       it resets the connection. A TLS record that fails closes it at once;
 *   <li>a client cannot switch off the host name check with SSLParameters.
 * </ul>
 *
 * <p>It has no server mode.
 *
 * <p>Thread-safe as JSSE's sockets are: one thread may read while another one writes, and any
 * thread may close.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // It forwards to thread-safe objects.
public final class ResumingSslSocket extends ForwardingSslSocket {

  private static final System.Logger LOG = System.getLogger(ResumingSslSocket.class.getName());

  /** The name that the certificate must match, or null for the name of the address. */
  private final String hostName;

  final Connection connection;
  private final CopyOnWriteArrayList<HandshakeCompletedListener> listeners =
      new CopyOnWriteArrayList<>();

  /** Makes an unconnected socket. The certificate must match {@code hostName} unless it is null. */
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
  Connection connection() {
    return connection;
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
   * Connects like {@link #connect(SocketAddress, int)}, but verifies {@code host} instead of the
   * name of the address.
   *
   * <p>Without a host, the certificate must match the name that the address was made from, or else
   * the address itself. A name from a reverse look-up is never used. With JSSE, the name that the
   * address was made from is used if it has a dot. Any other name, and any name with another
   * provider, is used only while the JVM's cache of names ({@code networkaddress.cache.ttl}) still
   * holds that address object.
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
   * Sets whether {@link #close()} may wait for the peer to close; by default it may. Pass false if
   * the peer has not announced a close. If no response was read, a close never waits.
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

  /** Calls the listeners. As with JSSE, what one throws affects neither the caller nor others. */
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
   * Returns the session, and does the handshake first if none was done. If the handshake fails, the
   * session is not valid, as in JSSE.
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
   * Closes the connection in bounded time, as described for the class. Only the first call closes,
   * and others return at once. A later call after {@code setSoLinger(true, 0)} cuts a running close
   * short. The thread's interrupt flag stays as it is.
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
   * Ends the reading side: all reads return end of stream, including one that is running. Sends
   * nothing to the peer, and the session can still be resumed (JDK-8253368). A handshake that
   * another thread is doing fails.
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
   * handshake, it prevents the handshake. With a provider other than JSSE it ends only TCP, since
   * nothing could be read after close_notify.
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
}
