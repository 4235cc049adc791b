package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import dev.reprise.trial.Dimensions.FaultTime;
import dev.reprise.trial.Dimensions.Route;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogManager;

/** The peers of one run of a scenario, and what they saw. */
final class World implements AutoCloseable {

  /** In each request, so that it is found where it should not be. */
  static final String MARKER = "clear-marker";

  static final String USER = "user";
  static final String PASSWORD = "pass";

  /** All threads of peers and callers are in one group, so that others are seen to be left. */
  static final ThreadGroup GROUP = new ThreadGroup("trial");

  static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(GROUP, task, "trial");
            thread.setDaemon(true);
            return thread;
          });

  static {
    // Providers tell each refused certificate with its stack; failures are what is looked for here.
    LogManager.getLogManager().reset();
  }

  final Scenario scenario;
  final Server target;
  final Server other;
  final Proxy proxy;
  final Socks socks;

  private final List<Link> links = Collections.synchronizedList(new ArrayList<>());
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<String> proxySaw = Collections.synchronizedList(new ArrayList<>());
  private final List<String> alarms = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile boolean closing;

  World(Scenario scenario) throws IOException {
    this.scenario = scenario;
    Route route = scenario.get(Route.class);
    boolean plain =
        route == Route.PLAIN || route == Route.PLAIN_PROXY || route == Route.PLAIN_TLS_PROXY;
    target = new Server(this, "target", !plain);
    other = scenario.is(Dimensions.Redirect.OTHER_PEER) ? new Server(this, "other", !plain) : null;
    boolean proxied =
        route == Route.TUNNEL
            || route == Route.TLS_TUNNEL
            || route == Route.PLAIN_PROXY
            || route == Route.PLAIN_TLS_PROXY;
    proxy =
        proxied
            ? new Proxy(this, route == Route.TLS_TUNNEL || route == Route.PLAIN_TLS_PROXY)
            : null;
    socks = route == Route.SOCKS || route == Route.SOCKS_BY_FACTORY ? new Socks(this) : null;
  }

  boolean isPlain() {
    return scenario.isAny(Route.PLAIN, Route.PLAIN_PROXY, Route.PLAIN_TLS_PROXY);
  }

  /** A socket that goes through the SOCKS proxy, by way of {@link Route#SOCKS_BY_FACTORY}. */
  Socket socksSocket() {
    return new Socket(
        new java.net.Proxy(
            java.net.Proxy.Type.SOCKS, new InetSocketAddress("127.0.0.1", socks.port())));
  }

  String scheme() {
    return isPlain() ? "http" : "https";
  }

  String host() {
    return scenario.get(Dimensions.Name.class).host;
  }

  Link link(String peer, Socket raw) {
    Link link = new Link(peer, raw);
    links.add(link);
    if (closing) {
      link.closeQuietly();
    }
    return link;
  }

  List<Link> links() {
    synchronized (links) {
      return new ArrayList<>(links);
    }
  }

  /** Counts how often a call has come, from 1. */
  int attempt(String call) {
    return attempts.computeIfAbsent(call, c -> new AtomicInteger()).incrementAndGet();
  }

  int attempts(int call) {
    AtomicInteger count = attempts.get(String.valueOf(call));
    return count == null ? 0 : count.get();
  }

  /** Whether the fault of the scenario is due for this attempt of a call. */
  boolean isDue(String call, int attempt) {
    return switch (scenario.get(FaultTime.class)) {
      case FIRST -> call.equals("1") && attempt == 1;
      case SECOND -> call.equals("2") && attempt == 1;
      default -> true;
    };
  }

  /** Whether a fault before or in the handshake is due for this connection, counted from 1. */
  boolean isDue(Fault fault, int connection) {
    return scenario.is(fault)
        && (scenario.is(FaultTime.ALWAYS) || connection == (scenario.is(FaultTime.FIRST) ? 1 : 2));
  }

  void saw(String what) {
    seen.add(what);
  }

  List<String> seen() {
    synchronized (seen) {
      return new ArrayList<>(seen);
    }
  }

  void proxySaw(String what) {
    proxySaw.add(named(what));
  }

  List<String> proxySaw() {
    synchronized (proxySaw) {
      return new ArrayList<>(proxySaw);
    }
  }

  /** Something that must never be seen, whoever the client is. */
  void alarm(String what) {
    alarms.add(what);
  }

  List<String> alarms() {
    synchronized (alarms) {
      return new ArrayList<>(alarms);
    }
  }

  /** With names in the place of ports, which differ from run to run. */
  String named(String text) {
    String named = text.replace(":" + target.port(), ":target");
    named = other == null ? named : named.replace(":" + other.port(), ":other");
    return proxy == null ? named : named.replace(":" + proxy.port(), ":proxy");
  }

  /** For peers: the point of the interruption has been reached. */
  void reach() {
    reached.countDown();
  }

  /** For peers: waits until the interruption is done. */
  void awaitRelease() {
    await(released, 4_000);
  }

  /** For callers. */
  boolean awaitReached(long millis) {
    return await(reached, millis);
  }

  void release() {
    released.countDown();
  }

  private static boolean await(CountDownLatch latch, long millis) {
    try {
      return latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits for the client's end of a connection, or that of the world. */
  static void awaitEnd(Socket raw) throws IOException {
    raw.setSoTimeout(0);
    InputStream in = raw.getInputStream();
    byte[] sink = new byte[4096];
    while (in.read(sink) >= 0) {
      // Whatever comes is too late.
    }
  }

  /** JSSE ends the socket below too where it has nothing more to say. */
  static void shutOutput(Socket socket) throws IOException {
    if (!socket.isOutputShutdown()) {
      socket.shutdownOutput();
    }
  }

  static void reset(Socket raw) throws IOException {
    raw.setSoLinger(true, 0);
    raw.close();
  }

  /** How many connections their client has not ended, after a while. */
  int leftOpen() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1_500);
    int open = open();
    while (open > 0 && System.nanoTime() - deadline < 0) {
      pause(2);
      open = open();
    }
    return open;
  }

  /** Ends the connections that wait for a request. */
  void endUnused(boolean reset) {
    for (Link link : links()) {
      if (link.open && link.calls().isEmpty()) {
        try {
          link.raw.setSoLinger(reset, 0);
        } catch (IOException e) {
          // It has ended meanwhile.
        }
        link.closeQuietly();
      }
    }
  }

  int open() {
    int open = 0;
    for (Link link : links()) {
      open += link.open ? 1 : 0;
    }
    return open;
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all connections, so that whoever waits for a peer goes on. */
  void breakOff() {
    closing = true;
    released.countDown();
    for (Link link : links()) {
      link.closeQuietly();
    }
  }

  @Override
  public void close() throws IOException {
    closing = true;
    target.close();
    if (other != null) {
      other.close();
    }
    if (proxy != null) {
      proxy.close();
    }
    if (socks != null) {
      socks.close();
    }
    breakOff();
  }
}
