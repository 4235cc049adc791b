package dev.reprise.trial;

import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.ServerTls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.logging.LogManager;
import java.util.stream.Stream;

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
  final HttpProxy proxy;

  /** What the target and the proxy have read, in its order. */
  final List<String> seen = new CopyOnWriteArrayList<>();

  final List<String> proxySaw = new CopyOnWriteArrayList<>();
  final Set<String> alarms = new ConcurrentSkipListSet<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final ServerTls proxyTls;
  private final AtomicInteger asked = new AtomicInteger();

  World(Scenario scenario) throws IOException, GeneralSecurityException {
    this.scenario = scenario;
    target = new Server(this);
    proxyTls = hasTlsProxy() ? Identities.proxy(scenario) : null;
    proxy = scenario.is("route=direct") ? null : new HttpProxy(this::refusal, proxyTls);
  }

  boolean hasTlsProxy() {
    return scenario.is("route=tls-tunnel");
  }

  String host() {
    return switch (scenario.get("name")) {
      case "address", "other-address" -> "127.0.0.1";
      case "wildcard" -> "a.reprise.test";
      case "wildcard-partial" -> "alpha.reprise.test";
      default -> "localhost";
    };
  }

  /** What the proxy does with a CONNECT, which it notes. */
  private Refusal refusal(Request head) {
    String given = head.header("Proxy-Authorization");
    // The port differs from run to run.
    proxySaw.add(
        "CONNECT "
            + head.target().replace(":" + target.peer.port(), ":target")
            + " login="
            + scheme(given));
    if (Stream.of("Authorization", "X-Marker", "X-Call").anyMatch(h -> head.header(h) != null)) {
      alarms.add("a CONNECT had headers that are the target's alone");
    }
    String login = scenario.get("proxy-login");
    if (!login.equals("none") && (login.equals("wrong") || !BASIC.equals(given))) {
      return login.equals("right-closing") ? Refusal.CHALLENGE_AND_CLOSE : Refusal.CHALLENGE;
    }
    if (asked.incrementAndGet() > 1 || scenario.is("proxy-fault=other-name")) {
      return Refusal.NONE;
    }
    if (scenario.is("interruption=abort-in-connect-request")) {
      reach();
      return Refusal.STALL;
    }
    return Refusal.valueOf(scenario.get("proxy-fault").replace('-', '_').toUpperCase(Locale.ROOT));
  }

  /** The scheme of a header with credentials, or a dash. */
  static String scheme(String credentials) {
    return orDash(credentials).split(" ", 2)[0];
  }

  static String orDash(String text) {
    return text == null ? "-" : text;
  }

  void reach() {
    reached.countDown();
  }

  void awaitRelease() {
    within(4_000, () -> released.getCount() == 0);
  }

  boolean awaitReached() {
    within(3_000, this::isReached);
    return isReached();
  }

  private boolean isReached() {
    return reached.getCount() == 0 || target.peer.stalled() > 0;
  }

  void release() {
    released.countDown();
  }

  int fullHandshakes() {
    return target.fullHandshakes() + (proxyTls == null ? 0 : proxyTls.fullHandshakes());
  }

  /** How many connections their client has not ended, after a while. */
  int leftOpen() {
    within(1_500, () -> open() == 0);
    return open();
  }

  private int open() {
    return target.peer.open() + (proxy == null ? 0 : proxy.open());
  }

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

  /** Ends all peers, so that whoever waits for one goes on; no more than once has an effect. */
  @Override
  public void close() throws IOException {
    release();
    target.peer.close();
    if (proxy != null) {
      proxy.close();
    }
  }
}
