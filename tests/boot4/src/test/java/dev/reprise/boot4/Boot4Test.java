package dev.reprise.boot4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.junit.ClosingServer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.TlsStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.registry.ImportHttpServices;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** The starter's jar in an application of Spring Boot 4 and Spring-WS 5. */
class Boot4Test {

  @RegisterExtension
  static final ClosingServer provider = ClosingServer.tls().answering(Pong.ANSWER);

  private static ConfigurableApplicationContext run(Class<?> application, String... properties) {
    List<String> all = new ArrayList<>();
    all.add("reprise.tls.trust-store.location=" + provider.trustStore());
    all.add("reprise.tls.trust-store.password=" + ClosingServer.PASSWORD);
    all.addAll(Arrays.asList(properties));
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .properties(all.toArray(new String[0]))
        .run();
  }

  private static WebServiceTemplateBuilder builder(ConfigurableApplicationContext context) {
    return context.getBean(WebServiceTemplateBuilder.class);
  }

  private static void call(WebServiceTemplate template) {
    StringResult result = new StringResult();
    template.sendSourceAndReceiveToResult(
        provider.uri().toString(), new StringSource("<ping xmlns='urn:test'/>"), result);
    assertThat(result.toString()).contains("pong");
  }

  @Test
  void callsResumeByDefault() {
    try (ConfigurableApplicationContext context = run(Application.class)) {
      WebServiceTemplate template = builder(context).build();
      for (int i = 0; i < 5; i++) {
        call(template);
      }
      TlsStatistics statistics = context.getBean(TlsStatistics.class);
      assertThat(statistics.total().full()).isEqualTo(1);
      assertThat(statistics.total().resumed()).isEqualTo(4);
    }
  }

  @Test
  void anExplicitSenderWins() {
    HttpUrlConnectionMessageSender own = new HttpUrlConnectionMessageSender();
    try (ConfigurableApplicationContext context = run(Application.class)) {
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
    try (ConfigurableApplicationContext context = run(Application.class, "reprise.enabled=false")) {
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
            Application.class,
            "spring.ssl.bundle.jks.partner.truststore.location=file:" + provider.trustStore(),
            "spring.ssl.bundle.jks.partner.truststore.password=" + ClosingServer.PASSWORD,
            "reprise.tls.bundle=partner",
            "reprise.tls.trust-store.location=",
            "reprise.tls.trust-store.password=")) {
      call(builder(context).build());
    }
  }

  @Test
  void restClientsCallThroughReprise() {
    try (ConfigurableApplicationContext context = run(Application.class)) {
      RestClient client =
          RestClient.builder()
              .requestFactory(context.getBean(ClientHttpRequestFactory.class))
              .build();
      for (int i = 0; i < 3; i++) {
        assertThat(client.post().uri(provider.uri()).body("<ping/>").retrieve().body(String.class))
            .contains("pong");
      }
      assertThat(context.getBean(TlsStatistics.class).total().resumed()).isEqualTo(2);
    }
  }

  @Test
  void aClientServesTheServiceGroupOfItsName() {
    try (ConfigurableApplicationContext context =
        run(
            WithServices.class,
            "reprise.clients.bank.timeouts.lease=3s",
            "spring.http.serviceclient.bank.base-url=" + provider.uri(),
            "spring.http.serviceclient.bank.read-timeout=7s",
            "spring.http.serviceclient.other.base-url=" + provider.uri(),
            "spring.http.clients.read-timeout=8s",
            "spring.http.clients.connect-timeout=2s")) {
      for (int i = 0; i < 3; i++) {
        assertThat(context.getBean(Bank.class).ping("<ping/>")).contains("pong");
      }
      RepriseClient bank = context.getBean(RepriseClients.class).get("bank");
      assertThat(bank.statistics().total().resumed()).isEqualTo(2);
      assertThat(bank.properties().getTimeouts().getRead()).hasSeconds(7);
      assertThat(bank.properties().getTimeouts().getConnect()).hasSeconds(2);
      assertThat(bank.origin("timeouts.read")).contains("spring.http.serviceclient.bank");
      assertThat(bank.origin("timeouts.connect")).contains("spring.http.clients.connect-timeout");
      assertThat(bank.origin("timeouts.lease")).contains("reprise.clients.bank.timeouts.lease");
      assertThat(bank.origin("close-wait")).isEqualTo("default");
      assertThatThrownBy(() -> context.getBean(Other.class).ping("<ping/>"))
          .hasStackTraceContaining("PKIX");
    }
  }

  @Test
  void bootsBundleServesWhereOursIsUnset() {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.ssl.bundle.jks.partner.truststore.location=file:" + provider.trustStore(),
                "spring.ssl.bundle.jks.partner.truststore.password=" + ClosingServer.PASSWORD,
                "spring.http.clients.ssl.bundle=partner")
            .run()) {
      call(builder(context).build());
      assertThat(context.getBean(TlsStatistics.class).total().full()).isEqualTo(1);
    }
  }

  @Test
  void metricsEndpointAndHealth() {
    try (ConfigurableApplicationContext context =
        run(
            Application.class,
            "management.endpoints.web.exposure.include=reprise",
            "management.health.reprise.enabled=true",
            "reprise.clients.bank.timeouts.read=3s")) {
      call(builder(context).build());
      assertThat(endpoint(context).toString()).contains("localhost:");
      assertThat(context.getBean(MeterRegistry.class).get("reprise.tls.handshake").timer().count())
          .isEqualTo(1);
      assertThat(
              context.getBean("repriseHealthIndicator", HealthIndicator.class).health().getStatus())
          .isEqualTo(Status.UP);
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aBadValueIsReportedWithAction(CapturedOutput output) {
    assertThatThrownBy(() -> run(Application.class, "reprise.timeouts.read=-1s"))
        .hasStackTraceContaining("reprise.timeouts.read: -1s is not within 1ms to 1d");
    assertThat(output)
        .contains("The property reprise.timeouts.read cannot be used: -1s is not within 1ms to 1d.")
        .containsPattern("Action:\\s+Give a value that is supported, or leave the property out\\.");
  }

  /** What the endpoint, whose type is no part of the API, tells of the default client. */
  private static Object endpoint(ConfigurableApplicationContext context) {
    return ReflectionTestUtils.invokeMethod(
        context.getBean("repriseEndpoint"), "client", "default");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  interface Bank {
    @PostExchange
    String ping(@RequestBody String body);
  }

  interface Other {
    @PostExchange
    String ping(@RequestBody String body);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @ImportHttpServices(group = "bank", types = Bank.class)
  @ImportHttpServices(group = "other", types = Other.class)
  static class WithServices {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithSenderFactory {

    @Bean
    WebServiceMessageSenderFactory senders() {
      return HttpUrlConnectionMessageSender::new;
    }
  }
}
