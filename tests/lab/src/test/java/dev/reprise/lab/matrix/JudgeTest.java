package dev.reprise.lab.matrix;

import static dev.reprise.lab.matrix.Samples.answered;
import static dev.reprise.lab.matrix.Samples.cell;
import static dev.reprise.lab.matrix.Samples.refusing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.matrix.server.KeyType;
import dev.reprise.lab.matrix.server.ServerView;
import dev.reprise.lab.matrix.server.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgeTest {

  private static final Cell NGINX = cell("nginx", TlsVersion.TLS13, "17.0.2");

  private final Judge judge = Judge.load();

  @Test
  void oneFullHandshakeForEachThreadHolds() {
    CellResult result = judge(NGINX, answered(4), answered(20));
    assertThat(result.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(result.faults()).isEmpty();
  }

  @Test
  void oneMoreDiffers() {
    CellResult result = judge(NGINX, answered(5), answered(20));
    assertThat(result.verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(result.faults())
        .containsOnly("5 full handshakes in 40 connections, where 4 must do");
  }

  @Test
  void aFailedRequestDiffers() {
    CellResult result = judge(NGINX, Measured.failed(40, "no route"), answered(40));
    assertThat(result.verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(result.faults()).containsExactly("120 of 120 requests failed: no route");
  }

  @Test
  void oneRunAboveIsNotMadeUpForByAnother() {
    CellResult result =
        judge.judge(
            NGINX,
            List.of(answered(5), answered(1), answered(1)),
            List.of(answered(20), answered(20), answered(20)));
    assertThat(result.faults())
        .containsExactly("5 full handshakes in 40 connections, where 4 must do");
  }

  @Test
  void whatRunsDifferInByChanceHolds() {
    CellResult result =
        judge.judge(
            NGINX,
            List.of(answered(4), answered(3), answered(4)),
            List.of(answered(2), answered(4), answered(4)));
    assertThat(result.verdict()).isEqualTo(Verdict.HOLDS);
  }

  @Test
  void aStartedThreadDiffers() {
    Measured reprise = answered(4, "TLSv1.3", 40, null);
    assertThat(judge(NGINX, reprise, answered(4)).faults()).containsExactly("120 threads started");
  }

  @Test
  void anotherTlsVersionDiffers() {
    Measured reprise = answered(4, "TLSv1.2", 0, null);
    assertThat(judge(NGINX, reprise, answered(4)).faults())
        .containsExactly("connections over [TLSv1.2]");
  }

  @Test
  void aServerThatCountsOtherwiseDiffers() {
    Measured reprise = answered(4, "TLSv1.3", 0, new ServerView(5, 35));
    assertThat(judge(NGINX, reprise, answered(4)).faults())
        .containsExactly(
            "the server counts 15 full and 105 resumed handshakes, the client 12 and 108");
  }

  @Test
  void aListenerThatIsToldOtherwiseDiffers() {
    Measured reprise = answered(4, 3);
    assertThat(judge(NGINX, reprise, answered(4)).faults())
        .containsExactly("the listener was told of 9 full handshakes, the trust manager of 12");
  }

  @Test
  void whatNoClientCanIsExplained() {
    Cell cell = cell("openssl-0-tickets", TlsVersion.TLS13, "17.0.2");
    CellResult result = judge(cell, answered(40), answered(40));
    assertThat(result.verdict()).isEqualTo(Verdict.EXPLAINED);
    assertThat(result.explanation()).isEqualTo("no-tickets");
  }

  @Test
  void theStockClientIsTheWitness() {
    Cell cell = cell("openssl-0-tickets", TlsVersion.TLS13, "17.0.2");
    CellResult result = judge(cell, answered(40), answered(20));
    assertThat(result.verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void anExplanationHoldsForItsCellsAlone() {
    Cell cell = cell("openssl-0-tickets", TlsVersion.TLS12, "17.0.2");
    Measured none = answered(40, "TLSv1.2", 0, null);
    assertThat(judge(cell, none, none).verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void oneMoreThanStockDiffers() {
    CellResult result = judge(NGINX, answered(3), answered(2));
    assertThat(result.verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(result.faults()).containsExactly("9 full handshakes, stock 6");
  }

  @Test
  void oneMoreThanStockIsNotExplainedByWhatIsKnown() {
    Cell cell = cell("fleet-own-keys", TlsVersion.TLS13, "17.0.2");
    assertThat(judge(cell, answered(20), answered(20)).verdict()).isEqualTo(Verdict.EXPLAINED);
    assertThat(judge(cell, answered(21), answered(20)).verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void membersInTurnAreFoundOutWithOneThread() {
    Cell cell =
        new Cell(
            Part.SERVERS,
            "fleet-own-keys",
            TlsVersion.TLS13,
            KeyType.EC,
            "17.0.2",
            "4.4.16",
            CryptoProvider.JSSE,
            1,
            40);
    assertThat(judge(cell, answered(4), answered(40)).verdict()).isEqualTo(Verdict.EXPLAINED);
    assertThat(judge(cell, answered(5), answered(40)).verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void eachAddressHasItsFirstAndOneIsTried() {
    Cell cell = cell("fleet-addresses", TlsVersion.TLS13, "17.0.2");
    assertThat(judge(cell, answered(13), answered(20)).explanation()).isEqualTo("fleet-addresses");
    assertThat(judge(cell, answered(14), answered(20)).verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void firstHandshakesAboveStocksAreExplainedForTheirProvidersAlone() {
    assertThat(provided(CryptoProvider.WILDFLY, 4, true).explanation())
        .isEqualTo("wildfly-ticket-reuse");
    assertThat(provided(CryptoProvider.WILDFLY, 5, true).verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(provided(CryptoProvider.CONSCRYPT, 4, true).verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(provided(CryptoProvider.CORRETTO, 4, true).verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void aHostThatIsNotRefusedDiffersWithEachProvider() {
    assertThat(provided(CryptoProvider.CONSCRYPT, 1, true).verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(provided(CryptoProvider.CONSCRYPT, 1, false).faults())
        .containsExactly("a certificate for another host was not refused");
    assertThat(provided(CryptoProvider.WILDFLY, 4, false).verdict()).isEqualTo(Verdict.DIFFERS);
  }

  private CellResult provided(CryptoProvider provider, long full, boolean refusesAnother) {
    Cell cell =
        new Cell(
            Part.PROVIDERS, "nginx", TlsVersion.TLS13, KeyType.EC, "17", "4.4.16", provider, 4, 40);
    return judge(cell, refusing(full, refusesAnother), answered(1));
  }

  private CellResult judge(Cell cell, Measured reprise, Measured stock) {
    return judge.judge(cell, List.of(reprise, reprise, reprise), List.of(stock, stock, stock));
  }
}
