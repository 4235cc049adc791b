package dev.reprise.httpclient4;

import dev.reprise.tls.ResumingSslSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSession;
import org.apache.http.HttpConnectionMetrics;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.HttpStatus;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.impl.DefaultConnectionReuseStrategy;
import org.apache.http.protocol.BasicHttpContext;
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

  private final ManagedHttpClientConnection connection;
  private final HttpContext attributes;
  private HttpRequest request;
  private boolean bodyToCome;
  private boolean peerCloses;
  private volatile RequestProgress progress = RequestProgress.NOT_SENT;

  GracefulConnection(ManagedHttpClientConnection connection) {
    this.connection = connection;
    attributes =
        connection instanceof HttpContext ? (HttpContext) connection : new BasicHttpContext();
  }

  @Override
  public void bind(Socket socket) throws IOException {
    peerCloses = false;
    progress = RequestProgress.NOT_SENT;
    connection.bind(socket);
  }

  @Override
  public void sendRequestHeader(HttpRequest request) throws HttpException, IOException {
    this.request = request;
    bodyToCome = request instanceof HttpEntityEnclosingRequest;
    progress = RequestProgress.PARTLY_SENT;
    try {
      connection.sendRequestHeader(request);
    } catch (HttpException | IOException e) {
      progress.noteOn(e);
      throw e;
    }
  }

  @Override
  public void sendRequestEntity(HttpEntityEnclosingRequest request)
      throws HttpException, IOException {
    try {
      connection.sendRequestEntity(request);
    } catch (HttpException | IOException e) {
      progress.noteOn(e);
      throw e;
    }
    bodyToCome = false;
  }

  @Override
  public void flush() throws IOException {
    try {
      connection.flush();
    } catch (IOException e) {
      throw progress.noteOn(e);
    }
    if (progress == RequestProgress.PARTLY_SENT && !bodyToCome) {
      progress = RequestProgress.SENT;
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
    } catch (HttpException | IOException e) {
      progress.noteOn(e);
      throw e;
    }
    if (response.getStatusLine().getStatusCode() >= HttpStatus.SC_OK) {
      progress = RequestProgress.ANSWERED;
      peerCloses = announcesClose(response);
    }
    return response;
  }

  /** RFC 9112 section 9.6 and, for HTTP/1.0 and close-delimited bodies, sections 9.3 and 6.3. */
  private boolean announcesClose(HttpResponse response) {
    HttpCoreContext context = HttpCoreContext.create();
    context.setAttribute(HttpCoreContext.HTTP_REQUEST, request);
    return !DefaultConnectionReuseStrategy.INSTANCE.keepAlive(response, context);
  }

  @Override
  public void receiveResponseEntity(HttpResponse response) throws HttpException, IOException {
    try {
      connection.receiveResponseEntity(response);
    } catch (HttpException | IOException e) {
      progress.noteOn(e);
      throw e;
    }
    if (response.getEntity() != null) {
      response.setEntity(new ResponseBody(response.getEntity(), peerCloses ? this : null));
    }
  }

  /**
   * Closes the TLS socket before the wrapped connection would: HttpCore before 4.4.15 half-closes
   * it first (HTTPCORE-658), which ends the connection before the peer could.
   */
  @Override
  public void close() throws IOException {
    Socket socket = connection.getSocket();
    if (socket instanceof ResumingSslSocket && connection.isOpen()) {
      ((ResumingSslSocket) socket).expectPeerClose(peerCloses);
      try {
        connection.flush();
      } finally {
        socket.close();
      }
    }
    connection.close();
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
