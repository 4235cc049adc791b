package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;
import static org.springframework.ws.test.client.RequestMatchers.connectionTo;
import static org.springframework.ws.test.client.ResponseCreators.withPayload;

import java.util.function.UnaryOperator;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.test.client.MockWebServiceServer;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** What test classes of applications do with mocks, whichever annotations their Boot has. */
final class Slices {

  /** A host that is not there. */
  static final String HOST = "https://bank.invalid/";

  static final String TRUST = "reprise.tls.trust-store.location=/nowhere/trust.p12";
  static final String KEYS = "reprise.clients.bank.tls.key-store.location=/nowhere/client.p12";
  static final String PASSWORD = "reprise.clients.bank.tls.key-store.password=${BANK_PASSWORD}";
  static final String BANK = "reprise.clients.bank.timeouts.read=5s";

  private Slices() {}

  /** An instance of a test class, made ready as by JUnit's extension of Spring. */
  static <T> T prepared(Class<T> test) throws Exception {
    T instance = test.getDeclaredConstructor().newInstance();
    new TestContextManager(test).prepareTestInstance(instance);
    return instance;
  }

  static void assertAnswered(MockRestServiceServer mock, UnaryOperator<String> call) {
    mock.expect(requestTo(HOST)).andRespond(withSuccess("<pong/>", MediaType.TEXT_XML));
    assertThat(call.apply(HOST)).isEqualTo("<pong/>");
    mock.verify();
  }

  static void assertAnswered(MockWebServiceServer mock, WebServiceTemplate template) {
    mock.expect(connectionTo(HOST))
        .andRespond(withPayload(new StringSource("<pong xmlns='urn:test'/>")));
    StringResult result = new StringResult();
    template.sendSourceAndReceiveToResult(
        HOST, new StringSource("<ping xmlns='urn:test'/>"), result);
    assertThat(result.toString()).contains("pong");
    mock.verify();
  }

  static void assertRefused(HttpClient client) {
    assertThatThrownBy(() -> client.execute(new HttpGet(HOST)))
        .hasStackTraceContaining("A test slice calls no real host");
  }
}
