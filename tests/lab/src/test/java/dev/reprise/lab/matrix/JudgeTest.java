package dev.reprise.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.matrix.Cell.Part;
import dev.reprise.lab.matrix.Cell.Result;
import dev.reprise.lab.matrix.Cell.Verdict;
import dev.reprise.lab.matrix.ServerSite.KeyType;
import dev.reprise.lab.matrix.ServerSite.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import dev.reprise.subject.LoadReply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cell that differs has to be seen: nothing else would tell that the judge holds all to hold. */
class JudgeTest {

  private static final int CALLS = 38;

  @ParameterizedTest
  @CsvSource({
    "nginx, TLSv1.3, 4, 4, 20, HOLDS",
    "nginx, TLSv1.3, 4, 5, 20, DIFFERS",
    "nginx, TLSv1.3, 4, 3, 2, DIFFERS",
    "nginx, TLSv1.2, 4, 4, 20, DIFFERS",
    "openssl-0-tickets, TLSv1.3, 4, 40, 40, EXPLAINED",
    "openssl-0-tickets, TLSv1.3, 4, 40, 20, DIFFERS",
    "fleet-own-keys, TLSv1.3, 4, 20, 20, EXPLAINED",
    "fleet-own-keys, TLSv1.3, 4, 21, 20, DIFFERS",
    "fleet-own-keys, TLSv1.3, 1, 4, 40, EXPLAINED",
    "fleet-own-keys, TLSv1.3, 1, 5, 40, DIFFERS",
    "fleet-addresses, TLSv1.3, 4, 13, 20, EXPLAINED",
    "fleet-addresses, TLSv1.3, 4, 14, 20, DIFFERS",
  })
  void fullHandshakesAreJudged(
      String server, String protocol, int threads, long full, long stock, Verdict verdict) {
    Cell cell = cell(Part.SERVERS, server, threads);
    Measured reprise = answered(full, full, 0, protocol, full, null);
    assertThat(judge(cell, reprise, answered(stock, 0, 0, "TLSv1.3", stock, null)).verdict())
        .isEqualTo(verdict);
  }

  @Test
  void whatElseDiffersIsTold() {
    assertThat(faults(Measured.failed(40, "no route")))
        .contains("120 of 120 requests failed: no route");
    assertThat(faults(answered(4, 4, 1, "TLSv1.3", 4, null))).containsExactly("3 threads started");
    assertThat(faults(answered(4, 3, 0, "TLSv1.3", 4, null)))
        .containsExactly("the listener was told of 9 full handshakes, the trust manager of 12");
    assertThat(faults(answered(4, 4, 0, "TLSv1.3", 5, null)))
        .containsExactly(
            "the server counts 15 full and 105 resumed handshakes, the client 12 and 108");
  }

  @Test
  void aHostThatIsNotRefusedDiffers() {
    Cell cell = cell(Part.PROVIDERS, "nginx", 4);
    Measured stock = answered(4, 0, 0, "TLSv1.3", 4, true);
    assertThat(judge(cell, answered(4, 4, 0, "TLSv1.3", 4, true), stock).faults()).isEmpty();
    assertThat(judge(cell, answered(4, 4, 0, "TLSv1.3", 4, false), stock).faults())
        .containsExactly("a certificate for another host was not refused");
  }

  private static List<String> faults(Measured reprise) {
    Measured stock = answered(40, 0, 0, "TLSv1.3", 40, null);
    return judge(cell(Part.SERVERS, "nginx", 4), reprise, stock).faults();
  }

  private static Result judge(Cell cell, Measured reprise, Measured stock) {
    return Judge.judge(cell, List.of(reprise, reprise, reprise), List.of(stock, stock, stock));
  }

  private static Cell cell(Part part, String server, int threads) {
    return new Cell(
        part,
        server,
        TlsVersion.TLS13,
        KeyType.EC,
        "17.0.2",
        "4.4.16",
        CryptoProvider.JSSE,
        threads,
        CALLS);
  }

  private static Measured answered(
      long full, long told, long started, String tls, long seen, Boolean refuses) {
    LoadReply reply = new LoadReply();
    reply.completed = 40;
    reply.full = full;
    reply.toldFull = told;
    reply.protocols.add(tls);
    reply.threadsStarted = started;
    reply.refusesAnother = refuses;
    RunningServer.View view = new RunningServer.View(seen, 40 - seen);
    return new Measured(reply, 1, full, view, Map.of());
  }
}
