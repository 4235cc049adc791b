package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Interruption;
import dev.reprise.trial.Dimensions.ProxyFault;
import dev.reprise.trial.Dimensions.ProxyLogin;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** An HTTP proxy, spoken to in clear or over TLS: opens tunnels, and answers for http targets. */
final class Proxy extends Listener {

  private final SSLContext context;
  private final AtomicInteger full = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();

  Proxy(World world, boolean tls) throws IOException {
    super(world, "proxy");
    context =
        tls
            ? Identities.counted(Identities.proxy(world.scenario.is(ProxyFault.OTHER_NAME)), full)
            : null;
    start();
  }

  int fullHandshakes() {
    return full.get();
  }

  @Override
  void serve(Link link) throws IOException {
    Socket raw = link.raw;
    Socket socket = raw;
    if (context != null) {
      SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(raw, null, port(), true);
      link.keep(tls);
      tls.setUseClientMode(false);
      tls.startHandshake();
      socket = tls;
    }
    InputStream in = new BufferedInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    if (world.isPlain()) {
      world.target.answer(link, socket, in, out, head -> admits(head, in, out));
      return;
    }
    for (Head head = Head.read(in); head != null; head = Head.read(in)) {
      if (!admits(head, in, out)) {
        if (world.scenario.is(ProxyLogin.RIGHT_CLOSING)) {
          Server.end(raw, socket);
          return;
        }
        continue;
      }
      int port = Integer.parseInt(head.target.substring(head.target.lastIndexOf(':') + 1));
      tunnel(raw, socket, in, out, port);
      return;
    }
  }

  /** Notes what was asked for, and sends who is not known away. */
  private boolean admits(Head head, InputStream in, OutputStream out) throws IOException {
    boolean connect = head.method.equals("CONNECT");
    world.proxySaw(
        (connect ? "CONNECT " + head.target : head.method)
            + " login="
            + head.scheme("proxy-authorization"));
    if (connect && (head.has("authorization") || head.has("x-marker") || head.has("x-call"))) {
      world.alarm("a CONNECT had headers that are the target's alone");
    }
    ProxyLogin login = world.scenario.get(ProxyLogin.class);
    String right =
        "Basic "
            + Base64.getEncoder()
                .encodeToString(
                    (World.USER + ":" + World.PASSWORD).getBytes(StandardCharsets.US_ASCII));
    if (login == ProxyLogin.NONE
        || (login != ProxyLogin.WRONG && right.equals(head.get("proxy-authorization")))) {
      return true;
    }
    if (!connect) {
      head.readBody(in);
    }
    String connection = login == ProxyLogin.RIGHT_CLOSING ? "close" : "keep-alive";
    out.write(
        ("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"\r\n"
                + "Content-Length: 6\r\nConnection: "
                + connection
                + "\r\n\r\ndenied")
            .getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return false;
  }

  private void tunnel(Socket raw, Socket socket, InputStream in, OutputStream out, int port)
      throws IOException {
    int count = asked.incrementAndGet();
    ProxyFault fault = count == 1 ? world.scenario.get(ProxyFault.class) : ProxyFault.NONE;
    if (count == 1 && world.scenario.is(Interruption.ABORT_IN_CONNECT_REQUEST)) {
      world.reach();
      World.awaitEnd(raw);
      return;
    }
    String established = "HTTP/1.1 200 Connection established\r\n\r\n";
    switch (fault) {
      case BAD_GATEWAY -> {
        write(out, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nbad");
        World.awaitEnd(raw);
        return;
      }
      case ENDS -> {
        Server.end(raw, socket);
        return;
      }
      case RESETS -> {
        World.reset(raw);
        return;
      }
      case SILENT -> {
        World.awaitEnd(raw);
        return;
      }
      case GARBAGE -> {
        write(out, "SSH-2.0-no proxy at all\r\n");
        Server.end(raw, socket);
        return;
      }
      case SILENT_TUNNEL -> {
        write(out, established);
        World.awaitEnd(raw);
        return;
      }
      case ENDS_TUNNEL -> {
        write(out, established);
        Server.end(raw, socket);
        return;
      }
      case LENGTH_IN_ANSWER ->
          established = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      default -> {}
    }
    Relay relay = new Relay(world, raw, socket, port);
    write(out, established);
    relay.run(in, out);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
