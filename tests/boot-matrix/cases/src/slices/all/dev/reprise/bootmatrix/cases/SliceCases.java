package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;
import static org.springframework.ws.test.client.RequestMatchers.connectionTo;
import static org.springframework.ws.test.client.ResponseCreators.withPayload;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestContextManager;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** What test classes of applications do with mocks, whichever annotations their Boot has. */
public final class SliceCases implements Cases {

  /** A host that is not there. */
  private static final String HOST = "https://bank.invalid/";

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("@RestClientTest", this::restSlice);
    cases.put("@WebServiceClientTest", this::webServiceSlice);
    cases.put("@AutoConfigureMockRestServiceServer", this::mockedApplication);
    return cases;
  }

  private void restSlice(Trial trial) throws Exception {
    AnnotatedTests.RestSlice test = prepared(AnnotatedTests.RestSlice.class);
    assertAnswered(test);
    assertRefused(test.clients.get("bank", HttpClient.class));
  }

  private void webServiceSlice(Trial trial) throws Exception {
    AnnotatedTests.WebServiceSlice test = prepared(AnnotatedTests.WebServiceSlice.class);
    test.mock
        .expect(connectionTo(HOST))
        .andRespond(withPayload(new StringSource("<pong xmlns='urn:test'/>")));
    StringResult result = new StringResult();
    test.template.sendSourceAndReceiveToResult(
        HOST, new StringSource("<ping xmlns='urn:test'/>"), result);
    assertThat(result.toString()).contains("pong");
    test.mock.verify();
    assertRefused(test.clients.get("bank", HttpClient.class));
  }

  private void mockedApplication(Trial trial) throws Exception {
    assertAnswered(prepared(AnnotatedTests.MockedApplication.class));
  }

  /** An instance of a test class, made ready as by JUnit's extension of Spring. */
  private static <T> T prepared(Class<T> test) throws Exception {
    T instance = test.getDeclaredConstructor().newInstance();
    new TestContextManager(test).prepareTestInstance(instance);
    return instance;
  }

  private static void assertAnswered(Slices.RestTest test) {
    test.mock.expect(requestTo(HOST)).andRespond(withSuccess("<pong/>", MediaType.TEXT_XML));
    assertThat(test.get.apply(HOST)).isEqualTo("<pong/>");
    test.mock.verify();
  }

  private static void assertRefused(HttpClient client) {
    assertThatThrownBy(() -> client.execute(new HttpGet(HOST)))
        .hasStackTraceContaining("A test slice calls no real host");
  }
}
