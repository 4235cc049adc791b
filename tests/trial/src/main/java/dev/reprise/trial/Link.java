package dev.reprise.trial;

import dev.reprise.testkit.Request;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One connection that a peer has taken: what is sent on it, how it ends, and what was seen. */
final class Link {

  final String peer;
  final Socket raw;
  InputStream in;
  OutputStream out;
  volatile boolean open = true;

  /**
   * TLS over the connection, or the connection itself. Some JDKs, such as 17, close a TLS socket
   * that nobody refers to, as who waits on the one below: this one lives as long as the link does.
   */
  volatile Socket socket;

  private final List<String> calls = new ArrayList<>();
  private final Set<String> users = new LinkedHashSet<>();
  private boolean over;

  Link(String peer, Socket raw) throws IOException {
    this.peer = peer;
    this.raw = raw;
    socket = raw;
    in = new BufferedInputStream(raw.getInputStream());
    out = raw.getOutputStream();
  }

  /** Puts TLS over the connection, whose handshake is still to come. */
  SSLSocket layer(SSLContext context) throws IOException {
    SSLSocket tls =
        (SSLSocket) context.getSocketFactory().createSocket(raw, null, raw.getLocalPort(), true);
    tls.setUseClientMode(false);
    socket = tls;
    in = new BufferedInputStream(tls.getInputStream());
    out = new BufferedOutputStream(tls.getOutputStream(), 16 * 1024);
    return tls;
  }

  /** The next request, or null if the client or this peer has ended the connection. */
  Request next() throws IOException {
    return over ? null : Request.readHead(in);
  }

  void write(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    write(bytes, 0, bytes.length);
  }

  void write(byte[] bytes, int from, int to) throws IOException {
    out.write(bytes, from, to - from);
    out.flush();
  }

  /** Sends a short response. */
  void respond(String statusAndHeaders, String connection, String body) throws IOException {
    write(
        "HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: %s\r\n\r\n%s"
            .formatted(statusAndHeaders, body.length(), connection, body));
  }

  /** Ends the connection in good order, and waits for the client to do so. */
  void end() throws IOException {
    shut();
    awaitEnd();
  }

  /** Tells the client the end in good order. */
  void shut() throws IOException {
    World.shutOutput(socket);
    World.shutOutput(raw);
  }

  /** Ends TCP, whatever is over it, and waits for the client to do so. */
  void cut() throws IOException {
    raw.shutdownOutput();
    awaitEnd();
  }

  void reset() throws IOException {
    over = true;
    World.reset(raw);
  }

  /** Waits for the client's end of the connection, or that of the world. */
  void awaitEnd() throws IOException {
    over = true;
    raw.setSoTimeout(0);
    InputStream rest = raw.getInputStream();
    byte[] sink = new byte[4096];
    while (rest.read(sink) >= 0) {
      // Whatever comes is too late.
    }
  }

  /** Whether this peer has ended it, or waited for its end. */
  boolean isOver() {
    return over;
  }

  synchronized void request(String call, String user) {
    calls.add(call);
    users.add(user);
  }

  synchronized List<String> calls() {
    return new ArrayList<>(calls);
  }

  /** The users whose requests it carried, without those of nobody. */
  synchronized List<String> users() {
    List<String> named = new ArrayList<>(users);
    named.remove("-");
    return named;
  }

  void closeQuietly() {
    try {
      raw.close();
    } catch (IOException e) {
      // It is not needed any more.
    }
  }
}
