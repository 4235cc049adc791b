package dev.reprise.spring;

import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** Several providers in one application: clients by name. */
@ExtendWith(OutputCaptureExtension.class)
class ClientsTest extends WithStores {

  static void post(HttpClient client, URI uri) throws Exception {
    try (CloseableHttpResponse response =
        ((CloseableHttpClient) client).execute(new HttpPost(uri))) {
      assertThat(EntityUtils.toString(response.getEntity())).contains("pong");
    }
  }

  private static HttpClient client(ApplicationContext context, String name) {
    return part(context, name, HttpClient.class);
  }

  @Test
  void theRegistryHasEveryClientAndWhatItIsMadeOf() {
    runner()
        .withPropertyValues("reprise.clients.parcel-service.read-timeout=3s")
        .run(
            context -> {
              RepriseClients clients = context.getBean(RepriseClients.class);
              assertThat(clients.names()).containsExactly("default", "parcel-service");
              assertThat(clients.get("default")).isSameAs(context.getBean(RepriseClient.class));
              RepriseClient parcels = clients.get("parcel-service");
              assertThat(parcels.name()).isEqualTo("parcel-service");
              assertThat(parcels.socketFactory().settings().name())
                  .as("what lines of the log begin with")
                  .isEqualTo("parcel-service");
              for (Class<?> type :
                  List.of(
                      RepriseClient.class,
                      ResumingSslSocketFactory.class,
                      SSLSocketFactory.class,
                      SSLContext.class,
                      TlsStatistics.class,
                      CloseableHttpClient.class,
                      HttpClient.class,
                      ResumingConnectionManager.class,
                      ClientHttpRequestFactory.class,
                      WebServiceMessageSender.class)) {
                Object part = clients.get("parcel-service", type);
                assertThat(part).isInstanceOf(type).isSameAs(clients.get("parcel-service", type));
                assertThat(part).isNotSameAs(clients.get("default", type));
              }
              assertThatThrownBy(() -> clients.get("bank"))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining(
                      "client 'bank': no property names it; known clients: [default, parcel-service]");
              assertThatThrownBy(() -> clients.get("default", String.class))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("has no java.lang.String; it has [")
                  .hasMessageContaining("org.apache.http.impl.client.CloseableHttpClient")
                  .hasMessageContaining("and what RepriseClient has");
            });
  }

  /** OpenFeign's clients, and Boot 4's request factory, are there if there is no such bean. */
  @Test
  void noBeanIsOfATypeOfOthers() {
    runner()
        .withPropertyValues("reprise.clients.bank.read-timeout=3s")
        .withConfiguration(AutoConfigurations.of(OfOthers.class))
        .run(
            context -> {
              assertThat(context)
                  .hasSingleBean(CloseableHttpClient.class)
                  .hasSingleBean(ClientHttpRequestFactory.class)
                  .hasSingleBean(HttpClientConnectionManager.class)
                  .hasSingleBean(SSLSocketFactory.class)
                  .doesNotHaveBean(WebServiceMessageSender.class);
              for (String name : context.getBeanDefinitionNames()) {
                BeanDefinition definition = context.getBeanFactory().getBeanDefinition(name);
                String maker = String.valueOf(definition.getFactoryBeanName());
                if (maker.startsWith("dev.reprise.spring.") && !maker.contains("ClientsTest")) {
                  assertThat(context.getType(name).getName())
                      .matches(
                          "dev\\.reprise\\..*|.*(WebServiceMessageSenderFactory|SanitizingFunction).*");
                }
              }
            });
  }

  @AutoConfiguration(afterName = "dev.reprise.spring.autoconfigure.RepriseAutoConfiguration")
  static class OfOthers {

    @Bean
    @ConditionalOnMissingBean
    CloseableHttpClient feign() {
      return HttpClients.createMinimal();
    }

    @Bean
    @ConditionalOnMissingBean
    HttpClientConnectionManager connections() {
      return new PoolingHttpClientConnectionManager();
    }

    @Bean
    @ConditionalOnMissingBean
    SSLSocketFactory sockets() {
      return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }

    @Bean
    @ConditionalOnMissingBean
    ClientHttpRequestFactory clientHttpRequestFactory() {
      return new SimpleClientHttpRequestFactory();
    }
  }

  @Test
  void everyClientHasSessionsTrustAndStatisticsOfItsOwn() {
    try (SoapPeer peer = SoapPeer.start(stores);
        SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      runner()
          .withPropertyValues(
              "reprise.clients.bank.ssl.trust-store=" + stores.trust(),
              "reprise.clients.bank.ssl.trust-store-password=" + Stores.PASSWORD,
              "reprise.clients.post.ssl.trust-store=" + stores.trust(),
              "reprise.clients.post.ssl.trust-store-password=" + Stores.PASSWORD)
          .withPropertyValues(stores.key("reprise.clients.bank"))
          .run(
              context -> {
                for (int i = 0; i < 3; i++) {
                  post(client(context, "bank"), strict.uri("/answer"));
                }
                post(client(context, "post"), peer.uri("/answer"));
                assertThatThrownBy(() -> post(client(context, "post"), strict.uri("/answer")))
                    .isInstanceOf(IOException.class);
                assertThatThrownBy(() -> post(client(context, "default"), peer.uri("/answer")))
                    .hasMessageContaining("PKIX");

                TlsStatistics bank = part(context, "bank", RepriseClient.class).statistics();
                TlsStatistics post = part(context, "post", RepriseClient.class).statistics();
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
  void aBundleReplacesInheritedStoresAndStoresAnInheritedBundle() {
    try (SoapPeer peer = SoapPeer.start(stores)) {
      trusting(stores.trust("other.jks", "JKS"))
          .withPropertyValues(stores.bundle())
          .withPropertyValues("reprise.clients.bank.ssl.bundle=partner")
          .run(context -> post(client(context, "bank"), peer.uri("/answer")));
      runner()
          .withPropertyValues(stores.bundle())
          .withPropertyValues(
              "reprise.ssl.bundle=partner",
              "reprise.clients.bank.ssl.trust-store=" + stores.trust(),
              "reprise.clients.bank.ssl.trust-store-password=" + Stores.PASSWORD)
          .run(context -> post(client(context, "bank"), peer.uri("/answer")));
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
                post(client(context, "direct"), peer.uri("/answer"));
                assertThatThrownBy(() -> post(client(context, "default"), peer.uri("/answer")))
                    .hasMessageContaining("proxy.invalid");
              });
    }
  }

  @Test
  void aMessageSenderServesAWebServiceTemplate() {
    try (SoapPeer peer = SoapPeer.start(stores)) {
      trusting(stores.trust())
          .withPropertyValues("reprise.clients.bank.read-timeout=3s")
          .run(
              context -> {
                WebServiceTemplate template = new WebServiceTemplate();
                template.setMessageSender(part(context, "bank", WebServiceMessageSender.class));
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
  void withoutHttpClientTheSocketFactoriesAreThere(CapturedOutput output) {
    runner()
        .withClassLoader(new FilteredClassLoader("org.apache.http"))
        .withPropertyValues(
            "reprise.ssl.ciphers=TLS_AES_128_GCM_SHA256",
            "reprise.clients.bank.ssl.enabled-protocols=TLSv1.3")
        .run(
            context -> {
              RepriseClients clients = context.getBean(RepriseClients.class);
              assertThat(clients.get("bank", SSLSocketFactory.class)).isNotNull();
              assertThatThrownBy(() -> clients.get("bank", HttpClient.class))
                  .hasMessageContaining("has no org.apache.http.client.HttpClient");
            });
    assertThat(output)
        .contains("Boot's sender. These properties have no effect: [reprise.ssl.ciphers]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bank", "bank_", "9bank", "bank-", "default"})
  void aNameThatIsNoneIsRefused(String name) {
    runner()
        .withPropertyValues("reprise.clients." + name + ".read-timeout=3s")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(RepriseConfigurationException.class)
                    .hasMessageStartingWith("reprise.clients." + name + ": '" + name + "' "));
  }
}
