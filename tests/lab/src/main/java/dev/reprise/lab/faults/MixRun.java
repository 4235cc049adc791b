package dev.reprise.lab.faults;

import static java.util.stream.Collectors.joining;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ClassPath;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.faults.Ending;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.subject.faults.Hold;
import dev.reprise.subject.faults.Mix;
import dev.reprise.subject.faults.MixMain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Many calls to the servers of the fault table, with spares and without: a call may fail only where
 * its own connection met a fault.
 */
final class MixRun {

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final List<String> CLIENTS = List.of("reprise", "spares");

  /** What cannot be done with one connection of some, or to calls of this kind. */
  private static final Set<FaultCase> LEFT_OUT =
      Set.of(
          FaultCase.CONNECT_STALL,
          FaultCase.FREEZE_POOLED,
          FaultCase.UNREAD_RESPONSE,
          FaultCase.CERTIFICATE_CHANGED,
          FaultCase.CERTIFICATE_UNTRUSTED,
          FaultCase.TICKETS_FORGOTTEN);

  private MixRun() {}

  /** The faults of which a mix can be made. */
  static List<FaultCase> faults() {
    return Arrays.stream(FaultCase.values())
        .filter(fault -> fault.ending() != Ending.EITHER)
        .filter(fault -> fault.hold() != Hold.UNTIL_RESCUED)
        .filter(fault -> !fault.movesClock() && !fault.label().startsWith("abort-"))
        .filter(fault -> !LEFT_OUT.contains(fault))
        .toList();
  }

  /** Makes so many calls with each client, spread over the faults. */
  static List<Mix> run(
      PeerProcess peer, JavaRuntime runtime, String protocol, int calls, Consumer<Mix> taker) {
    List<FaultCase> faults = faults();
    int each = (calls + faults.size() - 1) / faults.size();
    List<Mix> mixes = new ArrayList<>();
    try (ChildJvm child =
        ChildJvm.on(runtime)
            .named("the mix on JDK " + runtime.version())
            .options(ChildJvm.SILENT)
            .classPath(ClassPath.OWN)
            .main(MixMain.class.getName())
            .arguments(
                String.valueOf(peer.controlPort()),
                protocol,
                String.join(",", CLIENTS),
                faults.stream().map(FaultCase::label).collect(joining(",")),
                String.valueOf(each))
            .start()) {
      for (int i = 0; i < faults.size() * CLIENTS.size(); i++) {
        Mix mix = child.receive(Mix.class, LIMIT);
        mixes.add(mix);
        taker.accept(mix);
      }
    }
    return mixes;
  }

  /** The sums of a client, in words. */
  static String summary(List<Mix> mixes, String protocol, String client) {
    List<Mix> of =
        mixes.stream()
            .filter(mix -> mix.client.equals(client) && mix.protocol.equals(protocol))
            .toList();
    return "%s %s: %d calls, %d on spares, %d failed, %d of them for nothing"
        .formatted(
            protocol,
            client,
            of.stream().mapToInt(mix -> mix.calls).sum(),
            of.stream().mapToLong(mix -> mix.used).sum(),
            of.stream().mapToInt(mix -> mix.failed).sum(),
            of.stream().mapToLong(Mix::forNothing).sum());
  }
}
