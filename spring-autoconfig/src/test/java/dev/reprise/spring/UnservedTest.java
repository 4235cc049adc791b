package dev.reprise.spring;

import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.http.client.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.client.core.support.WebServiceGatewaySupport;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** Who does not call through Reprise is told of when the context is up. */
@ExtendWith(OutputCaptureExtension.class)
class UnservedTest {

  private static final String NOT = "does not call through Reprise";

  @Test
  void whoIsServedIsNotToldOf(CapturedOutput output) {
    runner()
        .withPropertyValues("reprise.clients.bank.session-timeout=1h")
        .withUserConfiguration(Served.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).doesNotContain(NOT).doesNotContain("does not look at it");
  }

  @Test
  void templatesOverOtherSendersAndFactories(CapturedOutput output) {
    runner()
        .withUserConfiguration(NotServed.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .contains("WebServiceTemplate of 'plain' " + NOT)
        .contains("HttpUrlConnectionMessageSender: build it by Boot's WebServiceTemplateBuilder")
        .contains("WebServiceTemplate of 'gateway' " + NOT)
        .contains("RestTemplate 'rest' " + NOT)
        .contains("SimpleClientHttpRequestFactory: give its builder that of a client");
  }

  @Test
  void aChildContextHasNothingToldAgain(CapturedOutput output) {
    runner()
        .withUserConfiguration(NotServed.class)
        .run(
            context -> {
              try (AnnotationConfigApplicationContext child =
                  new AnnotationConfigApplicationContext()) {
                child.setParent(context);
                child.refresh();
              }
            });
    assertThat(output).containsOnlyOnce("RestTemplate 'rest' " + NOT);
  }

  @Test
  void settingsOfTheJvmThatNobodyLooksAt(CapturedOutput output) {
    runner()
        .withSystemProperties("javax.net.ssl.keyStore=/etc/key.p12", "https.proxyHost=proxy")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .contains(
            "The system property javax.net.ssl.keyStore is set, and client default does not look at"
                + " it: set reprise.ssl.key-store")
        .contains("set reprise.proxy.host");
  }

  @Configuration(proxyBeanMethods = false)
  static class Served {

    @Bean
    WebServiceTemplate built(WebServiceTemplateBuilder builder) {
      return builder.build();
    }

    @Bean
    WebServiceTemplate given(RepriseClients clients) {
      WebServiceTemplate template = new WebServiceTemplate();
      template.setMessageSender(clients.get("default", WebServiceMessageSender.class));
      return template;
    }

    /** A sender of the application's own over a client of Reprise. */
    @Bean
    WebServiceTemplate over(RepriseClients clients) {
      WebServiceTemplate template = new WebServiceTemplate();
      template.setMessageSender(
          new HttpComponentsMessageSender(clients.get("default", HttpClient.class)));
      return template;
    }

    /** Its own request factory is in one of Spring's, which asks the interceptors. */
    @Bean
    RestTemplate intercepted(RepriseClients clients) {
      RestTemplate template =
          new RestTemplate(clients.get("default", ClientHttpRequestFactory.class));
      template.getInterceptors().add((request, body, calls) -> calls.execute(request, body));
      return template;
    }

    @Bean
    RestTemplate rest(RepriseClients clients) {
      return new RestTemplateBuilder()
          .requestFactory(() -> clients.get("default", ClientHttpRequestFactory.class))
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class NotServed {

    @Bean
    WebServiceTemplate plain() {
      return new WebServiceTemplate();
    }

    @Bean
    WebServiceGatewaySupport gateway() {
      return new WebServiceGatewaySupport() {};
    }

    @Bean
    RestTemplate rest() {
      return new RestTemplate();
    }
  }
}
