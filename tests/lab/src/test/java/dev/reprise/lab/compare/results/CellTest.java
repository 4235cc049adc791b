package dev.reprise.lab.compare.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.lab.DemoServer;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.TurnResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellTest {

  @Test
  void summaryHasMediansSumsAndPairedRatios() {
    Cell cell =
        cell(
                runs(ClientKind.HTTPCLIENT_4_5_14, 60, 100, 200, 400),
                runs(ClientKind.REPRISE_HTTPCLIENT4, 0, 150, 320, 560),
                runs(ClientKind.FLOOR, 0, 200, 400, 800))
            .summarized();

    Summary reprise = cell.clients().get(1).summary();
    assertThat(reprise.throughput()).isEqualTo(320, within(1e-6));
    assertThat(reprise.lowestThroughput()).isEqualTo(150, within(1e-6));
    assertThat(reprise.highestThroughput()).isEqualTo(560, within(1e-6));
    assertThat(reprise.toHttpClient4().median()).isEqualTo(1.5, within(1e-6));
    assertThat(reprise.toHttpClient4().lowest()).isEqualTo(1.4, within(1e-6));
    assertThat(reprise.toHttpClient4().highest()).isEqualTo(1.6, within(1e-6));
    assertThat(reprise.toFloor().median()).isEqualTo(0.75, within(1e-6));
    assertThat(reprise.cpuToHttpClient4().median()).isEqualTo(1, within(1e-6));
    assertThat(reprise.lowestCpu()).isEqualTo(2, within(1e-6));
    assertThat(reprise.resumedPercent()).isEqualTo(100);
    assertThat(reprise.fullInWarmUp()).isEqualTo(16);
    assertThat(reprise.fullAfterWarmUp()).isZero();
    assertThat(reprise.exchanges()).isEqualTo(600);
    assertThat(reprise.cpuMillisPerRequest()).isEqualTo(2, within(1e-6));

    Summary stock = cell.clients().get(0).summary();
    assertThat(stock.resumedPercent()).isEqualTo(70, within(1e-6));
    assertThat(stock.fullAfterWarmUp()).isEqualTo(180);
    assertThat(stock.toHttpClient4().median()).isEqualTo(1);
  }

  @Test
  void theRatioByTimeIsOfAllRequestsAndAllTime() {
    Cell cell =
        cell(
                runs(ClientKind.HTTPCLIENT_4_5_14, 0, 100, 100, 100),
                runs(ClientKind.REPRISE_HTTPCLIENT4, 0, 200, 200, 50))
            .summarized();

    Ratio ratio = cell.clients().get(1).summary().toHttpClient4();
    assertThat(ratio.median()).isEqualTo(2, within(1e-6));
    // 600 requests in 1 + 1 + 4 seconds, and in 2 + 2 + 2.
    assertThat(ratio.overall()).isEqualTo(1, within(1e-6));
  }

  @Test
  void ratiosAreMissingWithoutTheirReference() {
    Summary alone = cell(runs(ClientKind.OKHTTP, 0, 100)).summarized().clients().get(0).summary();

    assertThat(alone.toHttpClient4()).isNull();
    assertThat(alone.toFloor()).isNull();
  }

  @Test
  void aDisagreementWithTheServerIsToldOfTheClientItConcerns() {
    ClientRuns agreeing = runs(ClientKind.OKHTTP, 5, 100);
    ClientRuns other = runs(ClientKind.FLOOR, 0, 100);
    Round odd = other.rounds().get(0);
    Round seen =
        new Round(odd.number(), odd.position(), odd.turn(), new DemoServer.Counts(200, 3, 197, 0));
    ClientRuns disagreeing =
        new ClientRuns(
            ClientKind.FLOOR, List.of(), other.warmUp(), List.of(seen), null, null, null);

    assertThat(cell(agreeing, disagreeing).disagreements())
        .containsExactly(
            "TLSv1.3, plain HTTP POST, 16 threads, jsse, floor:"
                + " the client counted 0 full handshakes, the server 3");
  }

  private static Cell cell(ClientRuns... clients) {
    return new Cell("TLSv1.3", CryptoProvider.JSSE, 16, Level.PLAIN, 1, "", 200, List.of(clients));
  }

  private static ClientRuns runs(ClientKind kind, long full, double... throughputs) {
    List<Round> rounds = new java.util.ArrayList<>();
    for (double throughput : throughputs) {
      TurnResult turn = new TurnResult();
      turn.completed = 200;
      turn.seconds = 200 / throughput;
      turn.cpuMillis = 400;
      turn.fullHandshakes = full;
      DemoServer.Counts server = new DemoServer.Counts(200, full, 200 - full, 0);
      rounds.add(new Round(rounds.size() + 1, 1, turn, server));
    }
    TurnResult first = new TurnResult();
    first.fullHandshakes = 16;
    return new ClientRuns(
        kind, List.of(), List.of(new Round(0, 1, first, null)), rounds, null, null, null);
  }
}
