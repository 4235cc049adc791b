package dev.reprise.spring;

import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.web.client.MockServerRestClientCustomizer;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;

/** A whole application in a test with AutoConfigureMockRestServiceServer. */
class MockedApplicationTest {

  private final MockServerRestClientCustomizer mocks = new MockServerRestClientCustomizer();

  private RestClient client(ClientHttpRequestFactory requests) {
    RestClient.Builder builder = RestClient.builder();
    mocks.customize(builder);
    return builder.baseUrl("https://bank.invalid").requestFactory(requests).build();
  }

  @Test
  void theMockWins() {
    runner()
        .withConfiguration(
            AutoConfigurations.of(
                ClassUtils.resolveClassName(
                    "dev.reprise.spring.autoconfigure.RepriseTestAutoConfiguration", null)))
        .withBean(MockServerRestClientCustomizer.class, () -> mocks)
        .run(
            context -> {
              RestClient accounts =
                  client(
                      context
                          .getBean(RepriseClients.class)
                          .get("default", ClientHttpRequestFactory.class));
              mocks
                  .getServer()
                  .expect(requestTo("https://bank.invalid/accounts"))
                  .andRespond(withSuccess("<pong/>", MediaType.TEXT_XML));
              assertThat(accounts.get().uri("/accounts").retrieve().body(String.class))
                  .isEqualTo("<pong/>");
            });
  }

  @Test
  void ofSeveralMocksNoneIsGuessed() {
    runner()
        .withConfiguration(
            AutoConfigurations.of(
                ClassUtils.resolveClassName(
                    "dev.reprise.spring.autoconfigure.RepriseTestAutoConfiguration", null)))
        .withBean(MockServerRestClientCustomizer.class, () -> mocks)
        .run(
            context -> {
              RestClient accounts =
                  client(
                      context
                          .getBean(RepriseClients.class)
                          .get("default", ClientHttpRequestFactory.class));
              client(
                  context
                      .getBean(RepriseClients.class)
                      .get("default", ClientHttpRequestFactory.class));
              assertThatThrownBy(
                      () -> accounts.get().uri("/accounts").retrieve().body(String.class))
                  .hasMessageContaining("is bound to 2 clients");
            });
  }

  /** One with spring-test on its class path that has a mock of its own for another client. */
  @Test
  void anApplicationThatAsksForNoMockCallsTheHost() {
    runner()
        .withBean(MockServerRestClientCustomizer.class, () -> mocks)
        .run(
            context -> {
              RestClient accounts =
                  client(
                      context
                          .getBean(RepriseClients.class)
                          .get("default", ClientHttpRequestFactory.class));
              assertThatThrownBy(
                      () -> accounts.get().uri("/accounts").retrieve().body(String.class))
                  .hasStackTraceContaining("UnknownHostException");
            });
  }

  @Test
  void withoutMocksTheHostIsCalled() {
    runner()
        .run(
            context -> {
              RestClient client =
                  RestClient.create()
                      .mutate()
                      .requestFactory(
                          context
                              .getBean(RepriseClients.class)
                              .get("default", ClientHttpRequestFactory.class))
                      .build();
              assertThatThrownBy(
                      () -> client.get().uri("https://bank.invalid/").retrieve().body(String.class))
                  .hasStackTraceContaining("UnknownHostException");
            });
  }
}
