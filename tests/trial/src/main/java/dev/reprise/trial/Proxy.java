package dev.reprise.trial;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Request;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Reference;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** An HTTP proxy, spoken to in clear or over TLS, that opens tunnels. */
final class Proxy implements AutoCloseable {

  private static final String ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";

  final Acceptor acceptor = new Acceptor();

  private final World world;
  private final SSLContext context;
  private final AtomicInteger full = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();

  Proxy(World world) throws IOException {
    this.world = world;
    context = world.hasTlsProxy() ? Identities.proxy(world.scenario, full) : null;
    acceptor.start(this::serve);
  }

  int fullHandshakes() {
    return full.get();
  }

  private void serve(Socket raw) throws IOException {
    raw.setTcpNoDelay(true);
    if (context == null) {
      serve(raw, raw);
      return;
    }
    SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true);
    try {
      serve(raw, tls);
    } finally {
      // Some JDKs, such as 17, close a TLS socket that nobody refers to.
      Reference.reachabilityFence(tls);
    }
  }

  private void serve(Socket raw, Socket client) throws IOException {
    InputStream in = new BufferedInputStream(client.getInputStream());
    for (Request head = Request.readHead(in); head != null; head = Request.readHead(in)) {
      String login = world.scenario.get("proxy-login");
      if (admits(head, login)) {
        String target = head.target();
        tunnel(raw, client, in, Integer.parseInt(target.substring(target.lastIndexOf(':') + 1)));
        return;
      }
      boolean closes = login.equals("right-closing");
      write(
          client,
          "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"p\"\r\n"
              + ("Content-Length: 6\r\nConnection: " + (closes ? "close" : "keep-alive"))
              + "\r\n\r\ndenied");
      if (closes) {
        end(raw, client);
        return;
      }
    }
  }

  /** Notes what was asked for, and whether it is known who asks. */
  private boolean admits(Request head, String login) {
    String given = head.header("Proxy-Authorization");
    // The port differs from run to run.
    world.proxySaw.add(
        "CONNECT "
            + head.target().replace(":" + world.target.peer.port(), ":target")
            + " login="
            + World.scheme(given));
    if (Stream.of("Authorization", "X-Marker", "X-Call").anyMatch(h -> head.header(h) != null)) {
      world.alarms.add("a CONNECT had headers that are the target's alone");
    }
    return login.equals("none") || !login.equals("wrong") && World.BASIC.equals(given);
  }

  private void tunnel(Socket raw, Socket client, InputStream in, int port) throws IOException {
    boolean first = asked.incrementAndGet() == 1;
    String fault = first ? world.scenario.get("proxy-fault") : "none";
    if (first && world.scenario.is("interruption=abort-in-connect-request")) {
      world.reach();
      fault = "silent";
    }
    switch (fault) {
      case "bad-gateway" ->
          write(client, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nbad");
      case "garbage" -> write(client, "SSH-2.0-no proxy at all\r\n");
      case "length-in-answer" -> {
        relay(raw, client, in, port, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        return;
      }
      case "silent-tunnel", "ends-tunnel" -> write(client, ESTABLISHED);
      case "resets" -> raw.setSoLinger(true, 0);
      case "ends", "silent" -> {}
      default -> {
        relay(raw, client, in, port, ESTABLISHED);
        return;
      }
    }
    switch (fault) {
      case "resets" -> raw.close();
      case "ends", "ends-tunnel", "garbage" -> end(raw, client);
      default -> raw.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }

  private static void write(Socket to, String text) throws IOException {
    to.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Ends the connection in good order, and waits until the client has ended it. */
  private static void end(Socket raw, Socket client) throws IOException {
    shut(client);
    shut(raw);
    raw.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  /** JSSE ends the socket below too where it has nothing more to say. */
  private static void shut(Socket socket) throws IOException {
    if (!socket.isOutputShutdown()) {
      socket.shutdownOutput();
    }
  }

  private void relay(Socket raw, Socket client, InputStream in, int port, String answer)
      throws IOException {
    try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
      target.setTcpNoDelay(true);
      write(client, answer);
      InputStream answers = target.getInputStream();
      Thread back = new Thread(() -> pass(answers, List.of(client, raw), List.of(raw, target)));
      back.start();
      pass(in, List.of(target), List.of(raw, target));
      back.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Passes bytes on, and their end; what ends one side with an error ends the other so. The marker
   * may come in two parts; no client has sent it so.
   */
  private void pass(InputStream from, List<Socket> to, List<Socket> both) {
    byte[] buffer = new byte[16 * 1024];
    try {
      for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
        if (new String(buffer, 0, count, StandardCharsets.ISO_8859_1).contains(World.MARKER)) {
          world.alarms.add("a proxy read a request in clear");
        }
        to.get(0).getOutputStream().write(buffer, 0, count);
      }
      for (Socket each : to) {
        shut(each);
      }
    } catch (IOException e) {
      both.forEach(Acceptor::reset);
    }
  }

  @Override
  public void close() throws IOException {
    acceptor.close();
  }
}
