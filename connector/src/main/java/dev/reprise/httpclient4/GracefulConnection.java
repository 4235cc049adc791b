package dev.reprise.httpclient4;

import dev.reprise.http.RequestProgress;
import dev.reprise.tls.ResumingSslSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSession;
import org.apache.http.ConnectionReuseStrategy;
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
import org.apache.http.impl.DefaultConnectionReuseStrategy;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HTTP;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;

/**
 * A connection that sees each head pass, so that it knows at its close whether the peer is about to
 * close too, and at a failure how far the request had come.
 *
 * <p>Like the connections that it wraps it is used by one thread at a time, but for {@link
 * #shutdown()}, which any thread may call.
 */
final class GracefulConnection implements ManagedHttpClientConnection, HttpContext {

  /** The attribute that tells what a failure means by which the first request is not sent. */
  private static final String UNSENT = GracefulConnection.class.getName() + ".unsent";

  private final ManagedHttpClientConnection connection;
  private final HttpContext attributes;
  private final ConnectionReuseStrategy reuse;
  private HttpRequest request;
  private RequestProgress unsent = RequestProgress.UNKNOWN;
  private boolean forProxy;
  private boolean bodyToCome;
  private boolean peerCloses;
  private boolean challenged;
  private boolean ended;
  private volatile RequestProgress progress = RequestProgress.UNKNOWN;

  /** Wraps a connection of a client with the reuse strategy given. */
  GracefulConnection(ManagedHttpClientConnection connection, ConnectionReuseStrategy reuse) {
    this.connection = connection;
    this.reuse = reuse;
    attributes =
        connection instanceof HttpContext ? (HttpContext) connection : new BasicHttpContext();
  }

  /**
   * What it tells of a call that fails with this context before this attempt is sent. HttpClient
   * leaves in the context whether it has begun to send; a context that it has not set up is none of
   * a call, but of somebody who may repeat one.
   */
  static RequestProgress unsent(HttpContext context) {
    return context != null
            && context.getAttribute(HttpClientContext.AUTHSCHEME_REGISTRY) != null
            && context.getAttribute(HttpCoreContext.HTTP_REQ_SENT) == null
        ? RequestProgress.NOT_SENT
        : RequestProgress.UNKNOWN;
  }

  /** Notes on a connection that it is about to be made for a call with this context. */
  static RequestProgress madeFor(HttpClientConnection connection, HttpContext context) {
    RequestProgress unsent = unsent(context);
    ((HttpContext) connection).setAttribute(UNSENT, unsent);
    return unsent;
  }

  /** What a failure means by which the request is not sent that the connection is made for. */
  static RequestProgress unsentOf(HttpContext connection) {
    Object told = connection.getAttribute(UNSENT);
    return told instanceof RequestProgress ? (RequestProgress) told : RequestProgress.UNKNOWN;
  }

  @Override
  public void bind(Socket socket) throws IOException {
    peerCloses = false;
    ended = false;
    progress = RequestProgress.UNKNOWN;
    connection.bind(socket);
  }

  @Override
  public void sendRequestHeader(HttpRequest request) throws HttpException, IOException {
    this.request = request;
    // Whatever becomes of a CONNECT, the caller's own request comes after it.
    forProxy = "CONNECT".equalsIgnoreCase(request.getRequestLine().getMethod());
    bodyToCome = request instanceof HttpEntityEnclosingRequest;
    peerCloses = false;
    challenged = false;
    ended = false;
    begin();
    Socket socket = connection.getSocket();
    if (!forProxy && socket instanceof ResumingSslSocket) {
      ((ResumingSslSocket) socket).requestBegins();
    }
    try {
      connection.sendRequestHeader(request);
    } catch (HttpException | IOException | RuntimeException e) {
      whereSendingFailed().noteOn(e);
      throw e;
    }
  }

  private void begin() {
    unsent = unsentOf(this);
    if (forProxy) {
      progress = unsent;
      return;
    }
    // The next request on this connection may be the same once more.
    removeAttribute(UNSENT);
    progress = connection.isOpen() ? RequestProgress.PARTLY_SENT : unsent;
  }

  private void answered(HttpResponse response) {
    int status = response.getStatusLine().getStatusCode();
    challenged =
        status == HttpStatus.SC_UNAUTHORIZED
            || status == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED;
    if (!forProxy) {
      progress = RequestProgress.ANSWERED;
    }
  }

  /** Sending had not begun if the first write found a spare that the peer had ended. */
  private RequestProgress whereSendingFailed() {
    Socket socket = connection.getSocket();
    if (!forProxy
        && progress == RequestProgress.PARTLY_SENT
        && socket instanceof ResumingSslSocket
        && ((ResumingSslSocket) socket).endedBeforeWrite()) {
      progress = unsent;
    }
    return progress;
  }

  @Override
  public void sendRequestEntity(HttpEntityEnclosingRequest request)
      throws HttpException, IOException {
    try {
      connection.sendRequestEntity(request);
    } catch (HttpException | IOException | RuntimeException e) {
      whereSendingFailed().noteOn(e);
      throw e;
    }
    bodyToCome = false;
  }

  @Override
  public void flush() throws IOException {
    try {
      connection.flush();
    } catch (IOException e) {
      throw whereSendingFailed().noteOn(e);
    }
    if (progress == RequestProgress.PARTLY_SENT && !bodyToCome) {
      progress = RequestProgress.SENT;
    }
    if (ended && bodyToCome) {
      // The response came instead of a 100 (Continue); HttpClient flushes once more after it.
      bodyToCome = false;
      letPeerClose();
    }
  }

  @Override
  public boolean isResponseAvailable(int timeout) throws IOException {
    try {
      return connection.isResponseAvailable(timeout);
    } catch (IOException e) {
      throw progress.noteOn(e);
    }
  }

  @Override
  public HttpResponse receiveResponseHeader() throws HttpException, IOException {
    HttpResponse response;
    try {
      response = connection.receiveResponseHeader();
    } catch (HttpException | IOException | RuntimeException e) {
      progress.noteOn(e);
      throw e;
    }
    int status = response.getStatusLine().getStatusCode();
    if (status >= HttpStatus.SC_OK) {
      answered(response);
      // After the response to a CONNECT there is the tunnel.
      peerCloses = !(forProxy && status < 300) && announcesClose(response);
      if (hasNoBody(response)) {
        endWithoutBody();
      }
    }
    return response;
  }

  /**
   * RFC 9112 section 9.6 and, for HTTP/1.0 and close-delimited bodies, sections 9.3 and 6.3; unless
   * the client would keep the connection all the same.
   */
  private boolean announcesClose(HttpResponse response) {
    HttpCoreContext context = HttpCoreContext.create();
    context.setAttribute(HttpCoreContext.HTTP_REQUEST, request);
    return !DefaultConnectionReuseStrategy.INSTANCE.keepAlive(response, context)
        && !reuse.keepAlive(response, context);
  }

  /** RFC 9112 section 6.3, and 205; not if one is announced where there should be none. */
  private boolean hasNoBody(HttpResponse response) {
    switch (response.getStatusLine().getStatusCode()) {
      case HttpStatus.SC_NOT_MODIFIED:
        return true;
      case HttpStatus.SC_NO_CONTENT:
      case HttpStatus.SC_RESET_CONTENT:
        return !response.containsHeader(HTTP.TRANSFER_ENCODING)
            && (!response.containsHeader(HTTP.CONTENT_LEN)
                || "0".equals(response.getFirstHeader(HTTP.CONTENT_LEN).getValue()));
      default:
        return request != null && "HEAD".equalsIgnoreCase(request.getRequestLine().getMethod());
    }
  }

  @Override
  public void receiveResponseEntity(HttpResponse response) throws HttpException, IOException {
    try {
      connection.receiveResponseEntity(response);
    } catch (HttpException | IOException | RuntimeException e) {
      progress.noteOn(e);
      throw e;
    }
    HttpEntity entity = response.getEntity();
    if (entity != null) {
      response.setEntity(new ResponseBody(entity, progress, this::bodyEnded));
      if (entity.getContentLength() == 0) {
        endWithoutBody();
      }
    }
  }

  /**
   * HttpClient releases the connection of a response without a body before the caller sees it,
   * within a monitor, where a virtual thread that waits for the peer pins its carrier before JDK 24
   * (JEP 491). So the peer is waited for here. The connection stays open to HttpClient, which looks
   * at its session still.
   */
  private void endWithoutBody() {
    ended = true;
    if (!bodyToCome) {
      letPeerClose();
    }
  }

  private void letPeerClose() {
    Socket socket = connection.getSocket();
    if (peerCloses && socket instanceof ResumingSslSocket) {
      ((ResumingSslSocket) socket).expectPeerClose(true);
      try {
        if (challenged) {
          // HttpClient asks whether it is open before it sends the credentials.
          closeInOrder();
        } else {
          socket.close();
        }
      } catch (IOException e) {
        // The response is whole, and the TCP socket is closed all the same.
      }
    }
  }

  private void bodyEnded() {
    ended = true;
    if (peerCloses) {
      try {
        closeInOrder();
      } catch (IOException e) {
        // The response is whole, and the TCP socket is closed all the same.
      }
    }
  }

  /** HttpClient may hold its pool's lock. */
  @Override
  public void close() throws IOException {
    withinLock();
    closeInOrder();
  }

  private void withinLock() {
    Socket socket = connection.getSocket();
    if (socket instanceof ResumingSslSocket) {
      ((ResumingSslSocket) socket).closesWithinLock();
    }
  }

  /**
   * Closes the TLS socket before the wrapped connection would: HttpCore before 4.4.15 half-closes
   * it first (HTTPCORE-658), which ends the connection before the peer could. The peer is waited
   * for if it has announced its close and the response was read; also if that is a challenge, whose
   * body HttpClient leaves unread, outside of its monitors.
   */
  private void closeInOrder() throws IOException {
    Socket socket = connection.getSocket();
    if (!(socket instanceof ResumingSslSocket) || !connection.isOpen()) {
      connection.close();
      return;
    }
    ((ResumingSslSocket) socket).expectPeerClose(peerCloses && (ended || challenged));
    try (connection;
        socket) {
      connection.flush();
    }
  }

  @Override
  public void shutdown() throws IOException {
    withinLock();
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
