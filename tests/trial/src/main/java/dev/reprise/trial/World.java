package dev.reprise.trial;

import dev.reprise.trial.Dimensions.FaultTime;
import dev.reprise.trial.Dimensions.Route;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.LogManager;

/** The peers of one run of a scenario, and what they saw. */
final class World implements AutoCloseable {

  /** In each request, so that it is found where it should not be. */
  static final String MARKER = "clear-marker";

  static final String USER = "user";
  static final String PASSWORD = "pass";
  static final String BASIC = "Basic dXNlcjpwYXNz";

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

  private final List<Link> links = new CopyOnWriteArrayList<>();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final List<String> proxySaw = new CopyOnWriteArrayList<>();
  private final List<String> alarms = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> attempts = new ConcurrentHashMap<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile boolean closing;

  World(Scenario scenario) throws IOException {
    this.scenario = scenario;
    Route route = scenario.get(Route.class);
    target = new Server(this, "target");
    other = scenario.is(Dimensions.Redirect.OTHER_PEER) ? new Server(this, "other") : null;
    proxy = route.isTunnel() ? new Proxy(this) : null;
  }

  boolean hasTlsProxy() {
    return scenario.get(Route.class).hasTlsProxy();
  }

  /** The way to the target, for clients that take the JDK's proxies. */
  java.net.Proxy javaProxy() {
    return proxy == null
        ? java.net.Proxy.NO_PROXY
        : new java.net.Proxy(
            java.net.Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", proxy.port()));
  }

  String host() {
    return scenario.get(Dimensions.Name.class).host;
  }

  Link link(String peer, Socket raw) throws IOException {
    Link link = new Link(peer, raw);
    links.add(link);
    if (closing) {
      link.closeQuietly();
    }
    return link;
  }

  List<Link> links() {
    return links;
  }

  /** The scheme of a header with credentials, or a dash. */
  static String scheme(String credentials) {
    return credentials == null ? "-" : credentials.split(" ", 2)[0];
  }

  /** Counts how often a call has come, from 1. */
  int attempt(String call) {
    return attempts.merge(call, 1, Integer::sum);
  }

  int attempts(int call) {
    return attempts.getOrDefault(String.valueOf(call), 0);
  }

  /** Whether the fault of the scenario is due for this attempt of a call. */
  boolean isDue(String call, int attempt) {
    return switch (scenario.get(FaultTime.class)) {
      case FIRST -> call.equals("1") && attempt == 1;
      case SECOND -> call.equals("2") && attempt == 1;
      default -> true;
    };
  }

  /** Whether a fault in or after the handshake is due for this connection, counted from 1. */
  boolean isDue(int connection) {
    return scenario.is(FaultTime.ALWAYS) || connection == (scenario.is(FaultTime.FIRST) ? 1 : 2);
  }

  void saw(String what) {
    seen.add(what);
  }

  List<String> seen() {
    return new ArrayList<>(seen);
  }

  void proxySaw(String what) {
    proxySaw.add(named(what));
  }

  List<String> proxySaw() {
    return new ArrayList<>(proxySaw);
  }

  /** Something that must never be seen, whoever the client is. */
  void alarm(String what) {
    alarms.add(what);
  }

  List<String> alarms() {
    return new ArrayList<>(alarms);
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
    within(1_500, () -> open() == 0);
    return open();
  }

  /** Ends the connections that wait for a request. */
  void endUnused(boolean reset) {
    for (Link link : links) {
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

  private int open() {
    return (int) links.stream().filter(link -> link.open).count();
  }

  /** Waits until this is so, for so long at the most. */
  static void within(long millis, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
      pause(1);
    }
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
    for (Link link : links) {
      link.closeQuietly();
    }
  }

  @Override
  public void close() throws IOException {
    closing = true;
    for (Listener peer : new Listener[] {target, other, proxy}) {
      if (peer != null) {
        peer.close();
      }
    }
    breakOff();
  }
}
