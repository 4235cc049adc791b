package dev.reprise.trial;

import dev.reprise.http.RequestProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Runs a scenario on one side, and tells what was seen. */
final class Plan {

  /** For how long a call may take before it is said to hang. */
  private static final long HANGS_MILLIS = 2_000;

  /** For the end of a preconnected connection to be read. */
  private static final int MOST_END_MILLIS = 1_000;

  /** For a preconnected connection to be opened, if one is. */
  private static final int MOST_MILLIS = 50;

  /** In which of these a client fails when its connection is taken away depends on where it was. */
  private static final String MANNER =
      "(CONNECTION_LOST|NO_RESPONSE|HANDSHAKE_FAILED|TLS_FAILED|TRUNCATED)$";

  private final World world;
  private final Scenario scenario;
  private final Equipment equipment;
  private final Caller caller;
  private final Outcome[] outcomes;

  private Plan(World world, Equipment equipment) {
    this.world = world;
    this.scenario = world.scenario;
    this.equipment = equipment;
    outcomes = new Outcome[scenario.number("calls")];
    caller =
        switch (scenario.get("client")) {
          case "urlconnection" -> new UrlCaller(world, equipment);
          case "httpclient5" -> new Apache5Caller(world, equipment);
          default -> new ApacheCaller(world, equipment);
        };
  }

  static Observation run(Scenario scenario, Side side) throws Exception {
    try (World world = new World(scenario)) {
      Plan plan = new Plan(world, side.equip(world));
      try {
        plan.run();
      } finally {
        plan.caller.close();
      }
      return plan.observe();
    }
  }

  private void run() throws InterruptedException, IOException {
    for (int number = 1; number <= outcomes.length; number++) {
      int call = number;
      Future<Outcome> running = World.THREADS.submit((Callable<Outcome>) () -> caller.call(call));
      boolean reached = number > 1 || !scenario.hasPoint() || atPoint();
      Outcome outcome = within(running);
      outcomes[number - 1] =
          reached ? outcome : Outcome.of(outcome.text() + " without reaching the point");
      if (number < outcomes.length) {
        afterCall(number);
      }
    }
  }

  /** Has happen to the first call what is to; whether it came to where that was to be. */
  private boolean atPoint() {
    boolean reached = world.awaitReached();
    if (reached) {
      switch (scenario.get("interruption")) {
        case "shutdown-waiting", "shutdown-in-handshake" -> caller.shutdown();
        case "none" -> reload();
        default -> caller.abort(1);
      }
    }
    world.release();
    return reached;
  }

  private void reload() {
    try {
      caller.reload(scenario.is("reload=other-trust"));
    } catch (RuntimeException e) {
      world.alarms.add("a reload failed: " + e);
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
      World.within(MOST_MILLIS, () -> equipment.preconnectionsWaiting() > 0);
    }
    if (scenario.isAny("preconnections=ended", "preconnections=reset")) {
      if (scenario.is("preconnections=reset")) {
        world.target.peer.resetConnections();
      } else {
        world.target.peer.endConnections();
      }
      // An end that has come and that nobody has had the time to read yet is seen too late.
      World.within(MOST_END_MILLIS, () -> equipment.preconnectionsWaiting() == 0);
    }
    if (number == 1 && scenario.isAny("reload=between", "reload=other-trust")) {
      reload();
    }
  }

  private Outcome within(Future<Outcome> call) throws InterruptedException, IOException {
    try {
      return call.get(HANGS_MILLIS, TimeUnit.MILLISECONDS);
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

  private Observation observe() {
    Map<String, String> seen = new LinkedHashMap<>();
    List<String> details = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      String told = outcomes[i].text().split(" \\(", 2)[0];
      boolean isCutShort = i == 0 && !scenario.is("interruption=none");
      seen.put("call " + (i + 1), isCutShort ? told.replaceFirst(MANNER, "ABORTED") : told);
      details.add((i + 1) + ": " + outcomes[i]);
    }
    // Preconnected connections are to end of themselves.
    World.within(
        2_000,
        () ->
            equipment.preconnectionsWaiting() == 0
                && (scenario.is("preconnections=off") || equipment.lanesLeased() == 0));
    seen.put("preconnected connections waiting", String.valueOf(equipment.preconnectionsWaiting()));
    seen.put("left open", String.valueOf(isLeftToTheJdk() ? 0 : world.leftOpen()));
    seen.put("requests", String.join("; ", world.seen));
    seen.put("connections", connections());
    seen.put("proxy", String.join("; ", world.proxySaw));
    seen.put("lanes leased", String.valueOf(equipment.lanesLeased()));
    noteMixedUsers();
    noteFalseProgress();
    if (world.proxy != null && world.proxy.received().contains(World.MARKER)) {
      world.alarms.add("a proxy read a request in clear");
    }
    seen.put("alarms", String.join("; ", world.alarms));
    Map<String, Integer> counts =
        Map.of(
            Comparison.REPEATED, world.target.repeated(), Comparison.FULL, world.fullHandshakes());
    return new Observation(seen, counts, details, equipment.counted());
  }

  /** HttpsURLConnection keeps idle connections for all, and one that was not read to its end. */
  private boolean isLeftToTheJdk() {
    return scenario.is("client=urlconnection")
        && (!scenario.is("persistence=close") || !scenario.is("reading=all"));
  }

  /**
   * The calls that each connection to a target carried; preconnected connections come in no order.
   */
  private String connections() {
    return world.target.carried().stream()
        .map(requests -> requests.stream().map(Server::call).collect(Collectors.joining(",")))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private void noteMixedUsers() {
    world.target.carried().stream()
        .map(requests -> requests.stream().map(r -> r.header("X-User")).filter(Objects::nonNull))
        .filter(users -> users.distinct().count() > 1)
        .forEach(users -> world.alarms.add("a connection carried requests of several users"));
  }

  /** What RequestProgress told, held against what the server saw. */
  private void noteFalseProgress() {
    for (int i = 0; i < outcomes.length; i++) {
      RequestProgress progress = outcomes[i].progress();
      int attempts = world.target.attempts(String.valueOf(i + 1));
      // A request that was challenged was refused.
      if (progress == RequestProgress.NOT_SENT && attempts > 0 && scenario.is("login=none")) {
        world.alarms.add("NOT_SENT, and the server read it");
      }
      if (progress == RequestProgress.ANSWERED && attempts == 0 && world.proxy == null) {
        world.alarms.add("ANSWERED, and the server never read it");
      }
    }
  }
}
