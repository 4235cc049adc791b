package dev.reprise.spring;

import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import javax.net.ssl.SSLSocketFactory;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.Configurable;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** Several providers in one application: clients by name. */
class ClientsTest {

  @TempDir Path directory;
  private Stores stores;

  @BeforeEach
  void makeStores() {
    stores = new Stores(directory);
  }

  static void post(HttpClient client, URI uri) throws Exception {
    try (CloseableHttpResponse response =
        ((CloseableHttpClient) client).execute(new HttpPost(uri))) {
      assertThat(EntityUtils.toString(response.getEntity())).contains("pong");
    }
  }

  private static HttpClient client(ApplicationContext context, String name) {
    return context.getBean(name, HttpClient.class);
  }

  private static int readTimeout(ApplicationContext context, String client) {
    return ((Configurable) client(context, client)).getConfig().getSocketTimeout();
  }

  @Test
  void eachClientHasBeansOfItsNameAndQualifier() {
    runner()
        .withPropertyValues("reprise.clients.parcel-service.timeouts.read=3s")
        .withBean(UsesParcelService.class)
        .run(
            context -> {
              UsesParcelService user = context.getBean(UsesParcelService.class);
              assertThat(user.client).isSameAs(context.getBean("parcelServiceHttpClient"));
              assertThat(user.manager).isSameAs(context.getBean("parcelServiceConnectionManager"));
              assertThat(user.sockets).isSameAs(context.getBean("parcelServiceSslSocketFactory"));
              assertThat(user.sender).isSameAs(context.getBean("parcelServiceMessageSender"));
              assertThat(user.requests).isSameAs(context.getBean("parcelServiceRequestFactory"));
              assertThat(user.reprise).isSameAs(context.getBean("parcelServiceRepriseClient"));
              assertThat(user.reprise.name()).isEqualTo("parcel-service");
              assertThat(user.sockets.settings().name())
                  .as("what lines of the log begin with")
                  .isEqualTo("parcel-service");
            });
  }

  record UsesParcelService(
      @Qualifier("parcel-service") CloseableHttpClient client,
      @Qualifier("parcel-service") ResumingConnectionManager manager,
      @Qualifier("parcel-service") ResumingSslSocketFactory sockets,
      @Qualifier("parcel-service") WebServiceMessageSender sender,
      @Qualifier("parcel-service") ClientHttpRequestFactory requests,
      @Qualifier("parcel-service") RepriseClient reprise) {}

  @Test
  void theDefaultClientHasAQualifierToo() {
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.read=3s")
        .withBean(UsesQualifiedDefault.class)
        .run(
            context -> {
              UsesQualifiedDefault user = context.getBean(UsesQualifiedDefault.class);
              assertThat(user.client).isSameAs(context.getBean("repriseHttpClient"));
              assertThat(user.manager).isSameAs(context.getBean("repriseConnectionManager"));
              assertThat(user.sockets).isSameAs(context.getBean("repriseSslSocketFactory"));
              assertThat(user.sender).isSameAs(context.getBean("repriseMessageSender"));
              assertThat(user.requests).isSameAs(context.getBean("repriseRequestFactory"));
              assertThat(user.reprise).isSameAs(context.getBean("repriseClient"));
            });
  }

  /** The application's bean of a client's name has the qualifiers that it gives itself. */
  @Test
  void aBeanOfTheApplicationIsNotQualifiedByItsName() {
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.read=3s")
        .withUserConfiguration(OwnDefault.class)
        .withBean(UsesDefaultClient.class)
        .run(context -> assertThat(context).hasFailed());
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnDefault {

    @Bean
    CloseableHttpClient repriseHttpClient() {
      return HttpClients.createMinimal();
    }
  }

  record UsesDefaultClient(@Qualifier("default") CloseableHttpClient client) {}

  record UsesQualifiedDefault(
      @Qualifier("default") CloseableHttpClient client,
      @Qualifier("default") ResumingConnectionManager manager,
      @Qualifier("default") ResumingSslSocketFactory sockets,
      @Qualifier("default") WebServiceMessageSender sender,
      @Qualifier("default") ClientHttpRequestFactory requests,
      @Qualifier("default") RepriseClient reprise) {}

  @Test
  void theNameOfABeanIsAQualifierToo() {
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.read=3s")
        .withBean(UsesBankByName.class)
        .run(
            context -> {
              UsesBankByName user = context.getBean(UsesBankByName.class);
              assertThat(user.client).isSameAs(context.getBean("bankHttpClient"));
              assertThat(user.sender).isSameAs(context.getBean("bankMessageSender"));
            });
  }

  record UsesBankByName(
      @Qualifier("bankHttpClient") HttpClient client,
      @Qualifier("bankMessageSender") WebServiceMessageSender sender) {}

  @Test
  void theNameOfAParameterIsTheBeanOfThatName() {
    runner()
        .withPropertyValues(
            "reprise.clients.bank.timeouts.read=3s", "reprise.clients.post.timeouts.read=3s")
        .withBean(UsesNames.class)
        .run(
            context -> {
              UsesNames user = context.getBean(UsesNames.class);
              assertThat(user.bankMessageSender).isSameAs(context.getBean("bankMessageSender"));
              assertThat(user.postHttpClient).isSameAs(context.getBean("postHttpClient"));
              assertThat(user.repriseHttpClient).isSameAs(context.getBean("repriseHttpClient"));
              assertThat(user.bankRepriseClient.name()).isEqualTo("bank");
            });
  }

  record UsesNames(
      WebServiceMessageSender bankMessageSender,
      HttpClient postHttpClient,
      HttpClient repriseHttpClient,
      RepriseClient bankRepriseClient) {}

  @Test
  void byTypeAloneTheDefaultClientIsMeantWhereItIsTheOnlyOne() {
    runner()
        .withBean(UsesDefault.class)
        .run(
            context -> {
              UsesDefault user = context.getBean(UsesDefault.class);
              assertThat(user.client).isSameAs(context.getBean("repriseHttpClient"));
              assertThat(user.manager).isSameAs(context.getBean("repriseConnectionManager"));
              assertThat(user.sockets).isSameAs(context.getBean("repriseSslSocketFactory"));
              assertThat(user.requests).isSameAs(context.getBean("repriseRequestFactory"));
              assertThat(user.reprise).isSameAs(context.getBean("repriseClient"));
            });
  }

  @Test
  void withNamedClientsATypeAloneMeansNone() {
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.read=3s")
        .withBean(UsesDefault.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasMessageContaining("repriseHttpClient,bankHttpClient"));
  }

  record UsesDefault(
      HttpClient client,
      ResumingConnectionManager manager,
      SSLSocketFactory sockets,
      ClientHttpRequestFactory requests,
      RepriseClient reprise) {}

  @Test
  void theRegistryHasEveryClientAndItsBeans() {
    runner()
        .withPropertyValues("reprise.clients.parcel-service.timeouts.read=3s")
        .run(
            context -> {
              RepriseClients clients = context.getBean(RepriseClients.class);
              assertThat(clients.names()).containsExactly("default", "parcel-service");
              assertThat(clients.get("parcel-service"))
                  .isSameAs(context.getBean("parcelServiceRepriseClient"));
              assertThat(clients.get("default").name()).isEqualTo("default");
              assertThat(clients.get("parcel-service", WebServiceMessageSender.class))
                  .isSameAs(context.getBean("parcelServiceMessageSender"));
              assertThat(clients.get("default", HttpClient.class))
                  .isSameAs(context.getBean("repriseHttpClient"));
              assertThatThrownBy(() -> clients.get("bank"))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("no client 'bank'; there are [default, parcel-service]");
              assertThatThrownBy(() -> clients.get("parcel-service", String.class))
                  .hasMessageContaining("org.apache.http.impl.client.CloseableHttpClient");
              assertThatThrownBy(() -> clients.get("default", String.class))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("has no bean of java.lang.String; it has [")
                  .hasMessageContaining("org.apache.http.impl.client.CloseableHttpClient")
                  .hasMessageContaining("dev.reprise.spring.RepriseClient");
            });
  }

  @Test
  void aBeanOfTheApplicationIsMeantWhereThereIsOne() {
    CloseableHttpClient own = HttpClients.createMinimal();
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.read=3s")
        .withBean("other", CloseableHttpClient.class, () -> own)
        .withBean(BackOffTest.NeedsClient.class)
        .run(
            context ->
                assertThat(context.getBean(BackOffTest.NeedsClient.class).client()).isSameAs(own));
  }

  @Test
  void whatIsNotSetIsInherited() {
    runner()
        .withPropertyValues(
            "reprise.timeouts.read=7s",
            "reprise.pool.max-total=9",
            "reprise.clients.bank.timeouts.read=3s",
            "reprise.clients.post.timeouts.connect=1s")
        .run(
            context -> {
              assertThat(readTimeout(context, "repriseHttpClient")).isEqualTo(7_000);
              assertThat(readTimeout(context, "bankHttpClient")).isEqualTo(3_000);
              assertThat(readTimeout(context, "postHttpClient")).isEqualTo(7_000);
              assertThat(
                      context
                          .getBean("bankConnectionManager", ResumingConnectionManager.class)
                          .getMaxTotal())
                  .isEqualTo(9);
            });
  }

  @Test
  void everyClientHasSessionsTrustAndStatisticsOfItsOwn() {
    try (SoapPeer peer = SoapPeer.start(stores);
        SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      runner()
          .withPropertyValues(
              "reprise.clients.bank.tls.trust-store.location=" + stores.trust(),
              "reprise.clients.bank.tls.trust-store.password=" + Stores.PASSWORD,
              "reprise.clients.bank.tls.key-store.location=" + stores.clientKey(),
              "reprise.clients.bank.tls.key-store.password=" + Stores.PASSWORD,
              "reprise.clients.post.tls.trust-store.location=" + stores.trust(),
              "reprise.clients.post.tls.trust-store.password=" + Stores.PASSWORD)
          .run(
              context -> {
                for (int i = 0; i < 3; i++) {
                  post(client(context, "bankHttpClient"), strict.uri("/answer"));
                }
                post(client(context, "postHttpClient"), peer.uri("/answer"));
                assertThatThrownBy(
                        () -> post(client(context, "postHttpClient"), strict.uri("/answer")))
                    .isInstanceOf(IOException.class);
                assertThatThrownBy(
                        () -> post(client(context, "repriseHttpClient"), peer.uri("/answer")))
                    .hasMessageContaining("PKIX");

                TlsStatistics bank =
                    context.getBean("bankRepriseClient", RepriseClient.class).statistics();
                TlsStatistics post =
                    context.getBean("postRepriseClient", RepriseClient.class).statistics();
                assertThat(bank.total().full()).isEqualTo(1);
                assertThat(bank.total().resumed()).isEqualTo(2);
                assertThat(post.peers()).hasSize(2);
                TlsStatistics own = context.getBean(TlsStatistics.class);
                assertThat(own.total().full()).isZero();
                assertThat(own.total().failed()).isEqualTo(1);
              });
    }
  }

  @Test
  void aStoreIsInheritedWholeOrNotAtAll() {
    try (SoapPeer peer = SoapPeer.start(stores)) {
      trusting(stores.trust())
          .withPropertyValues(
              "reprise.clients.bank.timeouts.read=3s",
              "reprise.clients.jdk.tls.trust-store.location=")
          .run(
              context -> {
                post(client(context, "bankHttpClient"), peer.uri("/answer"));
                assertThatThrownBy(
                        () -> post(client(context, "jdkHttpClient"), peer.uri("/answer")))
                    .hasMessageContaining("PKIX");
              });
    }
  }

  @Test
  void aBundleReplacesInheritedStoresAndStoresAnInheritedBundle() {
    String[] bundle = {
      "spring.ssl.bundle.jks.partner.truststore.location=file:" + stores.trust(),
      "spring.ssl.bundle.jks.partner.truststore.password=" + Stores.PASSWORD
    };
    try (SoapPeer peer = SoapPeer.start(stores)) {
      trusting(stores.trust("other.jks", "JKS"))
          .withPropertyValues(bundle)
          .withPropertyValues("reprise.clients.bank.tls.bundle=partner")
          .run(context -> post(client(context, "bankHttpClient"), peer.uri("/answer")));
      runner()
          .withPropertyValues(bundle)
          .withPropertyValues(
              "reprise.tls.bundle=partner",
              "reprise.clients.bank.tls.trust-store.location=" + stores.trust(),
              "reprise.clients.bank.tls.trust-store.password=" + Stores.PASSWORD)
          .run(context -> post(client(context, "bankHttpClient"), peer.uri("/answer")));
    }
  }

  @Test
  void aProxyIsInheritedWholeOrNotAtAll() {
    try (SoapPeer peer = SoapPeer.start(stores)) {
      trusting(stores.trust())
          .withPropertyValues(
              "reprise.proxy.host=proxy.invalid",
              "reprise.proxy.port=3128",
              "reprise.clients.direct.proxy.host=")
          .run(
              context -> {
                post(client(context, "directHttpClient"), peer.uri("/answer"));
                assertThatThrownBy(
                        () -> post(client(context, "repriseHttpClient"), peer.uri("/answer")))
                    .hasMessageContaining("proxy.invalid");
              });
    }
  }

  @Test
  void aMessageSenderServesAWebServiceTemplate() {
    try (SoapPeer peer = SoapPeer.start(stores)) {
      trusting(stores.trust())
          .withPropertyValues("reprise.clients.bank.timeouts.read=3s")
          .run(
              context -> {
                WebServiceTemplate template = new WebServiceTemplate();
                template.setMessageSender(
                    context.getBean("bankMessageSender", WebServiceMessageSender.class));
                StringResult result = new StringResult();
                template.sendSourceAndReceiveToResult(
                    peer.uri("/answer").toString(),
                    new StringSource("<ping xmlns='urn:test'/>"),
                    result);
                assertThat(result.toString()).contains("pong");
              });
    }
  }

  @Test
  void aBeanOfTheApplicationOfTheNameWins() {
    HttpClient own = mock(HttpClient.class);
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.read=3s")
        .withBean("bankHttpClient", HttpClient.class, () -> own)
        .run(
            context -> {
              assertThat(context.getBean("bankHttpClient")).isSameAs(own);
              assertThat(context).hasBean("bankMessageSender").hasBean("bankConnectionManager");
            });
  }

  @Test
  void withoutHttpClientTheSocketFactoriesAreThere() {
    runner()
        .withClassLoader(new FilteredClassLoader("org.apache.http"))
        .withPropertyValues("reprise.clients.bank.tls.protocols=TLSv1.2")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasBean("bankSslSocketFactory")
                    .doesNotHaveBean("bankHttpClient"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bank", "bank_", "9bank", "bank-", "default", "reprise"})
  void aNameThatIsNoneIsRefused(String name) {
    runner()
        .withPropertyValues("reprise.clients." + name + ".timeouts.read=3s")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOf(RepriseConfigurationException.class)
                    .hasMessageStartingWith("reprise.clients." + name + ": '" + name + "' "));
  }

  @Test
  void aBadValueOfAClientIsNamedInFull() {
    runner()
        .withPropertyValues("reprise.clients.bank.timeouts.read=-3s")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageStartingWith(
                        "reprise.clients.bank.timeouts.read: -3s is not within"));
  }
}
