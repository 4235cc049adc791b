package dev.reprise.httpclient4;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.ServerTls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.CredentialsProvider;
import org.apache.http.impl.client.BasicCredentialsProvider;

/**
 * A proxy, spoken to in clear or over TLS: tunnels by CONNECT, and plain requests with an absolute
 * URI, one a connection.
 */
final class TestProxy implements AutoCloseable {

  /** How it answers requests that it will not serve. */
  enum Refusal {
    NONE,
    /** 407 without the credentials, on a connection that stays open. */
    CHALLENGE,
    /** 407 without the credentials, on a connection that is then closed. */
    CHALLENGE_AND_CLOSE,
    /** 403 to all. */
    FORBID,
    /** 200 to CONNECT, and then the end of the connection. */
    HANG_UP,
    /** The end of the connection instead of an answer. */
    DROP,
    /** No answer. */
    STALL,
    /** 200 to CONNECT, and then nothing. */
    STALL_TUNNEL,
    /** 200 to CONNECT, and then what the target never said, as answer to whatever is sent. */
    FORGE
  }

  private static final String USER = "user";
  private static final String PASSWORD = "secret";
  static final String FORGED = "forged";

  final AtomicInteger tunnels = new AtomicInteger();
  final AtomicInteger forwarded = new AtomicInteger();
  final AtomicInteger challenges = new AtomicInteger();

  /** Bytes passed on, in both directions. */
  final AtomicLong relayed = new AtomicLong();

  private final Acceptor acceptor = new Acceptor();
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final Refusal refusal;
  private final ServerTls tls;
  private volatile int divertedTo;

  TestProxy(Refusal refusal) throws IOException {
    this(refusal, null);
  }

  /** A proxy that is spoken to over TLS, unless that is null. */
  TestProxy(Refusal refusal, ServerTls tls) throws IOException {
    this.refusal = refusal;
    this.tls = tls;
    acceptor.startEach(
        client -> {
          accepted.add(client);
          return this::serve;
        });
  }

  HttpHost host() {
    return new HttpHost("localhost", port(), tls == null ? "http" : "https");
  }

  int port() {
    return acceptor.port();
  }

  /** What a proxy that is called by this name lets in. */
  static CredentialsProvider credentials(HttpHost proxy) {
    CredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(proxy), new UsernamePasswordCredentials(USER, PASSWORD));
    return credentials;
  }

  /** What the clients sent, as the proxy could read it, each byte as a character. */
  String received() {
    synchronized (received) {
      return received.toString(ISO_8859_1);
    }
  }

  private void note(byte[] bytes, int count) {
    synchronized (received) {
      received.write(bytes, 0, count);
    }
  }

  /** Connects to this port from now on, whatever port is asked for. */
  void divertTo(int port) {
    divertedTo = port;
  }

  /** Ends every connection, as a proxy does with those that have idled for long. */
  void hangUp() throws IOException {
    acceptor.endConnections();
  }

  /** Ends the connection that was accepted as the {@code index}th, counted from zero. */
  void hangUp(int index) throws IOException {
    accepted.get(index).close();
  }

  private void serve(Socket raw) throws IOException {
    try (Socket client = tls == null ? raw : tls.over(raw)) {
      String head = head(client.getInputStream());
      while (head != null && refuses(head, client)) {
        head = refusal == Refusal.CHALLENGE ? head(client.getInputStream()) : null;
      }
      if (head != null) {
        connect(client, head);
      }
    }
  }

  private boolean refuses(String head, Socket client) throws IOException {
    String credentials =
        Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(US_ASCII));
    if (refusal == Refusal.NONE || head.contains("Proxy-Authorization: Basic " + credentials)) {
      return false;
    }
    if (refusal == Refusal.DROP) {
      return true;
    }
    if (refusal == Refusal.STALL || refusal == Refusal.STALL_TUNNEL || refusal == Refusal.FORGE) {
      pretend(client);
    } else if (refusal == Refusal.FORBID) {
      write(client, "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
    } else if (refusal == Refusal.HANG_UP) {
      write(client, "HTTP/1.1 200 OK\r\n\r\n");
    } else {
      challenges.incrementAndGet();
      String connection = refusal == Refusal.CHALLENGE ? "keep-alive" : "close";
      write(
          client,
          "HTTP/1.1 407 Who are you?\r\nProxy-Authenticate: Basic realm=\"test\"\r\n"
              + "Content-Length: 0\r\nConnection: "
              + connection
              + "\r\n\r\n");
    }
    return true;
  }

  /** Reads whatever comes, with no target behind. */
  private void pretend(Socket client) throws IOException {
    if (refusal != Refusal.STALL) {
      write(client, "HTTP/1.1 200 OK\r\n\r\n");
    }
    byte[] bytes = new byte[8 * 1024];
    for (int count = client.getInputStream().read(bytes);
        count >= 0;
        count = client.getInputStream().read(bytes)) {
      note(bytes, count);
      if (refusal == Refusal.FORGE) {
        write(client, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n" + FORGED);
      }
    }
  }

  private void connect(Socket client, String head) throws IOException {
    String[] line = head.substring(0, head.indexOf("\r\n")).split(" ");
    boolean tunnel = line[0].equals("CONNECT");
    URI target = URI.create(tunnel ? "https://" + line[1] : line[1]);
    int port = divertedTo > 0 ? divertedTo : target.getPort();
    try (Socket server = acceptor.with(new Socket(target.getHost(), port))) {
      if (tunnel) {
        tunnels.incrementAndGet();
        write(client, "HTTP/1.1 200 Connection established\r\n\r\n");
      } else {
        forwarded.incrementAndGet();
        write(server, head.replace(line[1], target.getPath()));
      }
      acceptor.execute(() -> relay(server, client, false));
      relay(client, server, true);
    }
  }

  /** Passes bytes on; ends both connections when either has ended. */
  private void relay(Socket from, Socket to, boolean byClient) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      byte[] bytes = new byte[8 * 1024];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (byClient) {
          note(bytes, count);
        }
        to.getOutputStream().write(bytes, 0, count);
        relayed.addAndGet(count);
      }
    } catch (IOException e) {
      // One side has gone, and so does the other.
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }

  /** The head of a request, byte by byte so that nothing behind it is read; null at the end. */
  private String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(US_ASCII).endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      head.write(b);
    }
    note(head.toByteArray(), head.size());
    return head.toString(US_ASCII);
  }

  @Override
  public void close() throws Exception {
    acceptor.close();
  }
}
