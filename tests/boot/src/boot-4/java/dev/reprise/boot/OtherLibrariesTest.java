package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.junit.ClosingServer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.testkit.Fault;
import java.net.URI;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Boot 4's own builders, over each library that they know, without HttpClient 4.5. */
class OtherLibrariesTest extends Applications {

  OtherLibrariesTest() {
    super(STRANGER);
  }

  @BeforeAll
  static void isWithoutHttpClient4() {
    assertThat(ClassUtils.isPresent("org.apache.http.client.HttpClient", null)).isFalse();
  }

  private ConfigurableApplicationContext run(String kind, String readTimeout) {
    return start(
        Boot4Test.WithServices.class,
        "spring.http.clients.imperative.factory=" + kind,
        "spring.http.clients.read-timeout=" + readTimeout,
        "spring.http.clients.ssl.bundle=provider",
        "spring.ssl.bundle.jks.provider.truststore.location=file:" + provider.trustStore(),
        "spring.ssl.bundle.jks.provider.truststore.password=" + ClosingServer.PASSWORD,
        "spring.http.serviceclient.bank.base-url=" + provider.uri(),
        "spring.http.serviceclient.other.base-url=" + provider.uri());
  }

  private UnaryOperator<String> caller(String way, ApplicationContext context) {
    URI uri = provider.uri();
    switch (way) {
      case "RestClient":
        RestClient rest = context.getBean(RestClient.Builder.class).build();
        return body -> rest.post().uri(uri).body(body).retrieve().body(String.class);
      case "RestTemplate":
        // Each has a client of its own, and all have the sessions.
        RestTemplateBuilder templates = context.getBean(RestTemplateBuilder.class);
        return body -> templates.build().postForObject(uri, body, String.class);
      case "WebClient":
        WebClient web = context.getBean(WebClient.Builder.class).build();
        return body ->
            web.post().uri(uri).bodyValue(body).retrieve().bodyToMono(String.class).block();
      case "WebServiceTemplate":
        return body -> {
          Soap.call(provider, context);
          return "pong";
        };
      default:
        return body ->
            context.getBean(Boot4Test.Bank.class).ping(body)
                + context.getBean(Boot4Test.Other.class).ping(body);
    }
  }

  static Stream<Arguments> waysAndLibraries() {
    return Stream.of("RestClient", "RestTemplate", "WebServiceTemplate", "WebClient", "services")
        .flatMap(way -> Stream.of("http-components", "jdk", "reactor").map(k -> arguments(way, k)));
  }

  @ParameterizedTest
  @MethodSource("waysAndLibraries")
  void callsResume(String way, String kind) {
    try (ConfigurableApplicationContext context = run(kind, "1m")) {
      UnaryOperator<String> caller = caller(way, context);
      for (int i = 0; i < CALLS; i++) {
        assertThat(caller.apply("<ping/>")).contains("pong");
      }
      RepriseClient client = context.getBean("repriseClient", RepriseClient.class);
      client.sslContext().laneCounts();
      long requests = provider.requests().size();
      assertThat(requests).isGreaterThanOrEqualTo(CALLS);
      assertThat(provider.fullHandshakes()).isEqualTo(1);
      assertThat(provider.resumedHandshakes()).isEqualTo(requests - 1);
      assertThat(client.statistics().total().full()).isEqualTo(1);
      // What was resumed last by an engine is known when its lane is next looked at.
      assertThat(client.statistics().total().resumed()).isBetween(requests - 2, requests - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-components", "jdk", "reactor"})
  void bootsTimeoutsAreInForce(String kind) {
    provider.fault(Fault.FREEZE_BEFORE_RESPONSE);
    try (ConfigurableApplicationContext context = run(kind, "200ms")) {
      RestClient client = context.getBean(RestClient.Builder.class).build();
      assertThatThrownBy(
              () -> client.get().uri(provider.uri("/slow")).retrieve().body(String.class))
          .hasStackTraceContaining("imeout");
    }
  }
}
