package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import dev.reprise.trial.Dimensions.ClientKey;
import dev.reprise.trial.Dimensions.Expectation;
import dev.reprise.trial.Dimensions.Framing;
import dev.reprise.trial.Dimensions.Interim;
import dev.reprise.trial.Dimensions.Interruption;
import dev.reprise.trial.Dimensions.Login;
import dev.reprise.trial.Dimensions.Persistence;
import dev.reprise.trial.Dimensions.Protocol;
import dev.reprise.trial.Dimensions.Redirect;
import dev.reprise.trial.Dimensions.Reload;
import dev.reprise.trial.Dimensions.Size;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/** The target, over TLS or in clear: does what the scenario says, and notes what it reads. */
final class Server extends Listener {

  /** Looks at each head first; false if it has answered itself. */
  interface Gate {
    boolean admits(Head head) throws IOException;
  }

  private static final byte[] ALERT_HANDSHAKE_FAILURE = {21, 3, 3, 0, 2, 2, 40};

  private final Scenario scenario;
  private final String name;
  private final SSLContext context;
  private final AtomicInteger full = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger idleEnds = new AtomicInteger();

  Server(World world, String name, boolean tls) throws IOException {
    super(world, name);
    this.scenario = world.scenario;
    this.name = name;
    context = tls ? Identities.counted(Identities.server(scenario), full) : null;
    start();
  }

  int fullHandshakes() {
    return full.get();
  }

  /** How many connections it has ended after a response that said keep-alive. */
  int idleEnds() {
    return idleEnds.get();
  }

  @Override
  void serve(Link link) throws IOException {
    Socket raw = link.raw;
    if (context == null) {
      answer(
          link,
          raw,
          new BufferedInputStream(raw.getInputStream()),
          raw.getOutputStream(),
          head -> true);
      return;
    }
    int number = connections.incrementAndGet();
    if (world.isDue(Fault.CLOSE_IN_HANDSHAKE, number)) {
      raw.getInputStream().read(new byte[4096]);
      return;
    }
    if (world.isDue(Fault.RESET_IN_HANDSHAKE, number)) {
      raw.getInputStream().read(new byte[4096]);
      World.reset(raw);
      return;
    }
    if (world.isDue(Fault.STALL_HANDSHAKE, number)) {
      World.awaitEnd(raw);
      return;
    }
    if (world.isDue(Fault.GARBAGE, number)) {
      raw.getInputStream().read(new byte[4096]);
      write(raw.getOutputStream(), "SSH-2.0-nothing of TLS\r\n");
      World.awaitEnd(raw);
      return;
    }
    if (world.isDue(Fault.ALERT_IN_HANDSHAKE, number)) {
      raw.getInputStream().read(new byte[4096]);
      raw.getOutputStream().write(ALERT_HANDSHAKE_FAILURE);
      raw.shutdownOutput();
      World.awaitEnd(raw);
      return;
    }
    if (number == 1
        && scenario.isAny(Interruption.ABORT_IN_HANDSHAKE, Interruption.SHUTDOWN_IN_HANDSHAKE)) {
      raw.getInputStream().read();
      world.reach();
      World.awaitEnd(raw);
      return;
    }
    SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(raw, null, port(), true);
    link.keep(tls);
    tls.setUseClientMode(false);
    String[] protocols = protocols();
    if (protocols != null) {
      tls.setEnabledProtocols(protocols);
    }
    switch (scenario.get(ClientKey.class)) {
      case OPTIONAL_LACKING, OPTIONAL_GIVEN -> tls.setWantClientAuth(true);
      case DEMANDED_GIVEN, DEMANDED_LACKING -> tls.setNeedClientAuth(true);
      default -> {}
    }
    tls.startHandshake();
    if (world.isDue(Fault.CLOSE_AFTER_HANDSHAKE, number)) {
      end(raw, tls);
      return;
    }
    answer(
        link,
        tls,
        new BufferedInputStream(tls.getInputStream()),
        new BufferedOutputStream(tls.getOutputStream(), 16 * 1024),
        head -> true);
  }

  private String[] protocols() {
    if (scenario.is(ClientKey.RENEGOTIATED)) {
      return new String[] {"TLSv1.2"};
    }
    return switch (scenario.get(Protocol.class)) {
      case SERVER_12, DISJOINT -> new String[] {"TLSv1.2"};
      case SERVER_13 -> new String[] {"TLSv1.3"};
      default -> null;
    };
  }

  /** Answers the requests of a connection, until one of both ends it. */
  void answer(Link link, Socket socket, InputStream in, OutputStream out, Gate gate)
      throws IOException {
    Head head = Head.read(in);
    while (head != null && (!gate.admits(head) || one(link, socket, in, out, head))) {
      head = Head.read(in);
    }
  }

  /** Answers one request; whether another one may follow. */
  private boolean one(Link link, Socket socket, InputStream in, OutputStream out, Head head)
      throws IOException {
    Socket raw = link.raw;
    String call = String.valueOf(head.get("x-call"));
    int attempt = world.attempt(call);
    Fault fault =
        world.isDue(call, attempt) && name.equals("target")
            ? scenario.get(Fault.class)
            : Fault.NONE;
    if (scenario.is(Interim.EARLY_HINTS)) {
      write(out, "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n");
    }
    boolean expecting = head.has("expect");
    boolean early = fault == Fault.EARLY_RESPONSE;
    if (expecting && scenario.is(Expectation.REFUSED)) {
      note(link, socket, head, call, "unread");
      write(
          out,
          "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
      end(raw, socket);
      return false;
    }
    if (expecting && scenario.is(Expectation.ANSWERED)) {
      note(link, socket, head, call, "unread");
      write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nearly");
      end(raw, socket);
      return false;
    }
    if (expecting || scenario.is(Interim.CONTINUE_UNASKED)) {
      write(out, "HTTP/1.1 100 Continue\r\n\r\n");
    }
    if (early) {
      note(link, socket, head, call, "unread");
      write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nearly");
      head.readBody(in);
      end(raw, socket);
      return false;
    }
    byte[] body = head.readBody(in);
    if (scenario.is(ClientKey.RENEGOTIATED)) {
      renegotiate((SSLSocket) socket);
    }
    note(link, socket, head, call, Bodies.tell(body));
    if (call.equals("1") && attempt == 1 && interrupted(raw)) {
      return false;
    }
    return respond(raw, socket, out, head, call, fault);
  }

  /** Whether the connection is no more. */
  private boolean interrupted(Socket raw) throws IOException {
    switch (scenario.get(Interruption.class)) {
      case ABORT_WAITING, SHUTDOWN_WAITING -> {
        world.reach();
        World.awaitEnd(raw);
        return true;
      }
      case ABORT_LEASE, INTERRUPT_LEASE, TIMEOUT_LEASE -> {
        world.reach();
        world.awaitRelease();
        return false;
      }
      default -> {
        if (scenario.is(Reload.DURING)) {
          world.reach();
          world.awaitRelease();
        }
        return false;
      }
    }
  }

  private void note(Link link, Socket socket, Head head, String call, String body) {
    String user = head.get("x-user") == null ? "-" : head.get("x-user");
    link.request(call, user);
    if (head.has("proxy-authorization") && !link.peer.equals("proxy")) {
      world.alarm("the target read the proxy's credentials");
    }
    world.saw(
        name
            + " "
            + call
            + " "
            + head.method
            + " "
            + head.path()
            + " auth="
            + head.scheme("authorization")
            + " user="
            + user
            + " certificate="
            + principal(socket)
            + " body="
            + body);
  }

  private static String principal(Socket socket) {
    if (!(socket instanceof SSLSocket)) {
      return "-";
    }
    try {
      return ((SSLSocket) socket).getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "-";
    }
  }

  private static void renegotiate(SSLSocket tls) throws IOException {
    CountDownLatch negotiated = new CountDownLatch(1);
    tls.addHandshakeCompletedListener(event -> negotiated.countDown());
    tls.getSession().invalidate();
    tls.setNeedClientAuth(true);
    tls.startHandshake();
    // JSSE renegotiates while it reads.
    tls.setSoTimeout(5);
    while (negotiated.getCount() > 0) {
      try {
        if (tls.getInputStream().read() < 0) {
          throw new IOException("The client ended the connection");
        }
      } catch (SocketTimeoutException e) {
        // Not yet.
      }
    }
    tls.setSoTimeout(0);
  }

  private boolean respond(
      Socket raw, Socket socket, OutputStream out, Head head, String call, Fault fault)
      throws IOException {
    switch (fault) {
      case CLOSE_BEFORE_RESPONSE -> {
        end(raw, socket);
        return false;
      }
      case RESET_BEFORE_RESPONSE -> {
        World.reset(raw);
        return false;
      }
      case GARBAGE_RESPONSE -> {
        write(out, "\u0001\u0002 nothing of HTTP\r\n\r\n");
        end(raw, socket);
        return false;
      }
      case BAD_RECORD_BEFORE_RESPONSE -> {
        // In the middle of TLS: bytes that are no record of this connection.
        raw.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 80});
        raw.shutdownOutput();
        World.awaitEnd(raw);
        return false;
      }
      case STALL -> {
        World.awaitEnd(raw);
        return false;
      }
      case CLOSE_AFTER_INTERIM -> {
        write(out, "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n");
        end(raw, socket);
        return false;
      }
      default -> {}
    }
    String challenge = challenge(head);
    if (challenge != null) {
      String connection = scenario.is(Login.BASIC_CLOSING) ? "close" : connection();
      write(
          out,
          "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: "
              + challenge
              + "\r\nContent-Length: 6\r\nConnection: "
              + connection
              + "\r\n\r\ndenied");
      if (connection.equals("close")) {
        end(raw, socket);
        return false;
      }
      return true;
    }
    String location = location(head);
    if (location != null) {
      write(
          out,
          (scenario.is(Redirect.KEEPING_METHOD) ? "HTTP/1.1 307 " : "HTTP/1.1 302 ")
              + "Elsewhere\r\nLocation: "
              + location
              + "\r\nContent-Length: 0\r\nConnection: "
              + connection()
              + "\r\n\r\n");
      if (connection().equals("close")) {
        end(raw, socket);
        return false;
      }
      return true;
    }
    return send(raw, socket, out, head, call, fault);
  }

  private String challenge(Head head) {
    String scheme = scenario.is(Login.DIGEST) ? "Digest" : "Basic";
    if (scenario.is(Login.NONE)
        || (!scenario.is(Login.WRONG) && isRight(head.get("authorization"), scheme))) {
      return null;
    }
    return scheme.equals("Basic")
        ? "Basic realm=\"t\""
        : "Digest realm=\"t\", qop=\"auth\", nonce=\"0123456789abcdef\", algorithm=MD5";
  }

  private static boolean isRight(String authorization, String scheme) {
    if (authorization == null || !authorization.startsWith(scheme)) {
      return false;
    }
    return scheme.equals("Basic")
        ? authorization.equals(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString(
                        (World.USER + ":" + World.PASSWORD).getBytes(StandardCharsets.US_ASCII)))
        : authorization.contains("username=\"" + World.USER + "\"");
  }

  private String location(Head head) {
    if (scenario.is(Redirect.NONE) || head.path().startsWith("/there")) {
      return null;
    }
    String path = "/there" + head.path();
    return scenario.is(Redirect.OTHER_PEER)
        ? world.scheme() + "://" + world.host() + ":" + world.other.port() + path
        : path;
  }

  private String connection() {
    return scenario.isAny(Persistence.KEEP, Persistence.KEEP_BUT_ENDS) ? "keep-alive" : "close";
  }

  private boolean send(
      Socket raw, Socket socket, OutputStream out, Head head, String call, Fault fault)
      throws IOException {
    Framing framing = scenario.get(Framing.class);
    byte[] body = Bodies.ofResponse(call, scenario.get(Size.class).bytes);
    StringBuilder text =
        new StringBuilder(scenario.is(Persistence.HTTP_1_0) ? "HTTP/1.0 " : "HTTP/1.1 ");
    boolean bodiless = head.method.equals("HEAD");
    boolean gzip = false;
    switch (framing) {
      case NO_CONTENT -> {
        text.append("204 No Content\r\n");
        bodiless = true;
      }
      case NOT_MODIFIED -> {
        text.append("304 Not Modified\r\n");
        bodiless = true;
      }
      default -> {
        text.append("200 OK\r\nContent-Type: text/plain\r\n");
        gzip =
            framing == Framing.GZIP && String.valueOf(head.get("accept-encoding")).contains("gzip");
        body = gzip ? gzipped(body) : body;
        if (framing == Framing.CHUNKED) {
          text.append("Transfer-Encoding: chunked\r\n");
        } else if (framing != Framing.UNTIL_END) {
          text.append("Content-Length: ").append(body.length).append("\r\n");
        }
      }
    }
    text.append(gzip ? "Content-Encoding: gzip\r\n" : "")
        .append("Connection: ")
        .append(connection())
        .append("\r\n\r\n");
    byte[] whole = whole(text.toString(), bodiless ? new byte[0] : framed(framing, body));
    int headEnd = text.length();
    switch (fault) {
      case TRUNCATE_HEAD -> {
        out.write(whole, 0, headEnd - 10);
        out.flush();
        end(raw, socket);
        return false;
      }
      case CLOSE_AMID_BODY -> {
        out.write(whole, 0, headEnd + (whole.length - headEnd) / 2);
        out.flush();
        end(raw, socket);
        return false;
      }
      case RESET_AMID_BODY -> {
        out.write(whole, 0, headEnd + (whole.length - headEnd) / 2);
        out.flush();
        World.pause(20);
        World.reset(raw);
        return false;
      }
      case STALL_AMID_BODY -> {
        out.write(whole, 0, headEnd + (whole.length - headEnd) / 2);
        out.flush();
        World.awaitEnd(raw);
        return false;
      }
      case SLOW_RESPONSE -> {
        for (int i = 0; i < 4; i++) {
          out.write(whole, whole.length * i / 4, whole.length * (i + 1) / 4 - whole.length * i / 4);
          out.flush();
          World.pause(15);
        }
      }
      case DATA_AFTER_RESPONSE -> {
        out.write(whole);
        write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nextra");
      }
      default -> {
        out.write(whole);
        out.flush();
      }
    }
    return go(raw, socket, framing);
  }

  private boolean go(Socket raw, Socket socket, Framing framing) throws IOException {
    Persistence persistence = scenario.get(Persistence.class);
    if (framing == Framing.UNTIL_END && persistence != Persistence.CLOSE_WITHOUT_NOTIFY) {
      end(raw, socket);
      return false;
    }
    return switch (persistence) {
      case KEEP -> true;
      case KEEP_BUT_ENDS -> {
        shut(raw, socket);
        idleEnds.incrementAndGet();
        World.awaitEnd(raw);
        yield false;
      }
      case CLOSE_BUT_STAYS -> {
        World.awaitEnd(raw);
        yield false;
      }
      case CLOSE_WITHOUT_NOTIFY -> {
        raw.shutdownOutput();
        World.awaitEnd(raw);
        yield false;
      }
      default -> {
        end(raw, socket);
        yield false;
      }
    };
  }

  private static byte[] whole(String head, byte[] body) {
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] whole = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, whole, start.length, body.length);
    return whole;
  }

  private static byte[] gzipped(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(body);
    }
    return bytes.toByteArray();
  }

  private static byte[] framed(Framing framing, byte[] body) {
    if (framing != Framing.CHUNKED) {
      return body;
    }
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    int half = body.length / 2;
    chunk(chunks, body, 0, half);
    chunk(chunks, body, half, body.length - half);
    chunks.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return chunks.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream chunks, byte[] body, int offset, int length) {
    if (length > 0) {
      chunks.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      chunks.write(body, offset, length);
      chunks.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Ends a connection in good order, and waits for the client to do so. */
  static void end(Socket raw, Socket socket) throws IOException {
    shut(raw, socket);
    World.awaitEnd(raw);
  }

  private static void shut(Socket raw, Socket socket) throws IOException {
    World.shutOutput(socket);
    World.shutOutput(raw);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }
}
