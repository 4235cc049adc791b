package dev.reprise.boot4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.junit.ClosingServer;
import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.TlsStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;

/** The starter's jar in an application of Spring Boot 4 and Spring-WS 5. */
class Boot4Test {

  @RegisterExtension
  static final ClosingServer provider = ClosingServer.tls().answering(Pong.ANSWER);

  private static ConfigurableApplicationContext run(Class<?> application, String... properties) {
    return Applications.run(provider, application, properties);
  }

  private static WebServiceTemplateBuilder builder(ConfigurableApplicationContext context) {
    return context.getBean(WebServiceTemplateBuilder.class);
  }

  @Test
  void callsResumeByDefault() {
    try (ConfigurableApplicationContext context = run(Applications.Plain.class)) {
      WebServiceTemplate template = builder(context).build();
      for (int i = 0; i < 5; i++) {
        Pong.call(provider, template);
      }
      TlsStatistics statistics = context.getBean(TlsStatistics.class);
      assertThat(statistics.total().full()).isEqualTo(1);
      assertThat(statistics.total().resumed()).isEqualTo(4);
    }
  }

  @Test
  void anExplicitSenderWins() {
    HttpUrlConnectionMessageSender own = new HttpUrlConnectionMessageSender();
    try (ConfigurableApplicationContext context = run(Applications.Plain.class)) {
      assertThat(builder(context).messageSenders(own).build().getMessageSenders())
          .containsExactly(own);
    }
  }

  @Test
  void aSenderFactoryOfTheApplicationWins() {
    try (ConfigurableApplicationContext context = run(WithSenderFactory.class)) {
      assertThat(builder(context).build().getMessageSenders())
          .singleElement()
          .isInstanceOf(HttpUrlConnectionMessageSender.class);
    }
  }

  @Test
  void disabledLeavesBootsOwnSender() {
    try (ConfigurableApplicationContext context =
        run(Applications.Plain.class, "reprise.enabled=false")) {
      assertThat(context.getBeanNamesForType(TlsStatistics.class)).isEmpty();
      assertThat(builder(context).build().getMessageSenders())
          .singleElement()
          .isNotInstanceOf(HttpComponentsMessageSender.class);
    }
  }

  @Test
  void anSslBundleServes() {
    try (ConfigurableApplicationContext context =
        run(
            Applications.Plain.class,
            "spring.ssl.bundle.jks.partner.truststore.location=file:" + provider.trustStore(),
            "spring.ssl.bundle.jks.partner.truststore.password=" + ClosingServer.PASSWORD,
            "reprise.ssl.bundle=partner")) {
      Pong.call(provider, builder(context).build());
    }
  }

  @Test
  void restClientsCallThroughReprise() {
    try (ConfigurableApplicationContext context = run(Applications.Plain.class)) {
      RestClient client =
          RestClient.builder()
              .requestFactory(
                  context
                      .getBean(RepriseClients.class)
                      .get("default", ClientHttpRequestFactory.class))
              .build();
      for (int i = 0; i < 3; i++) {
        Pong.call(provider, client);
      }
      assertThat(context.getBean(TlsStatistics.class).total().resumed()).isEqualTo(2);
    }
  }

  /** By Boot's own properties, as without Reprise. */
  @Test
  void groupsOfServicesResumeWithTheBundleOfTheirOwn() {
    try (ConfigurableApplicationContext context =
        run(
            Applications.WithServices.class,
            "spring.ssl.bundle.pem.jdk.truststore.certificate=classpath:other-authority.pem",
            "spring.http.serviceclient.bank.base-url=" + provider.uri(),
            "spring.http.serviceclient.other.base-url=" + provider.uri(),
            "spring.http.serviceclient.other.ssl.bundle=jdk")) {
      for (int i = 0; i < 3; i++) {
        assertThat(context.getBean(Applications.Bank.class).ping("<ping/>")).contains("pong");
      }
      assertThat(context.getBean(TlsStatistics.class).total().full()).isEqualTo(1);
      assertThat(context.getBean(TlsStatistics.class).total().resumed()).isBetween(1L, 2L);
      assertThatThrownBy(() -> context.getBean(Applications.Other.class).ping("<ping/>"))
          .hasStackTraceContaining("PKIX");
    }
  }

  @Test
  void bootsOwnRequestFactoryBeanIsThere() {
    try (ConfigurableApplicationContext context =
        run(Applications.Plain.class, "reprise.clients.bank.read-timeout=3s")) {
      assertThat(context.getBeanNamesForType(ClientHttpRequestFactory.class))
          .containsExactly("clientHttpRequestFactory");
      RestClient client =
          RestClient.builder()
              .requestFactory(context.getBean(ClientHttpRequestFactory.class))
              .build();
      for (int i = 0; i < 3; i++) {
        Pong.call(provider, client);
      }
      assertThat(context.getBean(TlsStatistics.class).total().full()).isEqualTo(1);
    }
  }

  @Test
  void bootsBundleServesWhereOursIsUnset() {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Applications.Plain.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.ssl.bundle.jks.partner.truststore.location=file:" + provider.trustStore(),
                "spring.ssl.bundle.jks.partner.truststore.password=" + ClosingServer.PASSWORD,
                "spring.http.clients.ssl.bundle=partner")
            .run()) {
      Pong.call(provider, builder(context).build());
      assertThat(context.getBean(TlsStatistics.class).total().full()).isEqualTo(1);
    }
  }

  @Test
  void metricsEndpointAndHealth() {
    try (ConfigurableApplicationContext context =
        run(
            Applications.Plain.class,
            "management.endpoints.web.exposure.include=reprise",
            "management.health.reprise.enabled=true",
            "reprise.clients.bank.read-timeout=3s")) {
      Pong.call(provider, builder(context).build());
      assertThat(Applications.endpoint(context)).contains("localhost:");
      assertThat(context.getBean(MeterRegistry.class).get("reprise.tls.handshakes").timer().count())
          .isEqualTo(1);
      assertThat(
              context.getBean("repriseHealthIndicator", HealthIndicator.class).health().getStatus())
          .isEqualTo(Status.UP);
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aBadValueIsReportedWithAction(CapturedOutput output) {
    assertThatThrownBy(() -> run(Applications.Plain.class, "reprise.read-timeout=-1s"))
        .hasStackTraceContaining("reprise.read-timeout: -1s is not within 1ms to 1d");
    assertThat(output)
        .contains("The property reprise.read-timeout cannot be used: -1s is not within 1ms to 1d.")
        .containsPattern("Action:\\s+Give a value that is supported, or leave the property out\\.");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithSenderFactory {

    @Bean
    WebServiceMessageSenderFactory senders() {
      return HttpUrlConnectionMessageSender::new;
    }
  }
}
