package dev.reprise.spring;

import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.autoconfigure.web.client.MockRestServiceServerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.web.client.MockServerRestClientCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** A whole application in a test with AutoConfigureMockRestServiceServer. */
class MockedApplicationTest {

  private static ApplicationContextRunner mocked() {
    return runner()
        .withConfiguration(
            AutoConfigurations.of(
                MockRestServiceServerAutoConfiguration.class,
                ClassUtils.resolveClassName(
                    "dev.reprise.spring.autoconfigure.RepriseTestAutoConfiguration", null)))
        .withPropertyValues("spring.test.webclient.mockrestserviceserver.enabled=true");
  }

  private static RestClient client(
      ApplicationContext context, MockServerRestClientCustomizer mocks) {
    RestClient.Builder builder = RestClient.builder();
    mocks.customize(builder);
    return builder
        .baseUrl("https://bank.invalid")
        .requestFactory(part(context, ClientHttpRequestFactory.class))
        .build();
  }

  private static void answer(MockRestServiceServer server) {
    server
        .expect(requestTo("https://bank.invalid/accounts"))
        .andRespond(withSuccess("<pong/>", MediaType.TEXT_XML));
  }

  @Test
  void theMockWins() {
    mocked()
        .run(
            context -> {
              RestClient accounts =
                  client(context, context.getBean(MockServerRestClientCustomizer.class));
              answer(context.getBean(MockRestServiceServer.class));
              assertThat(accounts.get().uri("/accounts").retrieve().body(String.class))
                  .isEqualTo("<pong/>");
            });
  }

  @Test
  void ofSeveralMocksNoneIsGuessed() {
    mocked()
        .run(
            context -> {
              MockServerRestClientCustomizer mocks =
                  context.getBean(MockServerRestClientCustomizer.class);
              RestClient accounts = client(context, mocks);
              client(context, mocks);
              assertThatThrownBy(
                      () -> accounts.get().uri("/accounts").retrieve().body(String.class))
                  .hasMessageContaining("bound to several clients")
                  .hasMessageContaining(
                      "bind a server yourself: to the RestTemplate, or to RestClient.mutate()");

              RestClient.Builder again = accounts.mutate();
              answer(MockRestServiceServer.bindTo(again).build());
              assertThat(again.build().get().uri("/accounts").retrieve().body(String.class))
                  .isEqualTo("<pong/>");

              RestTemplate template =
                  new RestTemplate(part(context, ClientHttpRequestFactory.class));
              answer(MockRestServiceServer.bindTo(template).build());
              assertThat(template.getForObject("https://bank.invalid/accounts", String.class))
                  .isEqualTo("<pong/>");
            });
  }

  @Test
  void switchedOffTheMockAnswersAsWithoutTheStarter() {
    mocked()
        .withPropertyValues("reprise.enabled=false", "reprise.clients.Bank.read-timeout=1s")
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(RepriseClients.class);
              RestClient.Builder builder = RestClient.builder().baseUrl("https://bank.invalid");
              context.getBean(MockServerRestClientCustomizer.class).customize(builder);
              answer(context.getBean(MockRestServiceServer.class));
              assertThat(builder.build().get().uri("/accounts").retrieve().body(String.class))
                  .isEqualTo("<pong/>");
            });
  }

  private static void callsTheHost(ApplicationContext context) {
    RestClient accounts = client(context, new MockServerRestClientCustomizer());
    assertThatThrownBy(() -> accounts.get().uri("/accounts").retrieve().body(String.class))
        .hasStackTraceContaining("UnknownHostException");
  }

  @Test
  void aMockThatIsBoundToNothingDoesNotAnswer() {
    mocked().run(MockedApplicationTest::callsTheHost);
  }

  /** One with spring-test on its class path that has a mock of its own for another client. */
  @Test
  void anApplicationThatAsksForNoMockCallsTheHost() {
    runner().run(MockedApplicationTest::callsTheHost);
  }
}
