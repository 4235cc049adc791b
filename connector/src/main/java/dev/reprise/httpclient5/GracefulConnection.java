package dev.reprise.httpclient5;

import dev.reprise.http.Exchange;
import dev.reprise.http.RequestProgress;
import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Identifiable;
import org.apache.hc.core5.util.Timeout;

/**
 * A connection that knows how far a request got, whether the response was read, and whether the
 * peer is about to close. HttpClient resets a connection that it does not keep. This one lets the
 * peer close first or sends close_notify, on the caller's thread and outside of the pool's lock.
 * Under the lock HttpClient closes gracefully (httpcomponents-client pull request 725), and this
 * connection waits for nothing. An immediate close before the response was read is a reset.
 */
final class GracefulConnection implements ManagedHttpClientConnection, Identifiable {

  private final ManagedHttpClientConnection connection;
  private final ResumingSslSocketFactory sockets;
  private final long madeUnder;
  private final Exchange exchange;
  private HttpRequest request;

  GracefulConnection(ManagedHttpClientConnection connection, ResumingSslSocketFactory sockets) {
    this.connection = connection;
    this.sockets = sockets;
    exchange = new Exchange(connection::getSocket);
    this.madeUnder = sockets.reloads();
  }

  /**
   * Returns how far a call with this context got if it fails before this attempt is sent.
   * HttpClient sets the connection's addresses in the context when it begins to send. A context
   * without an exchange id gives {@code UNKNOWN}: its owner may be repeating a call.
   */
  static RequestProgress unsent(HttpContext context) {
    HttpClientContext call = HttpClientContext.cast(context);
    return call != null && call.getExchangeId() != null && call.getEndpointDetails() == null
        ? RequestProgress.NOT_SENT
        : RequestProgress.UNKNOWN;
  }

  /** Returns the exchange of a connection, or one without a socket if Reprise did not make it. */
  static Exchange exchangeOf(ManagedHttpClientConnection connection) {
    return connection instanceof GracefulConnection
        ? ((GracefulConnection) connection).exchange
        : new Exchange(() -> null);
  }

  @Override
  public void bind(Socket socket) throws IOException {
    connection.bind(socket);
  }

  /** HttpCore resets the second socket, and a TLS socket of Reprise has to learn of the reset. */
  @Override
  public void bind(SSLSocket tls, Socket socket) throws IOException {
    connection.bind(tls, tls instanceof ResumingSslSocket ? tls : socket);
  }

  @Override
  public void sendRequestHeader(ClassicHttpRequest head) throws HttpException, IOException {
    request = head;
    boolean hasBody = head.getEntity() != null;
    exchange.begins(head.getMethod(), hasBody, connection.isOpen());
    exchange.doing(() -> connection.sendRequestHeader(head));
  }

  @Override
  public void sendRequestEntity(ClassicHttpRequest head) throws HttpException, IOException {
    exchange.doing(() -> connection.sendRequestEntity(head));
    // HttpCore stops sending the body if the response has already arrived.
    exchange.bodySent(!connection.isConsistent());
  }

  @Override
  public void terminateRequest(ClassicHttpRequest head) throws HttpException, IOException {
    connection.terminateRequest(head);
  }

  @Override
  public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
    ClassicHttpResponse response = exchange.reading(connection::receiveResponseHeader);
    if (response.getCode() >= HttpStatus.SC_SUCCESS
        && exchange.answered(response.getCode(), () -> announcesClose(response))
        && !MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
      exchange.ended();
    }
    return response;
  }

  /** Returns whether a close follows: RFC 9112 sections 9.6, 9.3 (HTTP/1.0), 6.3 (no length). */
  private boolean announcesClose(ClassicHttpResponse response) {
    return !DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(
        request, response, HttpCoreContext.create());
  }

  @Override
  public void receiveResponseEntity(ClassicHttpResponse response)
      throws HttpException, IOException {
    exchange.doing(() -> connection.receiveResponseEntity(response));
    HttpEntity entity = response.getEntity();
    if (entity == null || !entity.isStreaming()) {
      exchange.ended();
    } else {
      response.setEntity(body(entity));
    }
  }

  /**
   * Wraps the body without its length, so that the last byte is not yet the end. A caller that has
   * read it may close the pool, and under the pool's lock nothing may wait. HttpClient itself
   * closes the connection when it sees the end.
   */
  private HttpEntity body(HttpEntity entity) {
    return new HttpEntityWrapper(entity) {
      @Override
      public InputStream getContent() throws IOException {
        InputStream content = super.getContent();
        InputStream body = exchange.body(content, -1, exchange::ended);
        return content instanceof ChunkedInputStream
            ? new Chunked((ChunkedInputStream) content, body)
            : body;
      }

      @Override
      public void close() throws IOException {
        getContent().close();
      }

      @Override
      public void writeTo(OutputStream out) throws IOException {
        AbstractHttpEntity.writeTo(this, out);
      }
    };
  }

  /** HttpClient takes trailers only from a ChunkedInputStream. */
  private static final class Chunked extends ChunkedInputStream {

    private final ChunkedInputStream content;
    private final InputStream body;

    Chunked(ChunkedInputStream content, InputStream body) {
      super(new SessionInputBufferImpl(16), InputStream.nullInputStream());
      this.content = content;
      this.body = body;
    }

    @Override
    public int available() throws IOException {
      return body.available();
    }

    @Override
    public int read() throws IOException {
      return body.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return body.read(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      body.close();
    }

    @Override
    public Header[] getFooters() {
      return content.getFooters();
    }
  }

  @Override
  public void flush() throws IOException {
    exchange.doing(connection::flush);
    exchange.flushed();
  }

  /** Returns false also after a reload, so that the connection does not go back to the pool. */
  @Override
  public boolean isConsistent() {
    return connection.isConsistent() && madeUnder == sockets.reloads();
  }

  @Override
  public void close() throws IOException {
    if (!closeTls(false)) {
      connection.close();
    }
  }

  @Override
  public void close(CloseMode mode) {
    boolean atEnd = mode == CloseMode.IMMEDIATE && exchange.hasEnded();
    boolean orderly = atEnd || mode != CloseMode.IMMEDIATE;
    if (!orderly || !closeTls(atEnd && exchange.peerCloses())) {
      connection.close(mode);
    }
  }

  /**
   * Closes the TLS socket before the wrapped connection would half-close or reset it. Returns
   * whether there was an open socket of Reprise.
   */
  private boolean closeTls(boolean afterPeer) {
    ResumingSslSocket socket = exchange.tls();
    if (socket == null) {
      return false;
    }
    socket.expectPeerClose(afterPeer);
    Exchange.closeQuietly(socket);
    connection.close(CloseMode.IMMEDIATE);
    return true;
  }

  @Override
  public boolean isDataAvailable(Timeout timeout) throws IOException {
    return exchange.reading(() -> connection.isDataAvailable(timeout));
  }

  @Override
  public boolean isStale() throws IOException {
    return connection.isStale();
  }

  @Override
  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public void passivate() {
    connection.passivate();
  }

  @Override
  public Socket getSocket() {
    return connection.getSocket();
  }

  @Override
  public void activate() {
    connection.activate();
  }

  @Override
  public SSLSession getSSLSession() {
    return connection.getSSLSession();
  }

  @Override
  public EndpointDetails getEndpointDetails() {
    return connection.getEndpointDetails();
  }

  @Override
  public SocketAddress getLocalAddress() {
    return connection.getLocalAddress();
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return connection.getRemoteAddress();
  }

  @Override
  public ProtocolVersion getProtocolVersion() {
    return connection.getProtocolVersion();
  }

  @Override
  public Timeout getSocketTimeout() {
    return connection.getSocketTimeout();
  }

  @Override
  public void setSocketTimeout(Timeout timeout) {
    connection.setSocketTimeout(timeout);
  }

  @Override
  public String getId() {
    return connection instanceof Identifiable ? ((Identifiable) connection).getId() : null;
  }

  @Override
  public String toString() {
    return connection.toString();
  }
}
