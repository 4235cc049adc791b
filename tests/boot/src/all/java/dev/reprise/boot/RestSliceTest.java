package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import dev.reprise.spring.RepriseClients;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.util.ClassUtils;

@Slices.Rest
class RestSliceTest {

  static final String HOST = "https://bank.invalid/";

  @Autowired private MockRestServiceServer mock;
  @Autowired private UnaryOperator<String> get;
  @Autowired private RepriseClients clients;

  @Test
  void theMockAnswersThoughARequestFactoryIsSet() {
    mock.expect(requestTo(HOST)).andRespond(withSuccess("<pong/>", MediaType.TEXT_XML));
    assertThat(get.apply(HOST)).isEqualTo("<pong/>");
    mock.verify();
  }

  @Test
  void noRealHostIsCalled() {
    assumeThat(ClassUtils.isPresent("org.apache.http.client.HttpClient", null)).isTrue();
    OverHttpClient4.assertRefuses(clients, HOST);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application extends WithRest {}
}
