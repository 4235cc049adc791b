package dev.reprise.integration;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.reprise.integration.HttpsMock.closing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.reprise.httpclient4.RequestProgress;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** WireMock's faults: each is an exception, tells how far the request came, and is over then. */
@Tag("each-httpclient")
class ServerFaultTest {

  private static HttpsMock mock;

  @RegisterExtension final Callers callers = new Callers();

  @BeforeAll
  static void start() throws Exception {
    mock = HttpsMock.start();
    mock.server().stubFor(any(urlEqualTo("/good")).willReturn(closing(200).withBody("<ok/>")));
    for (Fault fault : Fault.values()) {
      mock.server().stubFor(any(urlEqualTo("/" + fault)).willReturn(aResponse().withFault(fault)));
    }
  }

  @AfterAll
  static void stop() {
    mock.close();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "TLSv1.2, EMPTY_RESPONSE, SENT",
    "TLSv1.3, EMPTY_RESPONSE, SENT",
    "TLSv1.2, MALFORMED_RESPONSE_CHUNK, ANSWERED",
    "TLSv1.3, MALFORMED_RESPONSE_CHUNK, ANSWERED",
    "TLSv1.2, RANDOM_DATA_THEN_CLOSE, SENT",
    "TLSv1.3, RANDOM_DATA_THEN_CLOSE, SENT",
    "TLSv1.2, CONNECTION_RESET_BY_PEER, SENT",
    "TLSv1.3, CONNECTION_RESET_BY_PEER, SENT",
  })
  void isAnExceptionAndTheNextCallGoesWell(String protocol, Fault fault, RequestProgress progress)
      throws IOException {
    Caller caller = callers.with(mock.trusted().protocols(protocol));
    for (int i = 0; i < 2; i++) {
      IOException failure =
          catchThrowableOfType(
              IOException.class, () -> caller.post(mock.https("/" + fault), "<a/>"));
      assertThat(failure).isNotNull();
      assertThat(RequestProgress.of(failure)).as(failure.toString()).isEqualTo(progress);
      assertThat(caller.post(mock.https("/good"), "<a/>")).isEqualTo("<ok/>");
    }
    assertThat(caller.leased()).isZero();
    assertThat(caller.available()).isZero();
    assertThat(caller.closes).hasSize(4);
  }
}
