package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.template;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsStatistics;
import javax.net.ssl.SSLSocketFactory;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;

/** What the application says wins; what it does not have is done without. */
class BackOffTest extends WithStores {

  private static WebServiceMessageSender[] senders(ApplicationContext context) {
    return template(context).getMessageSenders();
  }

  private static void assertReprise(ApplicationContext context, WebServiceTemplate template) {
    assertThat(template.getMessageSenders())
        .singleElement()
        .isInstanceOfSatisfying(
            HttpComponentsMessageSender.class,
            sender -> assertThat(sender.getHttpClient()).isSameAs(part(context, HttpClient.class)));
  }

  @Test
  void theSenderOfTheApplicationWins() {
    WebServiceMessageSender own = new HttpUrlConnectionMessageSender();
    runner()
        .run(
            context -> {
              assertReprise(context, template(context));
              WebServiceTemplateBuilder builder = context.getBean(WebServiceTemplateBuilder.class);
              assertThat(builder.messageSenders(own).build().getMessageSenders())
                  .containsExactly(own);
              assertThat(builder.httpMessageSenderFactory(() -> own).build().getMessageSenders())
                  .containsExactly(own);
              assertThat(builder.additionalMessageSenders(own).build().getMessageSenders())
                  .as("one that is added comes before Reprise")
                  .hasSize(2)
                  .startsWith(own)
                  .hasAtLeastOneElementOfType(HttpComponentsMessageSender.class);
            });
    runner()
        .withBean(
            WebServiceTemplateCustomizer.class, () -> template -> template.setMessageSender(own))
        .run(context -> assertThat(senders(context)).containsExactly(own));
    runner()
        .withBean(WebServiceMessageSenderFactory.class, () -> () -> own)
        .run(context -> assertThat(senders(context)).containsExactly(own));
  }

  @Test
  void customizersOnTheBuilderKeepReprise() {
    runner()
        .run(
            context ->
                assertReprise(
                    context,
                    context
                        .getBean(WebServiceTemplateBuilder.class)
                        .customizers(template -> template.setDefaultUri("https://localhost/"))
                        .build()));
  }

  @Test
  void aBuilderOfTheApplicationWins() {
    runner()
        .withBean(
            WebServiceTemplateBuilder.class,
            () -> new WebServiceTemplateBuilder().detectHttpMessageSender(false))
        .run(
            context ->
                assertThat(senders(context))
                    .singleElement()
                    .isNotInstanceOf(HttpComponentsMessageSender.class));
  }

  /** Whatever Boot's binder takes as false, also for whoever has a registry of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"false", "Off", "no", "0"})
  void disabledLeavesNothing(String value) {
    ApplicationContextRunner disabled =
        runner()
            .withInitializer(
                context ->
                    TestPropertyValues.of("REPRISE_ENABLED=" + value)
                        .applyTo(
                            context.getEnvironment(),
                            TestPropertyValues.Type.SYSTEM_ENVIRONMENT,
                            "test"));
    disabled
        .withBean(RepriseClients.class, () -> mock(RepriseClients.class))
        .run(context -> assertThat(context).doesNotHaveBean("repriseBootBuilders"));
    disabled.run(
        context -> {
          assertThat(context)
              .doesNotHaveBean(TlsStatistics.class)
              .doesNotHaveBean(RepriseClients.class)
              .doesNotHaveBean(RepriseProperties.class);
          assertThat(senders(context))
              .singleElement()
              .isNotInstanceOf(HttpComponentsMessageSender.class);
        });
  }

  @Test
  void statisticsAndListenersOfTheApplicationListen() {
    TlsStatistics own = new TlsStatistics();
    TlsStatistics heard = new TlsStatistics();
    TlsStatistics audit = new TlsStatistics();
    try (SoapPeer peer = SoapPeer.start(stores)) {
      trusting(stores.trust())
          .withBean(TlsStatistics.class, () -> own)
          .withBean(ClientListeners.class, () -> client -> forwarding(heard))
          .withBean("audit", TlsListener.class, () -> forwarding(audit))
          .run(
              context -> {
                call(context, peer.uri("/answer"), 2);
                assertThat(context).getBean(TlsStatistics.class).isSameAs(own);
                assertThat(own.total().full()).isEqualTo(1);
                assertThat(own.total().resumed()).isEqualTo(1);
                assertThat(heard.total().resumed()).isEqualTo(1);
                assertThat(audit.total().resumed()).isEqualTo(1);
              });
    }
  }

  private static TlsListener forwarding(TlsStatistics statistics) {
    return new TlsListener() {
      @Override
      public void handshakeCompleted(Handshake event) {
        statistics.handshakeCompleted(event);
      }
    };
  }

  @Test
  void beansForOtherThingsStayWhatTheyWere() {
    CloseableHttpClient client = HttpClients.createMinimal();
    SSLSocketFactory sockets = (SSLSocketFactory) SSLSocketFactory.getDefault();
    runner()
        .withBean(CloseableHttpClient.class, () -> client)
        .withBean(SSLSocketFactory.class, () -> sockets)
        .withBean(Needs.class)
        .run(
            context -> {
              assertThat(context).getBean(Needs.class).isEqualTo(new Needs(client, sockets));
              assertReprise(context, template(context));
            });
  }

  record Needs(CloseableHttpClient client, SSLSocketFactory sockets) {}

  @Test
  void withoutSpringWsTheOtherBeansAreThere() {
    without("org.springframework.ws")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(WebServiceMessageSenderFactory.class)
                    .hasSingleBean(RepriseClients.class));
  }

  @Test
  void withoutSslBundlesStoresServe() {
    trusting(stores.trust())
        .withClassLoader(new FilteredClassLoader(SslBundles.class))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RepriseClient.class));
  }

  private static ApplicationContextRunner without(String... packages) {
    return runner().withClassLoader(new FilteredClassLoader(packages));
  }

  @Test
  void closingTheContextClosesTheConnections() {
    try (SoapPeer peer = SoapPeer.start(stores)) {
      ResumingConnectionManager[] manager = new ResumingConnectionManager[1];
      trusting(stores.trust())
          .run(
              context -> {
                call(context, peer.uri("/kept"), 1);
                manager[0] = part(context, ResumingConnectionManager.class);
                assertThat(manager[0].getTotalStats().getAvailable()).isEqualTo(1);
              });
      assertThat(manager[0].getTotalStats().getAvailable()).isZero();
    }
  }

  /** A name like those of our own beans decides nothing. */
  @Test
  void whatTheApplicationNamesLikeOursWinsAllTheSame() {
    runner()
        .withUserConfiguration(RepriseOfTheBank.class)
        .run(
            context -> {
              assertThat(senders(context)).containsExactly(RepriseOfTheBank.OWN);
              assertThat(context)
                  .getBean(CloseableHttpClient.class)
                  .isSameAs(context.getBean("repriseHttpClient"));
            });
  }

  @Configuration("repriseOfTheBank")
  static class RepriseOfTheBank {

    static final WebServiceMessageSender OWN = new HttpUrlConnectionMessageSender();

    @Bean
    CloseableHttpClient repriseHttpClient() {
      return HttpClients.createMinimal();
    }

    @Bean
    WebServiceMessageSenderFactory repriseSendersOfTheBank() {
      return () -> OWN;
    }
  }

  @Test
  void aRegistryOfTheApplicationTakesThePlaceOfOurs() {
    RepriseClients own = mock(RepriseClients.class);
    runner()
        .withBean(RepriseClients.class, () -> own)
        .run(
            context -> {
              assertThat(context).getBean(RepriseClients.class).isSameAs(own);
              assertThat(context).doesNotHaveBean(RepriseClient.class);
              assertThat(senders(context)).isNotEmpty();
            });
  }
}
