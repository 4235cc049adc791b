package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of HTTP: each is an exception, tells how far the request came, and is over then. */
@Tag("each-httpclient")
class ServerFaultTest {

  @RegisterExtension final Callers callers = new Callers();

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "TLSv1.2, CLOSE_BEFORE_RESPONSE, SENT",
    "TLSv1.3, CLOSE_BEFORE_RESPONSE, SENT",
    "TLSv1.2, TRUNCATE_CHUNKED, ANSWERED",
    "TLSv1.3, TRUNCATE_CHUNKED, ANSWERED",
    "TLSv1.2, GARBAGE_RESPONSE, SENT",
    "TLSv1.3, GARBAGE_RESPONSE, SENT",
    "TLSv1.2, RESET_BEFORE_RESPONSE, SENT",
    "TLSv1.3, RESET_BEFORE_RESPONSE, SENT",
  })
  void isAnExceptionAndTheNextCallGoesWell(String protocol, Fault fault, RequestProgress progress)
      throws Exception {
    TlsPeer peer = callers.peer(protocol);
    Caller caller = callers.with(callers.trusting().closeTimeout(Caller.LONG_WAIT));
    for (int i = 0; i < 2; i++) {
      peer.misbehave(fault);
      IOException failure =
          catchThrowableOfType(IOException.class, () -> caller.post(peer.url(), "<a/>"));
      assertThat(failure).isNotNull();
      assertThat(RequestProgress.of(failure)).as(failure.toString()).isEqualTo(progress);
      peer.misbehave(Fault.NONE);
      assertThat(caller.post(peer.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    }
    assertThat(caller.leased()).isZero();
    assertThat(caller.available()).isZero();
    assertThat(caller.closes(4)).hasSize(4);
  }
}
