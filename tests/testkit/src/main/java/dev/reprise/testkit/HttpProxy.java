package dev.reprise.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * An HTTP proxy on the loopback interface, reached in clear or over TLS. It has tunnels by CONNECT,
 * and serves plain requests with an absolute URI, one per connection. Thread-safe.
 */
public final class HttpProxy extends LoopbackServer {

  /** How it answers requests that it refuses to serve. */
  public enum Refusal {
    NONE,
    /** None, but 200 to CONNECT announces a body of length 0. */
    NONE_WITH_LENGTH,
    /** 407 without the credentials, on a connection that stays open. */
    CHALLENGE,
    /** 407 without the credentials, on a connection that is then closed. */
    CHALLENGE_AND_CLOSE,
    FORBID,
    /** 200 to CONNECT, and then the end of the connection. */
    HANG_UP,
    /** Bytes that are not HTTP, and then the end of the connection. */
    NONSENSE,
    /** The end of the connection instead of an answer. */
    DROP,
    RESET,
    STALL,
    /** 200 to CONNECT, and then nothing. */
    STALL_TUNNEL,
    /** 200 to CONNECT, and then answers that the target never gave, to whatever is sent. */
    FORGE
  }

  /** The credentials that it accepts, if it asks for any. */
  public static final String USER = "user";

  public static final String PASSWORD = "secret";

  private static final String CREDENTIALS =
      "Basic " + Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(US_ASCII));
  private static final String GRANTED = "HTTP/1.1 200 OK\r\n";

  private final AtomicInteger tunnels = new AtomicInteger();
  private final AtomicInteger forwarded = new AtomicInteger();
  private final AtomicInteger challenges = new AtomicInteger();
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final Function<Request, Refusal> refusals;
  private final ServerTls tls;

  public HttpProxy(Refusal refusal) throws IOException {
    this(refusal, null);
  }

  /** Starts a proxy that is reached over TLS, unless that is null. */
  public HttpProxy(Refusal refusal, ServerTls tls) throws IOException {
    this(
        head -> CREDENTIALS.equals(head.header("Proxy-Authorization")) ? Refusal.NONE : refusal,
        tls);
  }

  /** The same, but a function decides for each request whether it is refused. */
  public HttpProxy(Function<Request, Refusal> refusals, ServerTls tls) throws IOException {
    this.refusals = refusals;
    this.tls = tls;
    acceptor.startEach(
        client -> {
          accepted.add(client);
          return this::serve;
        });
  }

  /** How it is reached: {@code http} or {@code https}. */
  public String scheme() {
    return tls == null ? "http" : "https";
  }

  public int tunnels() {
    return tunnels.get();
  }

  public int forwarded() {
    return forwarded.get();
  }

  public int challenges() {
    return challenges.get();
  }

  /** What the clients sent, as the proxy could read it, each byte as a character. */
  public String received() {
    synchronized (received) {
      return received.toString(ISO_8859_1);
    }
  }

  private void note(byte[] bytes, int count) {
    synchronized (received) {
      received.write(bytes, 0, count);
    }
  }

  /** Ends every connection, as a proxy does with those that have idled for long. */
  public void hangUp() throws IOException {
    acceptor.endConnections();
  }

  /** Ends the connection that was accepted at this index, counted from zero. */
  public void hangUp(int index) throws IOException {
    accepted.get(index).close();
  }

  private void serve(Socket raw) throws IOException {
    try (Socket client = tls == null ? raw : tls.over(raw)) {
      boolean again = true;
      while (again) {
        String head = head(client.getInputStream());
        if (head == null) {
          return;
        }
        Refusal refusal =
            refusals.apply(Request.readHead(new ByteArrayInputStream(head.getBytes(US_ASCII))));
        again = refusal == Refusal.CHALLENGE;
        if (refusal == Refusal.NONE) {
          connect(raw, client, head, GRANTED + "\r\n");
        } else if (refusal == Refusal.NONE_WITH_LENGTH) {
          connect(raw, client, head, GRANTED + "Content-Length: 0\r\n\r\n");
        } else {
          refuse(refusal, raw, client);
        }
      }
    }
  }

  private void refuse(Refusal refusal, Socket raw, Socket client) throws IOException {
    switch (refusal) {
      case DROP:
        break;
      case RESET:
        Acceptor.reset(raw);
        return;
      case STALL:
      case STALL_TUNNEL:
      case FORGE:
        pretend(refusal, client);
        return;
      case FORBID:
        write(client, "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
        break;
      case HANG_UP:
        write(client, GRANTED + "\r\n");
        break;
      case NONSENSE:
        write(client, "nonsense\r\n\r\n");
        break;
      default:
        challenges.incrementAndGet();
        write(
            client,
            "HTTP/1.1 407 Who are you?\r\nProxy-Authenticate: Basic realm=\"test\"\r\n"
                + "Content-Length: 0\r\nConnection: "
                + (refusal == Refusal.CHALLENGE ? "keep-alive" : "close")
                + "\r\n\r\n");
        if (refusal == Refusal.CHALLENGE) {
          return;
        }
    }
    // In good order, and until the client has ended it too.
    shut(client);
    shut(raw);
    raw.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  /** Reads whatever comes, without a target. */
  private void pretend(Refusal refusal, Socket client) throws IOException {
    if (refusal != Refusal.STALL) {
      write(client, GRANTED + "\r\n");
    }
    byte[] bytes = new byte[8 * 1024];
    InputStream in = client.getInputStream();
    for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
      note(bytes, count);
      if (refusal == Refusal.FORGE) {
        write(client, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged");
      }
    }
  }

  private void connect(Socket raw, Socket client, String head, String granted) throws IOException {
    String[] line = head.substring(0, head.indexOf("\r\n")).split(" ");
    boolean tunnel = line[0].equals("CONNECT");
    URI target = URI.create(tunnel ? "https://" + line[1] : line[1]);
    try (Socket server = acceptor.connect(target.getPort())) {
      if (tunnel) {
        tunnels.incrementAndGet();
        write(client, granted);
      } else {
        forwarded.incrementAndGet();
        write(server, head.replace(line[1], target.getPath()));
      }
      List<Socket> both = List.of(raw, server);
      Future<?> back = acceptor.execute(() -> relay(server, List.of(client, raw), both));
      relay(client, List.of(server), both);
      Acceptor.await(back);
    }
  }

  /** Passes on bytes and their end. An error on one side ends the other side with an error too. */
  private void relay(Socket from, List<Socket> to, List<Socket> both) {
    byte[] bytes = new byte[8 * 1024];
    try {
      InputStream in = from.getInputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (to.size() == 1) {
          note(bytes, count);
        }
        to.get(0).getOutputStream().write(bytes, 0, count);
      }
      for (Socket each : to) {
        shut(each);
      }
    } catch (IOException e) {
      both.forEach(Acceptor::reset);
    }
  }

  /** If JSSE has nothing more to send, it ends the socket below too. */
  private static void shut(Socket socket) throws IOException {
    if (!socket.isOutputShutdown()) {
      socket.shutdownOutput();
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }

  /**
   * Reads the head of a request byte by byte, so that nothing behind it is read. Null at the end.
   */
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
}
