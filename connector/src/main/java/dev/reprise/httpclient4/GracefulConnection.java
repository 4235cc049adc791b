package dev.reprise.httpclient4;

import dev.reprise.http.Exchange;
import dev.reprise.http.RequestProgress;
import dev.reprise.tls.ResumingSslSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSession;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpConnectionMetrics;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.HttpStatus;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.entity.BasicHttpEntity;
import org.apache.http.impl.DefaultConnectionReuseStrategy;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;

/**
 * A connection that looks at each message head. So it knows at its close whether the peer is about
 * to close too, and at a failure how far the request got.
 *
 * <p>Like the connection that it wraps, it is used by one thread at a time, except for {@link
 * #shutdown()}, which any thread may call.
 */
final class GracefulConnection implements ManagedHttpClientConnection, HttpContext {

  /** The attribute that holds this connection, since HttpClient hands out a proxy for it. */
  private static final String SELF = GracefulConnection.class.getName();

  private final ManagedHttpClientConnection connection;
  private final HttpContext attributes;
  final Exchange exchange;

  /** The number of reloads of the settings when it was connected. */
  long madeUnder;

  /** When it was last given back to the pool, by System.nanoTime. */
  long releasedAt;

  /** Whether SO_TIMEOUT was set only until its tunnel is ready. */
  boolean boundsTunnel;

  private HttpRequest request;
  private boolean challenged;

  GracefulConnection(ManagedHttpClientConnection connection) {
    this.connection = connection;
    exchange = new Exchange(connection::getSocket);
    attributes =
        connection instanceof HttpContext ? (HttpContext) connection : new BasicHttpContext();
    attributes.setAttribute(SELF, this);
  }

  /**
   * Returns how far a call with this context got if it fails before this attempt is sent.
   * HttpClient notes in the context when it begins to send. A context that HttpClient has not set
   * up gives {@code UNKNOWN}: its owner may be repeating a call.
   */
  static RequestProgress unsent(HttpContext context) {
    return context != null
            && context.getAttribute(HttpClientContext.AUTHSCHEME_REGISTRY) != null
            && context.getAttribute(HttpCoreContext.HTTP_REQ_SENT) == null
        ? RequestProgress.NOT_SENT
        : RequestProgress.UNKNOWN;
  }

  /** Returns the connection behind HttpClient's proxy for it. */
  static GracefulConnection of(HttpClientConnection leased) {
    return (GracefulConnection) ((HttpContext) leased).getAttribute(SELF);
  }

  @Override
  public void bind(Socket socket) throws IOException {
    exchange.bound();
    connection.bind(socket);
  }

  @Override
  public void sendRequestHeader(HttpRequest request) throws HttpException, IOException {
    this.request = request;
    challenged = false;
    exchange.begins(
        request.getRequestLine().getMethod(),
        request instanceof HttpEntityEnclosingRequest,
        connection.isOpen());
    exchange.doing(() -> connection.sendRequestHeader(request));
  }

  @Override
  public void sendRequestEntity(HttpEntityEnclosingRequest request)
      throws HttpException, IOException {
    exchange.doing(() -> connection.sendRequestEntity(request));
    exchange.bodySent(false);
  }

  @Override
  public void flush() throws IOException {
    exchange.doing(connection::flush);
    exchange.flushed();
    if (exchange.hasEnded() && exchange.bodyToCome()) {
      // The response came instead of a 100 (Continue); HttpClient flushes once more after it.
      bodyEnded();
    }
  }

  @Override
  public boolean isResponseAvailable(int timeout) throws IOException {
    return exchange.reading(() -> connection.isResponseAvailable(timeout));
  }

  @Override
  public HttpResponse receiveResponseHeader() throws HttpException, IOException {
    HttpResponse response = exchange.reading(connection::receiveResponseHeader);
    int status = response.getStatusLine().getStatusCode();
    if (status >= HttpStatus.SC_OK) {
      challenged =
          status == HttpStatus.SC_UNAUTHORIZED
              || status == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED;
      if (exchange.answered(status, () -> announcesClose(response)) && hasNoBody(status)) {
        endWithoutBody();
      }
    }
    return response;
  }

  /** Returns whether a close follows: RFC 9112 sections 9.6, 9.3 (HTTP/1.0), 6.3 (no length). */
  private boolean announcesClose(HttpResponse response) {
    HttpCoreContext context = HttpCoreContext.create();
    context.setAttribute(HttpCoreContext.HTTP_REQUEST, request);
    return !DefaultConnectionReuseStrategy.INSTANCE.keepAlive(response, context);
  }

  /** Returns whether HttpClient reads no body, whatever the head says. */
  private boolean hasNoBody(int status) {
    return status == HttpStatus.SC_NO_CONTENT
        || status == HttpStatus.SC_RESET_CONTENT
        || status == HttpStatus.SC_NOT_MODIFIED
        || "HEAD".equalsIgnoreCase(request.getRequestLine().getMethod());
  }

  @Override
  public void receiveResponseEntity(HttpResponse response) throws HttpException, IOException {
    exchange.doing(() -> connection.receiveResponseEntity(response));
    HttpEntity entity = response.getEntity();
    // HttpClient gives a connection without a streaming body back at once.
    if (entity != null && entity.isStreaming()) {
      long length = entity.getContentLength();
      BasicHttpEntity body = new BasicHttpEntity();
      body.setContent(exchange.body(entity.getContent(), length, this::bodyEnded));
      body.setContentLength(length);
      body.setContentType(entity.getContentType());
      body.setContentEncoding(entity.getContentEncoding());
      body.setChunked(entity.isChunked());
      response.setEntity(body);
    } else if (entity != null) {
      endWithoutBody();
    }
  }

  /** Ends a response for which HttpClient releases the connection before the caller sees it. */
  private void endWithoutBody() {
    exchange.ended();
    if (!exchange.bodyToCome()) {
      bodyEnded();
    }
  }

  /**
   * Closes the connection, if the peer closes, before HttpClient does so within a monitor. There a
   * virtual thread that waits for the peer pins its carrier before JDK 24 (JEP 491).
   */
  private void bodyEnded() {
    exchange.ended();
    if (exchange.peerCloses()) {
      Exchange.closeQuietly(this);
    }
  }

  /**
   * Closes the TLS socket before the wrapped connection does. HttpCore before 4.4.15 half-closes it
   * first (HTTPCORE-658), so the peer could not close first. Waits for the peer if it announced its
   * close and the response was read. Waits after a challenge too: HttpClient leaves its body
   * unread, and closes outside of its monitors.
   */
  @Override
  public void close() throws IOException {
    ResumingSslSocket socket = exchange.tls();
    if (socket == null || !connection.isOpen()) {
      connection.close();
      return;
    }
    socket.expectPeerClose(exchange.peerCloses() && (exchange.hasEnded() || challenged));
    try (connection;
        socket) {
      connection.flush();
    }
  }

  @Override
  public void shutdown() throws IOException {
    connection.shutdown();
  }

  @Override
  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public boolean isStale() {
    return connection.isStale();
  }

  @Override
  public void setSocketTimeout(int timeout) {
    connection.setSocketTimeout(timeout);
  }

  @Override
  public int getSocketTimeout() {
    return connection.getSocketTimeout();
  }

  @Override
  public HttpConnectionMetrics getMetrics() {
    return connection.getMetrics();
  }

  @Override
  public InetAddress getLocalAddress() {
    return connection.getLocalAddress();
  }

  @Override
  public int getLocalPort() {
    return connection.getLocalPort();
  }

  @Override
  public InetAddress getRemoteAddress() {
    return connection.getRemoteAddress();
  }

  @Override
  public int getRemotePort() {
    return connection.getRemotePort();
  }

  @Override
  public String getId() {
    return connection.getId();
  }

  @Override
  public Socket getSocket() {
    return connection.getSocket();
  }

  @Override
  public SSLSession getSSLSession() {
    return connection.getSSLSession();
  }

  @Override
  public Object getAttribute(String id) {
    return attributes.getAttribute(id);
  }

  @Override
  public void setAttribute(String id, Object value) {
    attributes.setAttribute(id, value);
  }

  @Override
  public Object removeAttribute(String id) {
    return attributes.removeAttribute(id);
  }

  @Override
  public String toString() {
    return connection.toString();
  }
}
