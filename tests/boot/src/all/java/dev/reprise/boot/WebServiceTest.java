package dev.reprise.boot;

import static dev.reprise.boot.OverHttpClient4.assertReprise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsStatistics;
import javax.net.ssl.SSLSocketFactory;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;

/** Reprise makes the calls where the application says nothing; its own choice wins. */
class WebServiceTest extends Applications {

  WebServiceTest() {
    super(KNOWN);
  }

  private void assertCallsOfReprise(ApplicationContext context, WebServiceTemplate template) {
    Soap.call(provider, template);
    assertThat(template.getMessageSenders())
        .singleElement()
        .satisfies(sender -> assertReprise(context, sender));
    assertResumed(context);
  }

  @Test
  void anExplicitSenderWins() {
    WebServiceMessageSender own = new HttpUrlConnectionMessageSender();
    try (ConfigurableApplicationContext context = start()) {
      assertCallsOf(context, Soap.builder(context).messageSenders(own).build(), own);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {WithBuilder.class, WithCustomizer.class})
  void aBeanOfTheApplicationWins(Class<?> application) {
    try (ConfigurableApplicationContext context = start(application)) {
      assertCallsOf(
          context,
          Soap.builder(context).build(),
          context.getBean(HttpUrlConnectionMessageSender.class));
    }
  }

  private void assertCallsOf(
      ApplicationContext context, WebServiceTemplate template, WebServiceMessageSender... senders) {
    Soap.call(provider, template);
    assertThat(template.getMessageSenders()).containsExactly(senders);
    assertPassedBy(context);
  }

  @Test
  void anHttpClientForOtherThingsIsTheOnlyOneAndNotUsed() {
    try (ConfigurableApplicationContext context = start(WithOtherClient.class)) {
      assertCallsOfReprise(context, Soap.builder(context).build());
      assertThat(context.getBean(HttpClient.class)).isSameAs(context.getBean("otherClient"));
    }
  }

  /** OpenFeign's clients, and Boot 4's request factory, are there if there is no such bean. */
  @Test
  void noBeanIsOfATypeOfOthers() {
    try (ConfigurableApplicationContext context = start("reprise.clients.bank.read-timeout=3s")) {
      assertThat(context.getBeanNamesForType(HttpClient.class)).isEmpty();
      assertThat(context.getBeanNamesForType(WebServiceMessageSender.class)).isEmpty();
      assertThat(context.getBeanNamesForType(SSLSocketFactory.class)).isEmpty();
      assertThat(context.getBeanNamesForType(ClientHttpRequestFactory.class))
          .allSatisfy(
              name ->
                  assertThat(context.getBeanFactory().getBeanDefinition(name).getFactoryBeanName())
                      .startsWith("org.springframework.boot."));
    }
  }

  @Test
  void disabledLeavesBootsOwnSender() {
    try (ConfigurableApplicationContext context = start("reprise.enabled=false")) {
      WebServiceTemplate template = Soap.builder(context).build();
      Soap.call(provider, template);
      assertThat(context.getBeanNamesForType(TlsStatistics.class)).isEmpty();
      assertThat(context.getBeanNamesForType(HttpClient.class)).isEmpty();
      assertThat(template.getMessageSenders())
          .singleElement()
          .isNotInstanceOf(HttpComponentsMessageSender.class);
      assertThat(provider.requests()).hasSize(CALLS);
    }
  }

  static class WithSender {

    @Bean
    HttpUrlConnectionMessageSender ownSender() {
      return new HttpUrlConnectionMessageSender();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithBuilder extends WithSender {

    @Bean
    WebServiceTemplateBuilder ownBuilder(HttpUrlConnectionMessageSender sender) {
      return new WebServiceTemplateBuilder().messageSenders(sender);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithCustomizer extends WithSender {

    @Bean
    WebServiceTemplateCustomizer ownCustomizer(HttpUrlConnectionMessageSender sender) {
      return template -> template.setMessageSender(sender);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithOtherClient {

    @Bean
    CloseableHttpClient otherClient() {
      return HttpClients.createDefault();
    }
  }
}
