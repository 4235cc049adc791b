package dev.reprise.lab.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.subject.LoadReply;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What breaks has to be seen: nothing else would tell that the judge lets all pass. */
class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 16, 16, 0, 0, ''",
    "1, 16, 16, 0, 0, 'with Reprise: 3 calls failed: null'",
    "0, 18, 16, 0, 0, '6 full handshakes beyond each lane''s first, of 990'",
    "0, 200, 200, 0, 0, '600 full handshakes of 990, stock 450 of 990'",
    "0, 16, 16, 1, 0, '3 connections reset'",
    "0, 16, 16, 0, 41, '0.26 threads started a handshake, stock 0.00'",
  })
  void eachBreachIsTold(
      long errors, long full, long lanes, long resets, long threads, String words) {
    Figures stock = new Figures(did(0, 0, 0), 330, 150, 12, 160, 10, 10);
    Figures reprise = new Figures(did(errors, lanes, threads), 330, full, resets, 160, 10, 0);
    assertThat(
            Figures.broken(false, List.of(stock, stock, stock), List.of(reprise, reprise, reprise)))
        .isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "330, 18, 17, true",
    "330, 18, 18, false",
    "1400, 18, 18, true",
    "1400, 19, 18, false"
  })
  void oneExtraFullHandshakeOf1000CallsAndThreeOfFewIsChance(
      long calls, long one, long other, boolean holds) {
    Figures stock = new Figures(did(0, 0, 0), calls, 150, 0, 160, 10, 10);
    List<Figures> reprise =
        LongStream.of(one, other, 16)
            .mapToObj(full -> new Figures(did(0, 16, 0), calls, full, 0, 160, 10, 0))
            .toList();
    assertThat(Figures.broken(false, List.of(stock, stock, stock), reprise).isEmpty())
        .isEqualTo(holds);
  }

  private static LoadReply did(long errors, long lanes, long threads) {
    LoadReply did = new LoadReply();
    did.completed = 330;
    did.errors = errors;
    did.lanes = lanes;
    did.threadsStarted = threads;
    return did;
  }
}
