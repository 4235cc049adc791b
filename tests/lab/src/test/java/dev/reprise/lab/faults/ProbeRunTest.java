package dev.reprise.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The probe sees what a client does that has no Reprise, and that the other one does not. */
class ProbeRunTest {

  private final JavaRuntime runtime = JavaRuntime.own();

  private static final List<String> CLIENTS = List.of("stock", "reprise", Promises.WITH_SPARES);

  private Map<String, Cell> probe(String protocol, FaultCase fault) {
    List<Cell> cells = new ArrayList<>();
    try (PeerProcess peer = new PeerProcess()) {
      new ProbeRun(peer, runtime, protocol, CLIENTS, 1).run(List.of(fault), cells::add);
    }
    return cells.stream().collect(Collectors.toMap(cell -> cell.client, Function.identity()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aShortBodyIsSeenAsSuch(String protocol) {
    Map<String, Cell> cells = probe(protocol, FaultCase.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);
    assertThat(cells.get("stock").endings).containsOnlyKeys("response");
    Cell reprise = cells.get("reprise");
    assertThat(reprise.endings.keySet())
        .singleElement()
        .asString()
        .startsWith("TruncatedStreamException: host ended");
    assertThat(cells.get(Promises.WITH_SPARES).onSpare).isEqualTo(1);
    assertThat(cells.get(Promises.WITH_SPARES).endings).isEqualTo(reprise.endings);
    assertThat(reprise.progress).containsOnlyKeys("ANSWERED");
    assertThat(reprise.closes).containsOnlyKeys("EOF");
    assertThat(reprise.next).containsOnlyKeys("resumed");
    assertThat(reprise.left).isEmpty();
  }

  @Test
  void aCallThatTimesOutIsEndedByAnAbort() {
    Map<String, Cell> cells = probe("TLSv1.3", FaultCase.FREEZE_BEFORE_RESPONSE);
    assertThat(cells.get("reprise").closes).containsOnlyKeys("ABORTED");
  }

  @Test
  void aCallThatNothingEndsIsAborted() {
    Map<String, Cell> cells = probe("TLSv1.2", FaultCase.STOP_READING);
    assertThat(cells.get("reprise").rescued).containsOnlyKeys("abort");
    assertThat(cells.get("reprise").progress).containsOnlyKeys("PARTLY_SENT");
  }
}
