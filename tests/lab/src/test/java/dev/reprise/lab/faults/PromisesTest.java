package dev.reprise.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Run;
import dev.reprise.lab.faults.Promises.Margin;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import dev.reprise.tls.TlsSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A broken promise has to be seen: nothing else would tell that the judge lets all pass. */
class PromisesTest {

  @Test
  void theCloseTimeoutIsTheDefault() {
    assertThat(TlsSettings.builder().build().closeTimeout().toMillis())
        .isEqualTo(Promises.CLOSE_WAIT_MILLIS);
  }

  @Test
  void eachBreachIsTold() {
    assertBroken(FaultCase.HOLD_OPEN, cell -> cell.heldMillis = 25, "");
    assertBroken(FaultCase.HOLD_OPEN, cell -> cell.heldMillis = 25.1, "held for 25.1 ms");
    assertBroken(FaultCase.HOLD_OPEN, cell -> cell.heldWorstMillis = 471, "once held for 471.0 ms");
    assertBroken(FaultCase.HOLD_OPEN, cell -> cell.knownMillis = 2.1, "known for it for 2.1 ms");
    assertBroken(FaultCase.ABORT_BODY, cell -> cell.abortMillis = 21.0, "abort() took for 21.0 ms");
    assertBroken(FaultCase.STALL, cell -> cell.heldMillis = 551, "held for 551.0 ms");
    assertBroken(FaultCase.NONE, cell -> cell.left = "1 thread", "left over: 1 thread");
    assertBroken(FaultCase.STALL, cell -> cell.rescued.put("abort", 1), "rescued by [abort]");
    assertBroken(FaultCase.TRICKLE_HANDSHAKE, cell -> cell.rescued.put("abort", 1), "");
    assertBroken(FaultCase.STALL, cell -> cell.endings.put("response", 1), "ended with");
    assertBroken(FaultCase.NONE, cell -> cell.endings.put("IOException", 1), "ended with");
    assertBroken(FaultCase.STALL, cell -> cell.progress.put("NOT_SENT", 1), "of its request");
    assertBroken(FaultCase.STALL, cell -> cell.next.put("full", 1), "next call");
    assertBroken(FaultCase.GARBAGE, cell -> cell.next.put("full", 1), "");
    assertBroken(FaultCase.NONE, cell -> cell.next.put("IOException", 1), "next call");
  }

  @Test
  void aDifferenceThatIsNotExplainedIsTold() {
    Cell stock = cell(FaultCase.NONE, Promises.STOCK);
    Cell reprise = cell(FaultCase.NONE, Promises.REPRISE);
    assertThat(unexplained(stock, reprise)).isEmpty();
    reprise.heldMillis = 151;
    assertThat(unexplained(stock, reprise)).containsExactly(FaultCase.NONE.label());
    // This one has an explanation.
    Cell held = cell(FaultCase.HOLD_OPEN, Promises.REPRISE);
    held.heldMillis = 151;
    assertThat(unexplained(cell(FaultCase.HOLD_OPEN, Promises.STOCK), held)).isEmpty();
  }

  private static List<String> unexplained(Cell... cells) {
    FaultPage page =
        new FaultPage(
            List.of(
                Run.of(
                    "faults",
                    Instant.EPOCH,
                    "",
                    "17.0.2",
                    null,
                    List.of(),
                    new Faults.Settings(1),
                    List.of(cells))));
    page.write();
    return page.unexplained;
  }

  private static void assertBroken(FaultCase fault, Consumer<Cell> change, String words) {
    Cell cell = cell(fault, Promises.REPRISE);
    assertThat(Promises.broken(cell, Margin.EXACT)).isEmpty();
    change.accept(cell);
    assertThat(String.join("", Promises.broken(cell, Margin.EXACT)))
        .matches(told -> words.isEmpty() ? told.isEmpty() : told.contains(words), words);
    cell.client = Promises.STOCK;
    assertThat(Promises.broken(cell, Margin.EXACT)).isEmpty();
  }

  private static Cell cell(FaultCase fault, String client) {
    Cell cell = new Cell();
    cell.jdk = "17.0.2";
    cell.protocol = "TLSv1.3";
    cell.client = client;
    cell.fault = fault.label();
    cell.next = new TreeMap<>(Map.of("resumed", 1));
    boolean fails = fault.ending == FaultCase.Ending.FAILURE;
    cell.endings = new TreeMap<>(Map.of(fails ? "SocketException" : "response", 1));
    return cell;
  }
}
