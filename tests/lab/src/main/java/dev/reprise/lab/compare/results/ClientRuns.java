package dev.reprise.lab.compare.results;

import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.TurnResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * All turns of one client in one cell.
 *
 * @param client the client
 * @param libraries the jars on its class path, besides the measuring ones
 * @param warmUp the turns before the rounds
 * @param rounds the measured turns
 * @param failure why the client took no part, or not to the end; null if it did
 * @param summary medians over the rounds; null if there is no round
 * @param cpu where the CPU time of the rounds went; null if nobody looked
 */
public record ClientRuns(
    ClientKind client,
    List<String> libraries,
    List<Round> warmUp,
    List<Round> rounds,
    String failure,
    Summary summary,
    CpuShares cpu) {

  Map<Integer, Double> byRound(ToDoubleFunction<Round> figure) {
    return rounds.stream().collect(Collectors.toMap(Round::number, figure::applyAsDouble));
  }

  List<TurnResult> turns() {
    return rounds.stream().map(Round::turn).toList();
  }

  /** The JIT compiler's part of the CPU time of the rounds, in percent; empty if not known. */
  public OptionalDouble jitPercent() {
    double cpu = turns().stream().mapToDouble(turn -> turn.cpuMillis).sum();
    boolean known = turns().stream().allMatch(turn -> turn.jitMillis != null);
    return rounds.isEmpty() || !known || cpu == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * turns().stream().mapToDouble(turn -> turn.jitMillis).sum() / cpu);
  }

  /** What the calling threads allocated for each request, in bytes; empty if not known. */
  public OptionalDouble allocatedBytes() {
    boolean known = turns().stream().allMatch(turn -> turn.allocatedBytes != null);
    return known
        ? turns().stream().mapToDouble(turn -> turn.allocatedBytes).average()
        : OptionalDouble.empty();
  }

  ClientRuns withSummary(Summary medians) {
    return new ClientRuns(client, libraries, warmUp, rounds, failure, medians, cpu);
  }
}
