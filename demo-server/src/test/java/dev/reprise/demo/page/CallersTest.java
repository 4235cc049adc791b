package dev.reprise.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each client calls, and what is shown of it is what the server saw. */
class CallersTest {
  private static ServerProcess server;

  @BeforeAll
  static void start() {
    server = ServerProcess.start();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static Callers callers(ClientKind client, String fault) {
    return new Callers(server.target(), new Switches(client, "TLSv1.3", 2, fault, true));
  }

  private static Run.Summary await(Callers callers, Predicate<Run.Summary> condition) {
    Eventually.holds(() -> condition.test(callers.state().runs().get(0)));
    return callers.state().runs().get(0);
  }

  @ParameterizedTest
  @EnumSource
  void handshakesAreThoseThatTheServerSaw(ClientKind client) {
    try (Callers callers = callers(client, "none")) {
      Run.Summary run = await(callers, now -> now.answered() > 50);
      assertThat(run.failed()).isZero();
      assertThat(run.full()).isPositive();
      assertThat(run.full() + run.resumed()).isGreaterThanOrEqualTo(50);
      if (client == ClientKind.REPRISE) {
        assertThat(run.full()).isLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void aFaultIsCommittedInOneCallOfSeveral() {
    try (Callers callers = callers(ClientKind.REPRISE, "truncate-length")) {
      Run.Summary run = await(callers, now -> now.failed() > 2);
      assertThat(run.answered()).isGreaterThanOrEqualTo(9 * (run.failed() - 2));
      Set<String> errors = run.errors().keySet();
      assertThat(errors).singleElement().asString().contains("Premature end");
    }
  }
}
