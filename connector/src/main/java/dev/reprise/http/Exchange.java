package dev.reprise.http;

import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * Tracks the request that a connection serves: how far it was sent, whether its response was read,
 * and whether the server then closes. For the adapters of Reprise, not for applications. Used by
 * one thread at a time, apart from the methods that only read its state.
 */
public final class Exchange {

  private final Supplier<Socket> socket;
  private volatile RequestProgress unsent = RequestProgress.UNKNOWN;
  private volatile RequestProgress progress = RequestProgress.UNKNOWN;
  private RequestProgress before = RequestProgress.UNKNOWN;
  private boolean forProxy;
  private boolean bodyToCome;
  private volatile boolean peerCloses;
  private volatile boolean ended;

  /**
   * Makes an exchange over a connection.
   *
   * @param socket supplies the connection's socket, or null if there is none
   */
  public Exchange(Supplier<Socket> socket) {
    this.socket = socket;
  }

  /** Returns the connection's socket, or null if Reprise did not make it. */
  public ResumingSslSocket tls() {
    Socket own = socket.get();
    return own instanceof ResumingSslSocket ? (ResumingSslSocket) own : null;
  }

  /** Notes that the connection has a new socket. */
  public void bound() {
    peerCloses = false;
    ended = false;
    progress = RequestProgress.UNKNOWN;
  }

  /**
   * Notes that the head of a request is about to be sent.
   *
   * @param open whether the connection is open
   */
  public void begins(String method, boolean hasBody, boolean open) {
    // A CONNECT is not the caller's request, which is sent only after it.
    forProxy = "CONNECT".equalsIgnoreCase(method);
    bodyToCome = hasBody;
    peerCloses = false;
    ended = false;
    before = unsent;
    if (forProxy) {
      progress = before;
      return;
    }
    // The next request on this connection may be a repeat of this one.
    unsent = RequestProgress.UNKNOWN;
    progress = open ? RequestProgress.PARTLY_SENT : before;
    ResumingSslSocket tls = tls();
    if (tls != null) {
      tls.requestBegins();
    }
  }

  /** An action that may fail with an exception of the HTTP library. */
  public interface Step<X extends Exception> {
    void run() throws IOException, X;
  }

  /** A supplier that may fail with an exception of the HTTP library. */
  public interface Read<T, X extends Exception> {
    T run() throws IOException, X;
  }

  /**
   * Runs a step that connects for a call.
   *
   * @param ifItFails the progress that a failure reports
   */
  public <X extends Exception> void connecting(RequestProgress ifItFails, Step<X> step)
      throws IOException, X {
    unsent = ifItFails;
    upgrading(step);
  }

  /** Runs a further step of connecting for the same call. */
  public <X extends Exception> void upgrading(Step<X> step) throws IOException, X {
    try {
      step.run();
    } catch (Exception | Error e) {
      unsent.noteOn(e);
      throw e;
    }
  }

  /** Runs a step that sends or reads. On a failure, notes how far the request got. */
  public <X extends Exception> void doing(Step<X> step) throws IOException, X {
    reading(
        () -> {
          step.run();
          return true;
        });
  }

  /** Reads something. On a failure, notes how far the request got. */
  public <T, X extends Exception> T reading(Read<T, X> read) throws IOException, X {
    try {
      return read.run();
    } catch (Exception | Error e) {
      ResumingSslSocket tls = tls();
      // Nothing was sent if the first write found that the peer had ended a preconnected
      // connection.
      if (progress == RequestProgress.PARTLY_SENT && tls != null && tls.endedBeforeWrite()) {
        progress = before;
      }
      progress.noteOn(e);
      throw e;
    }
  }

  /** Notes that the body was sent: as a whole, or in part if {@code stillToCome}. */
  public void bodySent(boolean stillToCome) {
    bodyToCome = stillToCome;
  }

  /** Returns whether the request's body is still to be sent. */
  public boolean bodyToCome() {
    return bodyToCome;
  }

  /** Notes that everything written was flushed. */
  public void flushed() {
    if (progress == RequestProgress.PARTLY_SENT && !bodyToCome) {
      progress = RequestProgress.SENT;
    }
  }

  /**
   * Notes that the head of a final response was received.
   *
   * @return false if the response just opens a tunnel; true if the server answers the request, or a
   *     proxy refuses it
   */
  public boolean answered(int status, BooleanSupplier announcesClose) {
    if (!forProxy) {
      progress = RequestProgress.ANSWERED;
    }
    boolean tunnel = forProxy && status < 300;
    peerCloses = !tunnel && announcesClose.getAsBoolean();
    return !tunnel;
  }

  /** Notes that the response was read to its end. */
  public void ended() {
    ended = true;
  }

  /** Returns whether the response was read to its end. */
  public boolean hasEnded() {
    return ended;
  }

  /** Returns whether the response announced that the server closes the connection. */
  public boolean peerCloses() {
    return peerCloses;
  }

  /**
   * Wraps the body of a response. A failure to read it notes how far the request got.
   *
   * @param length the number of bytes; negative if it is not known
   * @param atEnd runs at the end of the body or its close, possibly more than once
   */
  public InputStream body(InputStream content, long length, Runnable atEnd) {
    return new Body(content, length, atEnd);
  }

  private final class Body extends FilterInputStream {

    private final long length;
    private final Runnable atEnd;
    private long count;

    Body(InputStream in, long length, Runnable atEnd) {
      super(in);
      this.length = length;
      this.atEnd = atEnd;
    }

    /** Counts what was read. If the length is known, the last byte already ends the body. */
    private int passed(int bytes) {
      count += Math.max(0, bytes);
      if (bytes < 0 || (bytes > 0 && count == length)) {
        atEnd.run();
      }
      return bytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      int read = read(one, 0, 1);
      return read < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
      return reading(() -> passed(in.read(bytes, offset, most)));
    }

    /** Closes the content. HttpCore then reads the rest of the body. */
    @Override
    public void close() throws IOException {
      doing(
          () -> {
            in.close();
            atEnd.run();
          });
    }
  }

  /**
   * Layers TLS on a connected socket: a plain one, one through a SOCKS proxy, or a tunnel through a
   * proxy, which may itself use TLS.
   *
   * @param ifItFails the progress that a failure reports
   */
  public static SSLSocket layered(
      ResumingSslSocketFactory sockets,
      Socket socket,
      String host,
      int port,
      RequestProgress ifItFails)
      throws IOException {
    return opening(
        socket, ifItFails, () -> (SSLSocket) sockets.createSocket(socket, host, port, true));
  }

  /**
   * Verifies the host with HttpClient's own check as well, after the handshake has verified it.
   * Does nothing if the settings turn verification off. HttpClient knows public suffixes, and
   * refuses a certificate for {@code *.co.uk} that JSSE accepts from a private authority.
   */
  public static void verify(
      TlsSettings settings, HostnameVerifier httpClients, String host, SSLSocket socket)
      throws SSLPeerUnverifiedException {
    SSLSession session = socket.getSession();
    if (settings.hostnameVerification() && !httpClients.verify(host, session)) {
      session.invalidate();
      throw new SSLPeerUnverifiedException(
          "HttpClient's host name check refused the server's certificate for " + host);
    }
  }

  /** Closes a resource that is closed even if its close fails, such as a TCP socket. */
  public static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      // What was read is complete nevertheless.
    }
  }

  /**
   * Runs a step with a socket before any request. Closes the socket if the step fails.
   *
   * @param ifItFails the progress that a failure reports
   */
  public static <T> T opening(
      Socket socket, RequestProgress ifItFails, Read<T, RuntimeException> step) throws IOException {
    try {
      return step.run();
    } catch (IOException | RuntimeException e) {
      try {
        socket.close();
      } catch (IOException another) {
        e.addSuppressed(another);
      }
      ifItFails.noteOn(e);
      throw e;
    }
  }
}
