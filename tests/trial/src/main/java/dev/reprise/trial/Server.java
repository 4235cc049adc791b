package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import dev.reprise.testkit.Request;
import dev.reprise.trial.Dimensions.*;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/** The target, over TLS or in clear: does what the scenario says, and notes what it reads. */
final class Server extends Listener {

  private static final byte[] ALERT_HANDSHAKE_FAILURE = {21, 3, 3, 0, 2, 2, 40};

  private final Scenario scenario;
  private final String name;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger idleEnds = new AtomicInteger();

  Server(World world, String name) throws IOException {
    super(world, name, Identities.server(world.scenario));
    this.scenario = world.scenario;
    this.name = name;
    start();
  }

  /** How many connections it has ended after a response that said keep-alive. */
  int idleEnds() {
    return idleEnds.get();
  }

  @Override
  void serve(Link link) throws IOException {
    int number = connections.incrementAndGet();
    Fault fault = world.isDue(number) ? scenario.get(Fault.class) : Fault.NONE;
    if (isWithoutHandshake(link, fault)) {
      return;
    }
    if (number == 1
        && scenario.isAny(Interruption.ABORT_IN_HANDSHAKE, Interruption.SHUTDOWN_IN_HANDSHAKE)) {
      link.raw.getInputStream().read();
      world.reach();
      link.awaitEnd();
      return;
    }
    SSLSocket tls = link.layer(context);
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
    if (fault == Fault.CLOSE_AFTER_HANDSHAKE) {
      link.end();
    }
    for (Request head = link.next(); head != null; head = link.next()) {
      one(link, head);
    }
  }

  /** Whether the fault is one in the handshake, which is then done. */
  private static boolean isWithoutHandshake(Link link, Fault fault) throws IOException {
    InputStream in = link.raw.getInputStream();
    switch (fault) {
      case CLOSE_IN_HANDSHAKE -> in.read(new byte[4096]);
      case RESET_IN_HANDSHAKE -> {
        in.read(new byte[4096]);
        link.reset();
      }
      case STALL_HANDSHAKE -> link.awaitEnd();
      case GARBAGE -> {
        in.read(new byte[4096]);
        link.write("SSH-2.0-nothing of TLS\r\n");
        link.awaitEnd();
      }
      case ALERT_IN_HANDSHAKE -> {
        in.read(new byte[4096]);
        link.out.write(ALERT_HANDSHAKE_FAILURE);
        link.cut();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private String[] protocols() {
    return switch (scenario.get(Protocol.class)) {
      case SERVER_12, DISJOINT -> new String[] {"TLSv1.2"};
      case SERVER_13 -> new String[] {"TLSv1.3"};
      default -> null;
    };
  }

  /** Answers one request. */
  private void one(Link link, Request head) throws IOException {
    String call = String.valueOf(head.header("X-Call"));
    int attempt = world.attempt(call);
    Fault fault =
        world.isDue(call, attempt) && name.equals("target")
            ? scenario.get(Fault.class)
            : Fault.NONE;
    if (head.header("Expect") != null) {
      link.write("HTTP/1.1 100 Continue\r\n\r\n");
    }
    if (fault == Fault.EARLY_RESPONSE) {
      note(link, head, call, "unread");
      link.respond("200 OK", "close", "early");
      head.withBody(link.in);
      link.end();
      return;
    }
    byte[] body = head.withBody(link.in).text().getBytes(StandardCharsets.US_ASCII);
    note(link, head, call, Bodies.tell(body));
    if (call.equals("1") && attempt == 1) {
      letInterrupt(link);
    }
    if (!link.isOver()) {
      respond(link, head, call, fault);
    }
  }

  /** Waits for what is to happen before the response, if anything is. */
  private void letInterrupt(Link link) throws IOException {
    if (scenario.isAny(Interruption.ABORT_WAITING, Interruption.SHUTDOWN_WAITING)) {
      world.reach();
      link.awaitEnd();
    } else if (scenario.is(Reload.DURING)) {
      world.reach();
      world.awaitRelease();
    }
  }

  private void note(Link link, Request head, String call, String body) {
    String user = head.header("X-User") == null ? "-" : head.header("X-User");
    link.request(call, user);
    if (head.header("Proxy-Authorization") != null && !link.peer.equals("proxy")) {
      world.alarm("the target read the proxy's credentials");
    }
    world.saw(
        "%s %s %s %s auth=%s user=%s certificate=%s body=%s"
            .formatted(
                name,
                call,
                head.method(),
                head.path(),
                World.scheme(head.header("Authorization")),
                user,
                principal(link.socket),
                body));
  }

  private static String principal(Socket socket) {
    if (!(socket instanceof SSLSocket tls)) {
      return "-";
    }
    try {
      return tls.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "-";
    }
  }

  private void respond(Link link, Request head, String call, Fault fault) throws IOException {
    switch (fault) {
      case CLOSE_BEFORE_RESPONSE -> link.end();
      case RESET_BEFORE_RESPONSE -> link.reset();
      case GARBAGE_RESPONSE -> {
        link.write("\u0001\u0002 nothing of HTTP\r\n\r\n");
        link.end();
      }
      case BAD_RECORD_BEFORE_RESPONSE -> {
        // In the middle of TLS: bytes that are no record of this connection.
        link.raw.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 80});
        link.cut();
      }
      case STALL -> link.awaitEnd();
      case CLOSE_AFTER_INTERIM -> {
        link.write("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n");
        link.end();
      }
      default -> {
        String challenge = challenge(head);
        String location = location(head);
        if (challenge != null) {
          respond(
              link,
              "401 Unauthorized\r\nWWW-Authenticate: " + challenge,
              scenario.is(Login.BASIC_CLOSING) ? "close" : connection(),
              "denied");
        } else if (location != null) {
          String status = scenario.is(Redirect.KEEPING_METHOD) ? "307" : "302";
          respond(link, status + " Elsewhere\r\nLocation: " + location, connection(), "");
        } else {
          send(link, head, call, fault);
        }
      }
    }
  }

  /** Sends a short response, and ends the connection if it says so. */
  private static void respond(Link link, String statusAndHeaders, String connection, String body)
      throws IOException {
    link.respond(statusAndHeaders, connection, body);
    if (connection.equals("close")) {
      link.end();
    }
  }

  private String challenge(Request head) {
    return scenario.is(Login.NONE)
            || (!scenario.is(Login.WRONG) && World.BASIC.equals(head.header("Authorization")))
        ? null
        : "Basic realm=\"t\"";
  }

  private String location(Request head) {
    if (scenario.is(Redirect.NONE) || head.path().startsWith("/there")) {
      return null;
    }
    String path = "/there" + head.path();
    return scenario.is(Redirect.OTHER_PEER)
        ? "https://" + world.host() + ":" + world.other.port() + path
        : path;
  }

  private String connection() {
    return scenario.isAny(Persistence.KEEP, Persistence.KEEP_BUT_ENDS) ? "keep-alive" : "close";
  }

  private void send(Link link, Request head, String call, Fault fault) throws IOException {
    Framing framing = scenario.get(Framing.class);
    byte[] body = Bodies.ofResponse(call, scenario.get(Size.class).bytes);
    StringBuilder text =
        new StringBuilder(scenario.is(Persistence.HTTP_1_0) ? "HTTP/1.0 " : "HTTP/1.1 ");
    boolean bodiless = head.method().equals("HEAD");
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
        if (framing == Framing.CHUNKED) {
          text.append("Transfer-Encoding: chunked\r\n");
        } else if (framing != Framing.UNTIL_END) {
          text.append("Content-Length: ").append(body.length).append("\r\n");
        }
      }
    }
    text.append("Connection: ").append(connection()).append("\r\n\r\n");
    byte[] whole = whole(text.toString(), bodiless ? new byte[0] : framed(framing, body));
    int amidBody = text.length() + (whole.length - text.length()) / 2;
    switch (fault) {
      case TRUNCATE_HEAD -> {
        link.write(whole, 0, text.length() - 10);
        link.end();
      }
      case CLOSE_AMID_BODY -> {
        link.write(whole, 0, amidBody);
        link.end();
      }
      case RESET_AMID_BODY -> {
        link.write(whole, 0, amidBody);
        World.pause(20);
        link.reset();
      }
      case STALL_AMID_BODY -> {
        link.write(whole, 0, amidBody);
        link.awaitEnd();
      }
      case SLOW_RESPONSE -> {
        for (int i = 0; i < 4; i++) {
          link.write(whole, whole.length * i / 4, whole.length * (i + 1) / 4);
          World.pause(15);
        }
      }
      case DATA_AFTER_RESPONSE -> {
        link.out.write(whole);
        link.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nextra");
      }
      default -> link.write(whole, 0, whole.length);
    }
    if (!link.isOver()) {
      keepOrEnd(link, framing);
    }
  }

  private void keepOrEnd(Link link, Framing framing) throws IOException {
    Persistence persistence = scenario.get(Persistence.class);
    if (framing == Framing.UNTIL_END && persistence != Persistence.CLOSE_WITHOUT_NOTIFY) {
      link.end();
      return;
    }
    switch (persistence) {
      case KEEP -> {}
      case KEEP_BUT_ENDS -> {
        link.shut();
        idleEnds.incrementAndGet();
        link.awaitEnd();
      }
      case CLOSE_BUT_STAYS -> link.awaitEnd();
      case CLOSE_WITHOUT_NOTIFY -> link.cut();
      default -> link.end();
    }
  }

  private static byte[] whole(String head, byte[] body) {
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] whole = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, whole, start.length, body.length);
    return whole;
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
}
