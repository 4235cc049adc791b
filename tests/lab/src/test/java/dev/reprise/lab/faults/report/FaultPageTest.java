package dev.reprise.lab.faults.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.Machine;
import dev.reprise.lab.Run;
import dev.reprise.lab.faults.Cells;
import dev.reprise.lab.faults.Faults;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultPageTest {

  @TempDir Path directory;

  private List<FaultCase> write(Cell... cells) throws IOException {
    Run<Faults.Settings, Cell> run =
        new Run<>(
            "faults",
            "2026-11-20T01:02:03Z",
            "tests/lab.sh faults",
            "0123456789ab",
            "1.2.3",
            new Machine("Linux", null, 2, null),
            Map.of(Run.CLIENT, "17.0.2", Run.SERVER, "17.0.15"),
            null,
            List.of(),
            new Faults.Settings(500, 3),
            List.of(cells));
    return FaultPage.write(List.of(run), directory.resolve("faults.md"));
  }

  private String page() throws IOException {
    return Files.readString(directory.resolve("faults.md"));
  }

  @Test
  void clientsStandSideBySide() throws IOException {
    Cell stock = Cells.answered("stock", FaultCase.FREEZE_AFTER_RESPONSE);
    stock.heldMillis = 504.2;
    Cell reprise = Cells.answered("reprise", FaultCase.FREEZE_AFTER_RESPONSE);
    reprise.closes.put("WAIT_EXPIRED", 3);
    stock.firstMillis = 504.0;
    stock.knownMillis = 503.0;
    reprise.firstMillis = 20.1;
    reprise.knownMillis = 0.2;
    assertThat(write(stock, reprise)).isEmpty();
    assertThat(page())
        .contains("| – / 504 | – / < 1 | – / resumed | – / resumed | close WAIT_EXPIRED |")
        .contains("| – / 504 | – / 503 | – / 20 | – / < 1 |")
        .contains("SSLSocketInputRecord.deplete")
        .contains("nothing, in all 2 cells");
  }

  @Test
  void sparesHaveAColumnWhereTheyWereTried() throws IOException {
    Cell spares = Cells.answered("with spares", FaultCase.NONE);
    spares.onSpare = 2;
    spares.heldMillis = 3;
    Cell stock = Cells.answered("stock", FaultCase.NONE);
    write(stock, Cells.answered("reprise", FaultCase.NONE), spares);
    assertThat(page()).contains("| – / < 1 | – / 3.0; 2 of 3 on a spare |");
  }

  @Test
  void whatDiffersWithoutAnExplanationIsTold() throws IOException {
    Cell reprise = Cells.answered("reprise", FaultCase.NONE);
    reprise.next.put("full", 1);
    assertThat(write(Cells.answered("stock", FaultCase.NONE), reprise))
        .containsExactly(FaultCase.NONE);
    assertThat(page()).contains("not explained yet");
  }

  @Test
  void eachCaseHasItsPlace() {
    assertThat(Arrays.stream(Section.values()).flatMap(section -> section.faults().stream()))
        .containsExactly(FaultCase.values());
  }

  @Test
  void leftoversStandAtTheTop() throws IOException {
    Cell reprise = Cells.answered("reprise", FaultCase.NONE);
    reprise.left = "1 sockets";
    write(reprise);
    assertThat(page()).contains("reprise 17.0.2 TLSv1.3 none: 1 sockets");
  }
}
