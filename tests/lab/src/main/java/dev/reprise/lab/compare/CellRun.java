package dev.reprise.lab.compare;

import dev.reprise.lab.DemoServer;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Progress;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import dev.reprise.lab.compare.results.CpuShares;
import dev.reprise.lab.compare.results.Round;
import dev.reprise.subject.compare.RunnerSetup;
import dev.reprise.subject.compare.TurnResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One cell: lets clients take turns. The order moves on by one from round to round and is reversed
 * in every second one, so that no client always follows the same other one. A client that fails
 * drops out. Warm-ups are closed loops, since the JIT compiler wants calls and not time.
 */
final class CellRun {

  /** The first is for the JIT compiler, the second also tells how fast a client is. */
  static final int WARM_UPS = 2;

  /** Of warm-up turns that are made because the JIT compiler is still at work. */
  private static final int MOST_MORE_WARM_UPS = 16;

  /** So many turns in a row without much compilation show that it has ended and does not pause. */
  private static final int CALM_TURNS = 2;

  private static final Duration MORE_WARM_UP = Duration.ofSeconds(3);

  /** So much of a client's CPU time at most may be the JIT compiler's. */
  private static final double COMPILING = 0.1;

  private static final Duration TURN_LIMIT = Duration.ofMinutes(10);

  private final Plan plan;
  private final Plan.Conditions conditions;
  private final Endpoint endpoint;
  private final Schedule schedule;
  private final Progress progress;
  private final List<Participant> participants;
  private final Optional<Profiler> profiler;

  CellRun(
      Plan plan,
      Plan.Conditions conditions,
      Endpoint endpoint,
      List<ClientJvm> jvms,
      Schedule schedule,
      Progress progress) {
    this.plan = plan;
    this.conditions = conditions;
    this.endpoint = endpoint;
    this.schedule = schedule;
    this.progress = progress;
    profiler = plan.profile().map(Profiler::new);
    participants = jvms.stream().map(Participant::new).toList();
  }

  Cell run() {
    participants.forEach(Participant::setUp);
    participants.forEach(Participant::awaitReady);
    for (int i = 0; i < WARM_UPS; i++) {
      warmUp();
    }
    for (int i = 1; i <= MOST_MORE_WARM_UPS && isCompiling(); i++) {
      int number = i;
      progress.besides(schedule.besides(() -> warmUpOnceMore(number)));
    }
    int requests = plan.requests().orElseGet(this::fittingRequests);
    profiler.ifPresent(to -> participants.forEach(participant -> participant.profile(to)));
    for (int round = 1; round <= plan.rounds(); round++) {
      List<Participant> order = order(round);
      for (int i = 0; i < order.size(); i++) {
        order.get(i).takeTurn(round, i + 1, requests, TURN_LIMIT);
      }
    }
    profiler.ifPresent(to -> participants.forEach(participant -> participant.endProfile(to)));
    List<ClientRuns> runs = participants.stream().map(Participant::runs).toList();
    return new Cell(
            conditions.tls(),
            conditions.provider(),
            conditions.threads(),
            conditions.level(),
            conditions.peers(),
            plan.load().title(),
            requests,
            runs)
        .summarized();
  }

  private boolean isCompiling() {
    return !plan.quick()
        && plan.requests().isEmpty()
        && participants.stream().anyMatch(CellRun::isCompiling);
  }

  /** Whether the JIT compiler is still a good part of what the client costs. */
  private static boolean isCompiling(Participant participant) {
    if (!participant.isIn()) {
      return false;
    }
    return participant.latestWarmUps(CALM_TURNS).stream()
        .map(Round::turn)
        .anyMatch(turn -> turn.jitMillis > COMPILING * turn.cpuMillis);
  }

  private void warmUpOnceMore(int number) {
    for (int i = 0; i < participants.size(); i++) {
      if (isCompiling(participants.get(i))) {
        participants.get(i).takeTurn(-number, i + 1, Integer.MAX_VALUE, MORE_WARM_UP);
      }
    }
  }

  private String round(int number) {
    if (number > 0) {
      return "round %d/%d".formatted(number, plan.rounds());
    }
    return number == 0
        ? "warm-up"
        : "warm-up until the JIT compiler is done, %d of at most %d"
            .formatted(-number, MOST_MORE_WARM_UPS);
  }

  private void warmUp() {
    Duration limit =
        plan.requests().isPresent() ? TURN_LIMIT : schedule.warmUp(participants.size());
    int requests = plan.requests().orElse(Integer.MAX_VALUE);
    for (int i = 0; i < participants.size(); i++) {
      participants.get(i).takeTurn(0, i + 1, requests, limit);
    }
  }

  private int fittingRequests() {
    if (plan.load().isPaced()) {
      return plan.load().requests(plan.quick() ? 5 : 20);
    }
    List<Double> throughputs =
        participants.stream()
            .filter(Participant::isIn)
            .map(participant -> participant.latestWarmUp().turn().throughput())
            .toList();
    return schedule.requests(throughputs, plan.rounds(), conditions.threads());
  }

  private List<Participant> order(int round) {
    List<Participant> order = new ArrayList<>(participants);
    Collections.rotate(order, -round);
    if (round % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }

  private final class Participant {
    private final ClientJvm jvm;
    private final List<Round> rounds = new ArrayList<>();
    private final List<Round> warmUp = new ArrayList<>();
    private CpuShares cpu;
    private String failure;

    Participant(ClientJvm jvm) {
      this.jvm = jvm;
    }

    void setUp() {
      RunnerSetup setup = new RunnerSetup();
      setup.client = jvm.kind();
      setup.level = conditions.level();
      setup.provider = conditions.provider();
      setup.threads = conditions.threads();
      setup.tls = conditions.tls();
      setup.peers = conditions.peers();
      endpoint.describe(setup, conditions.level());
      try {
        jvm.setUp(setup);
      } catch (HarnessException e) {
        dropOut(e.getMessage());
      }
    }

    Round latestWarmUp() {
      return warmUp.get(warmUp.size() - 1);
    }

    List<Round> latestWarmUps(int count) {
      return warmUp.subList(Math.max(0, warmUp.size() - count), warmUp.size());
    }

    boolean isIn() {
      return failure == null;
    }

    void awaitReady() {
      if (!isIn()) {
        return;
      }
      try {
        jvm.awaitReady();
      } catch (HarnessException e) {
        dropOut("does not start: " + e.getMessage());
      }
    }

    /** With the number of the round; 0 for a warm-up, less for those that follow if need be. */
    void takeTurn(int number, int position, int requests, Duration limit) {
      if (!isIn()) {
        return;
      }
      try {
        Optional<DemoServer.Counts> before = endpoint.counts(jvm.kind());
        TurnResult turn = jvm.turn(requests, limit, number <= 0 ? Load.NONE : plan.load());
        DemoServer.Counts seen =
            before
                .map(earlier -> endpoint.counts(jvm.kind()).orElseThrow().minus(earlier))
                .orElse(null);
        if (seen != null && jvm.kind().isSidecar()) {
          turn.fullHandshakes = seen.fullHandshakes();
        }
        (number <= 0 ? warmUp : rounds).add(new Round(Math.max(0, number), position, turn, seen));
        progress.done(number < 0 ? 0 : 1);
        progress.doing(
            String.format(
                Locale.ROOT,
                "%s  %s  %s  %,.0f req/s",
                conditions.label(),
                round(number),
                jvm.kind().label(),
                turn.throughput()));
        if (turn.completed == 0) {
          dropOut("no exchange succeeded: " + turn.firstError);
        }
      } catch (HarnessException e) {
        dropOut(e.getMessage());
      }
    }

    void profile(Profiler profiler) {
      if (isIn()) {
        profiler.begin(jvm.pid());
      }
    }

    void endProfile(Profiler profiler) {
      if (isIn()) {
        String name =
            "%s-%s-%d-%s"
                .formatted(
                    conditions.tls(),
                    conditions.provider().label(),
                    conditions.threads(),
                    jvm.kind().label());
        long exchanges = rounds.stream().mapToLong(round -> round.turn().completed).sum();
        cpu = profiler.end(jvm.pid(), name, exchanges).orElse(null);
      }
    }

    private void dropOut(String why) {
      failure = why;
      progress.done(WARM_UPS + plan.rounds() - Math.min(WARM_UPS, warmUp.size()) - rounds.size());
    }

    ClientRuns runs() {
      return new ClientRuns(
          jvm.kind(),
          jvm.libraries(),
          List.copyOf(warmUp),
          List.copyOf(rounds),
          failure,
          null,
          cpu);
    }
  }
}
