package dev.reprise.boot4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.junit.ClosingServer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.testkit.Fault;
import java.util.Arrays;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.ws.client.core.WebServiceTemplate;

/** The starter alone in an application of Spring Boot 4 that excludes HttpClient 4.5. */
@EnabledIf("isWithout")
class WithoutHttpClient4Test {

  private static final int CALLS = 4;

  @RegisterExtension
  static final ClosingServer provider = ClosingServer.tls().answering(Pong.ANSWER);

  static boolean isWithout() {
    return !ClassUtils.isPresent("org.apache.http.client.HttpClient", null);
  }

  private static ConfigurableApplicationContext run(
      Class<?> application, String kind, String... properties) {
    String[] all = Arrays.copyOf(properties, properties.length + 2);
    all[properties.length] = "management.endpoints.web.exposure.include=reprise";
    all[properties.length + 1] = "spring.http.clients.imperative.factory=" + kind;
    return Applications.run(provider, application, all);
  }

  private static void assertResumed(RepriseClient client) {
    client.sslContext().statistics();
    assertThat(client.statistics().total().full()).isEqualTo(1);
    // What was resumed last by an engine is known when its lane is next looked at.
    assertThat(client.statistics().total().resumed()).isBetween(CALLS - 2L, CALLS - 1L);
  }

  private static RepriseClient client(ConfigurableApplicationContext context) {
    return context.getBean("repriseClient", RepriseClient.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-components", "jdk", "reactor"})
  void restClientsResume(String kind) {
    try (ConfigurableApplicationContext context = run(Applications.Plain.class, kind)) {
      RestClient client = context.getBean(RestClient.Builder.class).build();
      for (int i = 0; i < CALLS; i++) {
        Pong.call(provider, client);
      }
      assertResumed(client(context));
      assertThat(Applications.endpoint(context)).contains("httpClient=httpclient5");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-components", "jdk", "reactor"})
  void restTemplatesResume(String kind) {
    try (ConfigurableApplicationContext context = run(Applications.Plain.class, kind)) {
      for (int i = 0; i < CALLS; i++) {
        // Each has a client of its own, and all have the sessions.
        assertThat(
                context
                    .getBean(RestTemplateBuilder.class)
                    .build()
                    .postForObject(provider.uri().toString(), "<ping/>", String.class))
            .contains("pong");
      }
      assertResumed(client(context));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-components", "jdk", "reactor"})
  void webServiceTemplatesResume(String kind) {
    try (ConfigurableApplicationContext context = run(Applications.Plain.class, kind)) {
      WebServiceTemplate template = context.getBean(WebServiceTemplateBuilder.class).build();
      for (int i = 0; i < CALLS; i++) {
        Pong.call(provider, template);
      }
      assertResumed(client(context));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-components", "jdk"})
  void webClientsResume(String kind) {
    try (ConfigurableApplicationContext context = run(Applications.Plain.class, kind)) {
      WebClient client = context.getBean(WebClient.Builder.class).build();
      for (int i = 0; i < CALLS; i++) {
        assertThat(
                client
                    .post()
                    .uri(provider.uri())
                    .bodyValue("<ping/>")
                    .retrieve()
                    .bodyToMono(String.class)
                    .block())
            .contains("pong");
      }
      assertResumed(client(context));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-components", "jdk", "reactor"})
  void httpServiceInterfacesResume(String kind) {
    try (ConfigurableApplicationContext context =
        run(
            Applications.WithServices.class,
            kind,
            "spring.http.serviceclient.bank.base-url=" + provider.uri(),
            "spring.http.serviceclient.other.base-url=" + provider.uri())) {
      for (int i = 0; i < CALLS; i++) {
        assertThat(context.getBean(Applications.Bank.class).ping("<ping/>")).contains("pong");
        assertThat(context.getBean(Applications.Other.class).ping("<ping/>")).contains("pong");
      }
      assertThat(client(context).statistics().total().full()).isEqualTo(1);
      assertThat(client(context).statistics().total().resumed())
          .isBetween(2L * CALLS - 2, 2L * CALLS - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-components", "jdk", "reactor"})
  void bootsTimeoutsAreInForce(String kind) {
    provider.fault(Fault.FREEZE_BEFORE_RESPONSE);
    try (ConfigurableApplicationContext context =
        run(Applications.Plain.class, kind, "spring.http.clients.read-timeout=200ms")) {
      RestClient client = context.getBean(RestClient.Builder.class).build();
      assertThatThrownBy(
              () -> client.get().uri(provider.uri("/slow")).retrieve().body(String.class))
          .hasStackTraceContaining("imeout");
    }
  }
}
