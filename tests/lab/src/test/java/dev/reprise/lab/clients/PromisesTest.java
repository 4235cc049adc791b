package dev.reprise.lab.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.subject.clients.ClientInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromisesTest {

  private final ClientInfo client = new ClientInfo();

  private static Figures stock(long full) {
    return new Figures(1000, 0, 1000, full, 0, 900, 500, 0, 0, 10, null);
  }

  private static Figures reprise(long full, long lanes, long resets, long threads) {
    return new Figures(1000, 0, 1000, full, lanes, resets, 500, threads, 10, 0, null);
  }

  private String broken(Figures stock, Figures reprise) {
    return Promises.broken(
        client, List.of(stock, stock, stock), List.of(reprise, reprise, reprise));
  }

  @Test
  void allButEachLanesFirstIsResumed() {
    assertThat(broken(stock(400), reprise(16, 16, 0, 0))).isEmpty();
    assertThat(broken(stock(400), reprise(18, 16, 0, 0)))
        .isEqualTo("99.80 % resumed after each lane's first, of 2952");
  }

  @Test
  void thereAreNoMoreFullHandshakesThanWithStock() {
    assertThat(broken(stock(16), reprise(16, 16, 0, 0))).isEmpty();
    assertThat(broken(stock(15), reprise(16, 16, 0, 0)))
        .isEqualTo("48 full handshakes of 3000, stock 45 of 3000");
  }

  @Test
  void nothingIsResetUnlessTheClientItselfDoesSo() {
    assertThat(broken(stock(400), reprise(16, 16, 1, 0))).isEqualTo("3 connections reset");
    client.resets = true;
    assertThat(broken(stock(400), reprise(16, 16, 1000, 0))).isEmpty();
  }

  @Test
  void noThreadIsStartedForAHandshake() {
    assertThat(broken(stock(400), reprise(16, 16, 0, 500)))
        .isEqualTo("1.00 threads started a handshake, stock 0.00");
  }

  @Test
  void allCallsAreAnswered() {
    assertThat(broken(stock(400), Figures.failed("no such class")))
        .isEqualTo("with Reprise: 0 calls failed: no such class");
  }
}
