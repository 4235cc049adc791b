package dev.reprise.trial;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.CountingKeyManager;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.TlsPeer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/** The target: the test kit's peer, which does what the scenario says; notes what it reads. */
final class Server {

  final TlsPeer peer;
  private final World world;
  private final Scenario scenario;
  private final AtomicInteger full = new AtomicInteger();
  private final Map<SSLSocket, List<Request>> carried = new ConcurrentHashMap<>();
  private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

  Server(World world) throws IOException, GeneralSecurityException {
    this.world = world;
    this.scenario = world.scenario;
    // The peer counts handshakes that have succeeded, and this one those in which the client fails.
    KeyManager keys =
        new CountingKeyManager(Identities.server(scenario), socket -> full.incrementAndGet());
    peer =
        new TlsPeer(
                new KeyManager[] {keys},
                Identities.clientTrust(),
                scenario.isAny("client-key=demanded-given", "client-key=demanded-lacking"),
                protocols())
            .misbehaveAt(this::fault)
            .observe(this::note)
            .answer(this::answer);
    if (scenario.isAny("client-key=optional-given", "client-key=optional-lacking")) {
      peer.wantCertificates();
    }
    Fault fault = scenario.fault();
    if (scenario.isAny("interruption=abort-in-handshake", "interruption=shutdown-in-handshake")) {
      peer.misbehaveInTurn(Fault.STALL_HANDSHAKE);
    } else if (scenario.isFaultOfConnection()) {
      switch (scenario.get("fault-time")) {
        case "first" -> peer.misbehaveInTurn(fault);
        case "second" -> peer.misbehaveInTurn(Fault.NONE, fault);
        default -> peer.misbehave(fault);
      }
    }
  }

  private String[] protocols() {
    return switch (scenario.get("protocol")) {
      case "server-12", "disjoint" -> new String[] {"TLSv1.2"};
      case "server-13" -> new String[] {"TLSv1.3"};
      default -> new String[0];
    };
  }

  int fullHandshakes() {
    return full.get();
  }

  Collection<List<Request>> carried() {
    return carried.values();
  }

  /** How often a request came again that was not challenged. */
  int repeated() {
    return carried.values().stream()
        .flatMap(List::stream)
        .filter(request -> !isChallenged(request))
        .collect(Collectors.groupingBy(Server::call, Collectors.summingInt(request -> 1)))
        .values()
        .stream()
        .mapToInt(times -> times - 1)
        .sum();
  }

  private boolean isChallenged(Request request) {
    return !scenario.is("login=none")
        && (scenario.is("login=wrong") || !World.BASIC.equals(request.header("Authorization")));
  }

  int attempts(String call) {
    return attempts.getOrDefault(call, 0);
  }

  /** Ends each connection that carried a request in good order. */
  void endCarried() {
    for (SSLSocket socket : carried.keySet()) {
      try {
        socket.shutdownOutput();
      } catch (IOException e) {
        // It has ended.
      }
    }
  }

  static String call(Request request) {
    return String.valueOf(request.header("X-Call"));
  }

  /** What goes wrong with a request whose head was read. */
  private Fault fault(Request head) {
    String call = call(head);
    int attempt = attempts.merge(call, 1, Integer::sum);
    boolean first = call.equals("1") && attempt == 1;
    if (first && scenario.isAny("interruption=abort-waiting", "interruption=shutdown-waiting")) {
      return Fault.STALL;
    }
    Fault fault = scenario.fault();
    boolean due =
        switch (scenario.get("fault-time")) {
          case "first" -> first;
          case "second" -> call.equals("2") && attempt == 1;
          default -> true;
        };
    if (due && fault != Fault.NONE && !scenario.isFaultOfConnection()) {
      return fault;
    }
    return switch (scenario.get("persistence")) {
      case "close-but-stays" -> Fault.HOLD_OPEN;
      case "close-without-notify" -> Fault.CLOSE_WITHOUT_CLOSE_NOTIFY;
      default -> Fault.NONE;
    };
  }

  private void note(Request request) {
    String call = call(request);
    carried.computeIfAbsent(request.socket(), s -> new CopyOnWriteArrayList<>()).add(request);
    if (request.header("Proxy-Authorization") != null) {
      world.alarms.add("the target read the proxy's credentials");
    }
    world.seen.add(
        "%s %s %s auth=%s user=%s certificate=%s body=%s"
            .formatted(
                call,
                request.method(),
                request.path(),
                World.scheme(request.header("Authorization")),
                World.orDash(request.header("X-User")),
                principal(request.socket()),
                Caller.tell(request.text().getBytes(StandardCharsets.UTF_8))));
    if (call.equals("1") && attempts.get(call) == 1 && scenario.isReachedByRequest()) {
      world.reach();
      if (scenario.is("reload=during")) {
        world.awaitRelease();
      }
    }
  }

  private static String principal(SSLSocket socket) {
    try {
      return socket.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "-";
    }
  }

  private Answer answer(Request request) {
    if (isChallenged(request)) {
      Answer challenge = Answer.of(401, "denied").with("WWW-Authenticate", "Basic realm=\"t\"");
      return keeps() ? challenge.keptAlive() : challenge;
    }
    Answer answer = Answer.raw(whole(request));
    return keeps() ? answer.keptAlive() : answer;
  }

  private boolean keeps() {
    return scenario.keeps() && !scenario.is("fault=early-response");
  }

  private byte[] whole(Request request) {
    String framing = scenario.get("framing");
    byte[] body = Caller.bodyOf(call(request) + ";", scenario.number("size"));
    String status =
        switch (framing) {
          case "no-content" -> "204 No Content\r\n";
          case "chunked" -> "200 OK\r\nTransfer-Encoding: chunked\r\n";
          case "until-end" -> "200 OK\r\n";
          default -> "200 OK\r\nContent-Length: " + body.length + "\r\n";
        };
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(
        ascii(
            (scenario.is("persistence=http-1-0") ? "HTTP/1.0 " : "HTTP/1.1 ")
                + status
                + "Connection: "
                + (keeps() ? "keep-alive" : "close")
                + "\r\n\r\n"));
    if (request.method().equals("HEAD") || framing.equals("no-content")) {
      return whole.toByteArray();
    }
    if (framing.equals("chunked")) {
      chunk(whole, Arrays.copyOf(body, body.length / 2));
      chunk(whole, Arrays.copyOfRange(body, body.length / 2, body.length));
      whole.writeBytes(ascii("0\r\n\r\n"));
    } else {
      whole.writeBytes(body);
    }
    return whole.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream chunks, byte[] part) {
    if (part.length > 0) {
      chunks.writeBytes(ascii(Integer.toHexString(part.length) + "\r\n"));
      chunks.writeBytes(part);
      chunks.writeBytes(ascii("\r\n"));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
