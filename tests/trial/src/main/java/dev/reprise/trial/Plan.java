package dev.reprise.trial;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a scenario on one side, and tells what was seen. */
final class Plan {

  /** For how long a call may take before it is said to hang. */
  private static final long HANGS_MILLIS = 2_000;

  /** For the end of a preconnected connection to be read. */
  private static final int MOST_END_PAUSES = 1_000;

  /** For a preconnected connection to be opened, if one is. */
  private static final int MOST_PAUSES = 50;

  private final World world;
  private final Scenario scenario;
  private final Equipment equipment;
  private final Caller caller;
  private final Outcome[] outcomes;

  private Plan(World world, Equipment equipment) {
    this.world = world;
    this.scenario = world.scenario;
    this.equipment = equipment;
    this.outcomes = new Outcome[scenario.number("calls")];
    this.caller = caller();
  }

  private Caller caller() {
    return switch (scenario.get("client")) {
      case "urlconnection" -> new UrlCaller(world, equipment);
      case "httpclient5" -> new Apache5Caller(world, equipment);
      default -> new ApacheCaller(world, equipment);
    };
  }

  /** What is seen when the scenario is run on this side. */
  static Observation run(Scenario scenario, Side side) throws Exception {
    try (World world = new World(scenario)) {
      Equipment equipment = side.equip(world);
      Plan plan = new Plan(world, equipment);
      try {
        plan.run();
      } finally {
        plan.caller.close();
      }
      return plan.observe();
    }
  }

  private void run() throws InterruptedException, IOException {
    if (!scenario.isSequential()) {
      runAtATime();
      return;
    }
    for (int number = 1; number <= outcomes.length; number++) {
      if (number == 2) {
        betweenCalls();
      }
      if (number == 1 && isAmid()) {
        amid();
      } else {
        outcomes[number - 1] = within(submit(number));
      }
      if (number < outcomes.length) {
        afterCall(number);
      }
    }
  }

  private void reload(boolean otherTrust) {
    try {
      caller.reload(otherTrust);
    } catch (RuntimeException e) {
      world.alarm("a reload failed: " + e);
    }
  }

  private void betweenCalls() {
    if (scenario.isAny("reload=between", "reload=other-trust")) {
      reload(scenario.is("reload=other-trust"));
    }
  }

  private void afterCall(int number) throws IOException {
    if (scenario.is("persistence=keep-but-ends")) {
      world.target.endCarried();
      World.pause(2);
    }
    if (scenario.is("stale-check=always")) {
      World.pause(3);
    }
    if (!scenario.is("preconnections=off") && number > 1) {
      for (int i = 0; i < MOST_PAUSES && equipment.preconnectionsWaiting() == 0; i++) {
        World.pause(1);
      }
    }
    if (scenario.isAny("preconnections=ended", "preconnections=reset")) {
      if (scenario.is("preconnections=reset")) {
        world.target.peer.resetConnections();
      } else {
        world.target.peer.endConnections();
      }
      // An end that has come and that nobody has had the time to read yet is seen too late.
      for (int i = 0; i < MOST_END_PAUSES && equipment.preconnectionsWaiting() > 0; i++) {
        World.pause(1);
      }
    }
  }

  private Future<Outcome> submit(int number) {
    return World.THREADS.submit((Callable<Outcome>) () -> caller.call(number));
  }

  private Outcome within(Future<Outcome> call) throws InterruptedException, IOException {
    return within(call, HANGS_MILLIS);
  }

  private Outcome within(Future<Outcome> call, long millis)
      throws InterruptedException, IOException {
    try {
      return call.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      world.close();
      try {
        call.get(HANGS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException again) {
        call.cancel(true);
        return Outcome.of("hangs for good");
      }
      return Outcome.of("hangs");
    } catch (ExecutionException e) {
      return Outcome.failed("", e.getCause());
    }
  }

  /** Whether something is to happen from another thread during the first call. */
  private boolean isAmid() {
    return scenario.is("reload=during")
        || !scenario.isAny(
            "interruption=none",
            "interruption=abort-before",
            "interruption=abort-in-body",
            "interruption=abort-after");
  }

  /** Makes the first call, to which something happens. */
  private void amid() throws InterruptedException, IOException {
    Future<Outcome> first = submit(1);
    boolean reached = world.awaitReached();
    if (reached) {
      switch (scenario.get("interruption")) {
        case "shutdown-waiting", "shutdown-in-handshake" -> caller.shutdown();
        case "none" -> reload(false);
        default -> caller.abort(1);
      }
    }
    world.release();
    outcomes[0] = within(first);
    if (!reached) {
      outcomes[0] = Outcome.of(outcomes[0].text() + " without reaching the point");
    }
  }

  private void runAtATime() throws InterruptedException, IOException {
    AtomicInteger next = new AtomicInteger();
    List<Future<Outcome>> threads = new ArrayList<>();
    for (int i = 0; i < scenario.number("threads"); i++) {
      threads.add(
          World.THREADS.submit(
              () -> {
                for (int n = next.incrementAndGet();
                    n <= outcomes.length;
                    n = next.incrementAndGet()) {
                  if (n == 3 && scenario.is("reload=between")) {
                    reload(false);
                  }
                  outcomes[n - 1] = caller.call(n);
                }
                return null;
              }));
    }
    for (Future<Outcome> thread : threads) {
      within(thread, HANGS_MILLIS * outcomes.length);
    }
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i] == null) {
        outcomes[i] = Outcome.of("hangs");
      }
    }
  }

  private Observation observe() {
    Map<String, String> seen = new LinkedHashMap<>();
    boolean sequential = scenario.isSequential();
    List<String> details = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      String text = outcomes[i].text();
      int comment = text.indexOf(" (");
      String told = comment < 0 ? text : text.substring(0, comment);
      seen.put("call " + (i + 1), i == 0 && isCutShort() ? withoutManner(told) : told);
      details.add(
          (i + 1) + ": " + text + " " + outcomes[i].detail() + " " + outcomes[i].progress());
    }
    int waiting = preconnectionsLeft();
    int left = isLeftToTheJdk() ? 0 : world.leftOpen();
    List<String> requests = world.seen();
    List<String> proxied = world.proxySaw();
    if (!sequential) {
      Collections.sort(requests);
      Collections.sort(proxied);
    }
    seen.put("requests", String.join("; ", requests));
    if (sequential) {
      seen.put("connections", connections());
      seen.put("proxy", String.join("; ", proxied));
    } else {
      seen.put("proxy", String.valueOf(new TreeSet<>(proxied)));
    }
    seen.put("left open", String.valueOf(left));
    seen.put("preconnected connections waiting", String.valueOf(waiting));
    seen.put("lanes leased", String.valueOf(equipment.lanesLeased()));
    List<String> alarms = world.alarms();
    alarms.addAll(mixedUsers());
    alarms.addAll(falseProgress());
    seen.put("alarms", String.join("; ", new TreeSet<>(alarms)));
    Map<String, Integer> counts = new HashMap<>();
    counts.put(Comparison.REPEATED, world.target.repeated());
    if (sequential) {
      // Else they depend on who was first.
      counts.put(Comparison.FULL, world.fullHandshakes());
    }
    return new Observation(seen, counts, details, equipment.counted());
  }

  /** Whether the first call is ended from outside. */
  private boolean isCutShort() {
    return !scenario.is("interruption=none");
  }

  /** In what a client fails when its connection is taken away depends on where it was. */
  private static String withoutManner(String told) {
    for (Kind kind :
        new Kind[] {
          Kind.CONNECTION_LOST,
          Kind.NO_RESPONSE,
          Kind.HANDSHAKE_FAILED,
          Kind.TLS_FAILED,
          Kind.TRUNCATED
        }) {
      if (told.endsWith(kind.name())) {
        return told.substring(0, told.length() - kind.name().length()) + Kind.ABORTED;
      }
    }
    return told;
  }

  /** HttpsURLConnection keeps idle connections for all, and one that was not read to its end. */
  private boolean isLeftToTheJdk() {
    return scenario.is("client=urlconnection")
        && (!scenario.is("persistence=close") || !scenario.is("reading=all"));
  }

  /** How many preconnected connections have not ended of themselves, after a while. */
  private int preconnectionsLeft() {
    World.within(
        2_000,
        () ->
            equipment.preconnectionsWaiting() == 0
                && (scenario.is("preconnections=off") || equipment.lanesLeased() == 0));
    return equipment.preconnectionsWaiting();
  }

  /**
   * The calls that each connection to a target carried; preconnected connections come in no order.
   */
  private String connections() {
    return carried()
        .map(requests -> requests.stream().map(Server::call).collect(Collectors.joining(",")))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private Stream<List<Request>> carried() {
    return world.target.carried().stream();
  }

  private List<String> mixedUsers() {
    return carried()
        .map(requests -> requests.stream().map(r -> r.header("X-User")).filter(Objects::nonNull))
        .filter(users -> users.distinct().count() > 1)
        .map(users -> "a connection carried requests of several users")
        .toList();
  }

  /** What RequestProgress told, held against what the server saw. */
  private List<String> falseProgress() {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      RequestProgress progress = outcomes[i].progress();
      int attempts = world.target.attempts(String.valueOf(i + 1));
      // A request that was challenged was refused.
      if (progress == RequestProgress.NOT_SENT && attempts > 0 && scenario.is("login=none")) {
        wrong.add("NOT_SENT, and the server read it");
      }
      if (progress == RequestProgress.ANSWERED && attempts == 0 && world.proxy == null) {
        wrong.add("ANSWERED, and the server never read it");
      }
    }
    return wrong;
  }
}
