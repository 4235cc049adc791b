package dev.reprise.trial;

import dev.reprise.testkit.Request;
import dev.reprise.trial.Dimensions.*;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** An HTTP proxy, spoken to in clear or over TLS, that opens tunnels. */
final class Proxy extends Listener {

  private final AtomicInteger asked = new AtomicInteger();

  Proxy(World world) throws IOException {
    super(
        world,
        "proxy",
        world.hasTlsProxy() ? Identities.proxy(world.scenario.is(ProxyFault.OTHER_NAME)) : null);
    start();
  }

  @Override
  void serve(Link link) throws IOException {
    if (context != null) {
      link.layer(context).startHandshake();
    }
    for (Request head = link.next(); head != null; head = link.next()) {
      if (admits(link, head)) {
        tunnel(link, Integer.parseInt(head.target().substring(head.target().lastIndexOf(':') + 1)));
        return;
      }
      if (world.scenario.is(ProxyLogin.RIGHT_CLOSING)) {
        link.end();
      }
    }
  }

  /** Notes what was asked for, and sends who is not known away. */
  private boolean admits(Link link, Request head) throws IOException {
    String given = head.header("Proxy-Authorization");
    world.proxySaw("CONNECT " + head.target() + " login=" + World.scheme(given));
    if (Stream.of("Authorization", "X-Marker", "X-Call").anyMatch(h -> head.header(h) != null)) {
      world.alarm("a CONNECT had headers that are the target's alone");
    }
    ProxyLogin login = world.scenario.get(ProxyLogin.class);
    if (login == ProxyLogin.NONE || (login != ProxyLogin.WRONG && World.BASIC.equals(given))) {
      return true;
    }
    link.respond(
        "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"",
        login == ProxyLogin.RIGHT_CLOSING ? "close" : "keep-alive",
        "denied");
    return false;
  }

  private void tunnel(Link link, int port) throws IOException {
    int count = asked.incrementAndGet();
    ProxyFault fault = count == 1 ? world.scenario.get(ProxyFault.class) : ProxyFault.NONE;
    if (count == 1 && world.scenario.is(Interruption.ABORT_IN_CONNECT_REQUEST)) {
      world.reach();
      link.awaitEnd();
      return;
    }
    String established = "HTTP/1.1 200 Connection established\r\n\r\n";
    switch (fault) {
      case BAD_GATEWAY -> {
        link.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nbad");
        link.awaitEnd();
      }
      case ENDS -> link.end();
      case RESETS -> link.reset();
      case SILENT -> link.awaitEnd();
      case GARBAGE -> {
        link.write("SSH-2.0-no proxy at all\r\n");
        link.end();
      }
      case SILENT_TUNNEL -> {
        link.write(established);
        link.awaitEnd();
      }
      case ENDS_TUNNEL -> {
        link.write(established);
        link.end();
      }
      case LENGTH_IN_ANSWER ->
          relay(link, port, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      default -> relay(link, port, established);
    }
  }

  private void relay(Link link, int port, String answer) throws IOException {
    Relay relay = new Relay(world, link, port);
    link.write(answer);
    relay.run();
  }
}
