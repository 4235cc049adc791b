package dev.reprise.democlient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.demo.DemoServer;
import dev.reprise.testkit.Eventually;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is counted of each client is what the server saw. */
class CallersTest {
  private static DemoServer server;
  private Callers callers;

  @BeforeAll
  static void start() {
    server = DemoServer.start();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @AfterEach
  void closeCallers() {
    callers.close();
  }

  @Test
  void handshakesOfRepriseAreCountedAsTheServerSees() {
    assertCountsOf(ClientKind.REPRISE, "TLSv1.3");
  }

  @Test
  void handshakesOfHttpClientAreCountedAsTheServerSees() {
    assertCountsOf(ClientKind.HTTP_CLIENT, "TLSv1.3");
  }

  @Test
  void handshakesOfHttpsUrlConnectionAreCountedAsTheServerSees() {
    assertCountsOf(ClientKind.URL_CONNECTION, "TLSv1.2");
  }

  private void assertCountsOf(ClientKind client, String tls) {
    server.resetStats();
    callers = callers(new Switches(client, tls, 2, "none", 1, true));
    await(run -> run.full() + run.resumed() > 50);
    callers.turn(new Switches(client, tls, 2, "none", 1, false));
    Summary ended = callers.state(0).runs().get(1);

    assertThat(server.stats().byVersion()).containsOnlyKeys(tls);
    assertThat(ended.failed()).isZero();
    assertThat(ended.full()).isPositive().isLessThanOrEqualTo(server.stats().fullHandshakes());
    assertThat(ended.full() + ended.resumed())
        .isLessThanOrEqualTo(server.stats().fullHandshakes() + server.stats().resumedHandshakes());
    if (client == ClientKind.REPRISE) {
      assertThat(ended.full()).isEqualTo(2).isEqualTo(server.stats().fullHandshakes());
      assertThat(ended.closes()).containsKey("CLOSE_NOTIFY");
    } else {
      assertThat(ended.closes()).isEmpty();
    }
    assertThat(ended.closeMedian()).isNotNull();
  }

  @Test
  void aFaultIsCommittedInOneCallOfSeveral() {
    callers = callers(new Switches(ClientKind.REPRISE, "TLSv1.3", 1, "truncate-length", 5, true));
    await(run -> run.failed() > 2);
    Summary run = callers.state(0).runs().get(0);
    assertThat(run.answered()).isBetween(4 * run.failed(), 4 * run.failed() + 4);
    assertThat(run.errors().keySet()).singleElement().asString().contains("Premature end");
  }

  private static Callers callers(Switches switches) {
    return new Callers(
        new Target(server.baseUrl(), server.trustStorePath(), server.storePassword()), switches);
  }

  private void await(Predicate<Summary> condition) {
    Eventually.holds(() -> condition.test(callers.state(0).runs().get(0)));
  }
}
