package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.update;
import static dev.reprise.spring.WithBoot.FIVE;
import static dev.reprise.spring.WithBoot.FOUR;
import static dev.reprise.spring.WithBoot.MOCKS;
import static dev.reprise.spring.WithBoot.REACTOR;
import static dev.reprise.spring.WithBoot.callByTemplate;
import static dev.reprise.spring.WithBoot.callByWebClient;
import static dev.reprise.spring.WithBoot.restClient;
import static dev.reprise.spring.WithBoot.statistics;
import static dev.reprise.spring.WithBoot.trusting;
import static dev.reprise.spring.WithBoot.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.spring.WithBoot.Library;
import dev.reprise.spring.autoconfigure.RepriseBuildersAutoConfiguration;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.http.client.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ClientHttpRequestFactorySettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** HttpClient 5, Reactor Netty and java.net.http, where the application has no HttpClient 4.5. */
@EnabledIf("dev.reprise.spring.WithBoot#isThere")
public class WithOtherClientsTest extends AgainstPeer {

  private static final int CALLS = 4;

  private URI uri() {
    return peer.uri("/answer");
  }

  /** What was resumed last by an engine is known when its lane is next looked at. */
  private static void assertResumed(ApplicationContext context) {
    context.getBean(RepriseClient.class).sslContext().laneCounts();
    assertThat(statistics(context).total().full()).isEqualTo(1);
    assertThat(statistics(context).total().resumed()).isBetween(CALLS - 2L, CALLS - 1L);
    assertThat(statistics(context).total().failed()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void clientsOfBootsBuildersResume(Library library) {
    for (Consumer<ApplicationContext> calls :
        List.<Consumer<ApplicationContext>>of(
            context -> WithBoot.call(restClient(context), uri(), CALLS),
            context -> callByTemplate(context, uri(), CALLS),
            context -> call(context, uri(), CALLS),
            context -> callByWebClient(context, uri(), CALLS))) {
      trusting(library.runner(), stores)
          .run(
              context -> {
                calls.accept(context);
                assertResumed(context);
              });
    }
  }

  @Test
  void aNamedClientShowsItsCertificate() {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      trusting(Library.HTTPCLIENT5.runner(), stores)
          .withPropertyValues(stores.key("reprise.clients.bank"))
          .run(
              context -> {
                ClientHttpRequestFactory requests =
                    part(context, "bank", ClientHttpRequestFactory.class);
                assertThat(requests).isInstanceOf(HttpComponentsClientHttpRequestFactory.class);
                RestClient bank = RestClient.builder().requestFactory(requests).build();
                WithBoot.call(bank, strict.uri("/answer"), CALLS);
                RepriseClient client = context.getBean(RepriseClients.class).get("bank");
                assertThat(client.statistics().total().resumed()).isEqualTo(CALLS - 1);
                assertThatThrownBy(
                        () -> WithBoot.call(restClient(context), strict.uri("/answer"), 1))
                    .isInstanceOf(Exception.class);
              });
    }
  }

  private static RestClient over(ApplicationContext context) {
    return RestClient.builder()
        .requestFactory(part(context, ClientHttpRequestFactory.class))
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "httpclient5"})
  void noPropertyOfBootsChooses(String kind) {
    trusting(without(MOCKS), stores)
        .withPropertyValues("reprise.http-client=" + kind, "spring.http.client.factory=jdk")
        .run(
            context -> {
              assertThat(part(context, ClientHttpRequestFactory.class))
                  .isInstanceOf(HttpComponentsClientHttpRequestFactory.class);
              WithBoot.call(over(context), uri(), CALLS);
              assertResumed(context);
            });
  }

  @Test
  void aBuilderOfTheApplicationsMayCallThroughAClientOfOurs() {
    trusting(without(MOCKS), stores)
        .withUserConfiguration(Lending.class)
        .run(
            context -> {
              WithBoot.call(restClient(context), uri(), CALLS);
              assertResumed(context);
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Lending {
    @Bean
    ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> lent(RepriseClients clients) {
      ClientHttpRequestFactory factory = clients.get("default", ClientHttpRequestFactory.class);
      return settings -> factory;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"httpclient4", "http-client4", "HTTPCLIENT_4 "})
  void httpClient4CanStillBeChosen(String spelling) {
    trusting(without(), stores)
        .withPropertyValues("reprise.http-client=" + spelling)
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(RepriseBuildersAutoConfiguration.class);
              call(context, uri(), CALLS);
              assertResumed(context);
              assertThat(part(context, WebServiceMessageSender.class))
                  .isInstanceOf(HttpComponentsMessageSender.class);
            });
  }

  /** A client of java.net.http has a thread, until it is collected. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void asManyThreadsAreLeftAsThereAreClients(boolean enabled) {
    List<Object> clients = new ArrayList<>();
    Library.JDK
        .runner()
        .withPropertyValues("reprise.enabled=" + enabled)
        .run(
            context -> {
              Set<Thread> others = threads();
              for (int i = 0; i < 10; i++) {
                clients.add(context.getBean(ClientHttpRequestFactoryBuilder.class).build());
              }
              // What is ended takes a moment to end.
              await()
                  .untilAsserted(
                      () -> {
                        Set<Thread> threads = threads();
                        threads.removeAll(others);
                        assertThat(threads)
                            .filteredOn(each -> each.getName().contains("SelectorManager"))
                            .hasSize(clients.size());
                      });
            });
  }

  private static Set<Thread> threads() {
    return new HashSet<>(Thread.getAllStackTraces().keySet());
  }

  @Test
  void whatIsNotThereCannotBeChosen() {
    without(FIVE)
        .withPropertyValues("reprise.http-client=httpclient5")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "reprise.http-client: it is httpclient5, but that library or something it"
                            + " needs is not on the class path. Add"
                            + " org.apache.httpcomponents.client5:httpclient5 5.4 or later"));
  }

  /** Nor does it depend on the class path whether a client key is shown. */
  @ParameterizedTest
  @EnumSource
  void noClientOfBootsHasTheTrustUnderReprise(Library library) {
    for (ApplicationContextRunner runner :
        List.of(library.runner(), without(MOCKS), without(FIVE, MOCKS))) {
      runner
          .withPropertyValues(
              "reprise.ssl.trust-store=" + stores.trust(),
              "reprise.ssl.trust-store-password=" + Stores.PASSWORD)
          .withPropertyValues(stores.key("reprise"))
          .run(
              context -> {
                assertThatThrownBy(() -> WithBoot.call(restClient(context), uri(), 1))
                    .hasStackTraceContaining("PKIX");
                if (library == Library.HTTPCLIENT5) {
                  WithBoot.call(over(context), uri(), 1);
                }
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBundleOfBootsCounts(Library library) {
    library
        .runner()
        .withPropertyValues(stores.bundle())
        .withPropertyValues(
            "spring.http.client.ssl.bundle=partner",
            "reprise.ssl.trust-store="
                + Path.of(System.getProperty("java.home"), "lib", "security", "cacerts"))
        .run(
            context -> {
              // The last one is known to be resumed when there is another.
              WithBoot.call(restClient(context), uri(), CALLS + 1);
              assertThat(statistics(context).total().full()).isEqualTo(1);
              assertThat(statistics(context).total().resumed()).isGreaterThanOrEqualTo(CALLS - 1);
            });
  }

  /** As without Reprise; a client of Reprise follows its bundle. */
  @ParameterizedTest
  @EnumSource
  void whatIsBuiltHasTheBundleThatItWasBuiltBy(Library library) {
    library
        .runner()
        .withPropertyValues("spring.http.client.ssl.bundle=partner")
        .withBean(
            SslBundleRegistrar.class,
            () -> all -> all.registerBundle("partner", Stores.bundle(Stores.ca().certificatePem())))
        .run(
            context -> {
              RestClient client = restClient(context);
              SslBundle changed = Stores.bundle(Stores.client().certificatePem());
              update(context, changed);
              WithBoot.call(client, uri(), 1);
              ClientHttpRequestFactoryBuilder<?> builder =
                  context.getBean(ClientHttpRequestFactoryBuilder.class);
              ClientHttpRequestFactory later =
                  builder.build(ClientHttpRequestFactorySettings.ofSslBundle(changed));
              assertThatThrownBy(
                      () ->
                          WithBoot.call(
                              RestClient.builder().requestFactory(later).build(), uri(), 1))
                  .hasStackTraceContaining("PKIX");
            });
  }

  @Test
  void aStrategyOfTheApplicationWins() {
    trusting(without(FOUR), stores)
        .withBean(OwnStrategy.class)
        .run(
            context -> {
              assertThatThrownBy(() -> WithBoot.call(restClient(context), uri(), 1))
                  .hasStackTraceContaining("the application's own");
              assertThat(statistics(context).total().full()).isZero();
            });
  }

  static class OwnStrategy
      implements ClientHttpRequestFactoryBuilderCustomizer<
          HttpComponentsClientHttpRequestFactoryBuilder> {
    @Override
    public HttpComponentsClientHttpRequestFactoryBuilder customize(
        HttpComponentsClientHttpRequestFactoryBuilder builder) {
      return builder.withTlsSocketStrategyFactory(
          bundle ->
              (socket, target, port, attachment, context) -> {
                throw new java.io.IOException("the application's own");
              });
    }
  }

  @Test
  void aContextOfTheApplicationWins() {
    trusting(without(FOUR, FIVE, REACTOR), stores)
        .withBean(OwnContext.class)
        .run(
            context -> {
              assertThatThrownBy(() -> WithBoot.call(restClient(context), uri(), 1))
                  .hasStackTraceContaining("PKIX");
              assertThat(statistics(context).total().failed()).isZero();
            });
  }

  static class OwnContext
      implements ClientHttpRequestFactoryBuilderCustomizer<JdkClientHttpRequestFactoryBuilder> {
    @Override
    public JdkClientHttpRequestFactoryBuilder customize(
        JdkClientHttpRequestFactoryBuilder builder) {
      return builder.withHttpClientCustomizer(client -> client.sslContext(own()));
    }

    private static javax.net.ssl.SSLContext own() {
      try {
        javax.net.ssl.SSLContext context = javax.net.ssl.SSLContext.getInstance("TLS");
        context.init(null, null, null);
        return context;
      } catch (java.security.GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void bootsBuildersCanBeLeftAlone() {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Whole.class)
            .web(WebApplicationType.NONE)
            .run(
                "--spring.autoconfigure.exclude="
                    + "dev.reprise.spring.autoconfigure.RepriseBuildersAutoConfiguration")) {
      assertThat(context.getBean(ClientHttpRequestFactoryBuilder.class))
          .isInstanceOf(HttpComponentsClientHttpRequestFactoryBuilder.class);
      assertThat(context.getBean(RepriseClients.class).names()).containsExactly("default");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Whole {}
}
