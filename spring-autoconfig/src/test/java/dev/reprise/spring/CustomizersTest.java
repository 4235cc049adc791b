package dev.reprise.spring;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.BasicCookieStore;
import org.apache.http.impl.client.HttpClientBuilder;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** What the application says of each client's parts, and what a client's calls share. */
class CustomizersTest extends AgainstPeer {

  private static TlsStatistics statistics(ApplicationContext context, String client) {
    return context.getBean(RepriseClients.class).get(client).statistics();
  }

  @Test
  void aTlsSettingsCustomizerHasTheLastWordOnEachClient() {
    runner()
        .withPropertyValues(
            "reprise.session-timeout=1h",
            "reprise.clients.bank.session-timeout=2h",
            "reprise.clients.bank.ssl.enabled-protocols=TLSv1.2")
        .withBean(
            TlsSettingsCustomizer.class,
            () ->
                (client, settings) -> {
                  if (client.equals("bank")) {
                    settings.sessionTimeout(Duration.ofHours(3));
                  }
                })
        .run(
            context -> {
              assertThat(settings(context, "default").sessionTimeout()).hasHours(1);
              assertThat(settings(context, "bank").sessionTimeout()).hasHours(3);
              assertThat(settings(context, "bank").protocols()).containsExactly("TLSv1.2");
            });
  }

  private static TlsSettings settings(ApplicationContext context, String client) {
    return context.getBean(RepriseClients.class).get(client).socketFactory().settings();
  }

  @Test
  void anHttpClientCustomizerHasTheLastWordOnEachClient() {
    trusting(stores.trust())
        .withPropertyValues("reprise.clients.bank.read-timeout=3s")
        .withBean(
            HttpClientCustomizer.class,
            () -> (client, builder) -> builder.setUserAgent("agent of " + client))
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              RepriseClients clients = context.getBean(RepriseClients.class);
              ClientsTest.post(clients.get("bank", HttpClient.class), peer.uri("/answer"));
              for (String client : clients.names()) {
                peer.wireMock()
                    .verify(
                        1,
                        anyRequestedFor(anyUrl())
                            .withHeader("User-Agent", equalTo("agent of " + client)));
              }
            });
  }

  @Test
  void customizersAreAskedInTheirOrder() {
    List<String> asked = new ArrayList<>();
    trusting(stores.trust())
        .withBean("second", Noting.class, () -> new Noting("second", 2, asked))
        .withBean("first", Noting.class, () -> new Noting("first", 1, asked))
        .run(
            context -> {
              assertThat(asked).containsExactly("TLS first", "TLS second");
              part(context, HttpClient.class);
              assertThat(asked)
                  .containsExactly("TLS first", "TLS second", "HTTP first", "HTTP second");
            });
  }

  private record Noting(String name, int getOrder, List<String> asked)
      implements TlsSettingsCustomizer, HttpClientCustomizer, Ordered {

    @Override
    public void customize(String client, TlsSettings.Builder settings) {
      asked.add("TLS " + name);
    }

    @Override
    public void customize(String client, HttpClientBuilder builder) {
      asked.add("HTTP " + name);
    }
  }

  @Test
  void cookiesOfOneCallAreNotSentWithTheNextUnlessWanted() {
    cookie(trusting(stores.trust()), 0);
    cookie(
        trusting(stores.trust())
            .withBean(
                HttpClientCustomizer.class,
                () -> (client, http) -> http.setDefaultCookieStore(new BasicCookieStore())),
        1);
  }

  private void cookie(ApplicationContextRunner runner, int sent) {
    peer.wireMock().resetRequests();
    peer.wireMock()
        .stubFor(
            any(anyUrl())
                .willReturn(aResponse().withBody("pong").withHeader("Set-Cookie", "user=one")));
    runner.run(
        context -> {
          HttpClient client = part(context, HttpClient.class);
          ClientsTest.post(client, peer.uri("/"));
          ClientsTest.post(client, peer.uri("/"));
          peer.wireMock()
              .verify(sent, anyRequestedFor(anyUrl()).withCookie("user", equalTo("one")));
        });
  }

  @Test
  void stockSocketsKeepTheBeansAndTheCalls() {
    trusting(stores.trust())
        .withPropertyValues(
            "reprise.resumption-enabled=false", "reprise.clients.bank.resumption-enabled=true")
        .run(
            context -> {
              call(context, peer.uri("/answer"), 2);
              call(context, peer.uri("/kept"), 2);
              assertThat(statistics(context, "default").peers()).isEmpty();
              assertThat(part(context, ResumingSslSocketFactory.class).createSocket())
                  .isNotInstanceOf(ResumingSslSocket.class);
              ClientsTest.post(part(context, "bank", HttpClient.class), peer.uri("/answer"));
              assertThat(statistics(context, "bank").total().full()).isEqualTo(1);
            });
  }

  @Test
  void aCustomizerOfALaterAutoConfigurationIsAskedToo() {
    trusting(stores.trust())
        .withConfiguration(AutoConfigurations.of(Later.class))
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              peer.wireMock()
                  .verify(1, anyRequestedFor(anyUrl()).withHeader("User-Agent", equalTo("late")));
            });
  }

  @AutoConfiguration(afterName = "dev.reprise.spring.autoconfigure.RepriseAutoConfiguration")
  static class Later {
    @Bean
    HttpClientCustomizer late() {
      return (client, builder) -> builder.setUserAgent("late");
    }
  }
}
