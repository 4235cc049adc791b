package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.HttpClient5Customizer;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.HttpClientKind;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.spring.tls.Clients;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;

/**
 * What clients call through. There are no beans but of Reprise's own types, save what gives Boot's
 * {@code WebServiceTemplateBuilder} its default sender: a sender set on the builder, or the
 * application's own builder or (from Boot 3.4) WebServiceMessageSenderFactory, wins.
 */
@AutoConfiguration(
    afterName = "dev.reprise.spring.tls.RepriseTlsAutoConfiguration",
    beforeName = {
      "org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration",
      "org.springframework.boot.webservices.autoconfigure.client.WebServiceTemplateAutoConfiguration"
    })
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@ConditionalOnBean(value = RepriseClients.class, search = SearchStrategy.CURRENT)
public class RepriseHttpAutoConfiguration {

  private static final String SENDER =
      "org.springframework.ws.transport.http.ClientHttpRequestMessageSender";
  private static final String SENDER_FACTORY =
      "org.springframework.boot.webservices.client.WebServiceMessageSenderFactory";

  @Bean
  HttpClientKind repriseHttpClientKind(
      ConfigurableListableBeanFactory beans, Environment environment) {
    return HttpClientKind.inForce(environment, beans.getBeanClassLoader());
  }

  @Bean
  Unserved repriseUnserved(
      ConfigurableListableBeanFactory beans, Clients clients, HttpClientKind kind) {
    return new Unserved(beans, clients, kind);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.apache.http.impl.client.CloseableHttpClient")
  static class HttpClient4Configuration {

    @Bean
    HttpClientFactory repriseHttpClientFactory(
        ResourceLoader resources,
        ObjectProvider<HttpClientCustomizer> customizers,
        Environment environment) {
      return new HttpClientFactory(resources, customizers, environment);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name = {
        "org.apache.hc.client5.http.ssl.TlsSocketStrategy",
        "org.apache.hc.client5.http.impl.classic.HttpClients"
      })
  static class HttpClient5Configuration {

    @Bean
    HttpClient5Factory repriseHttpClient5Factory(
        ObjectProvider<HttpClient5Customizer> customizers, Environment environment) {
      return new HttpClient5Factory(customizers, environment);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Conditional(OnCalling.class)
  @ConditionalOnClass(name = "org.springframework.http.client.ClientHttpRequestFactory")
  static class RequestConfiguration {

    @Bean
    RequestParts repriseRequestParts(
        HttpClientKind kind, BeanFactory beans, Environment environment) {
      return new RequestParts(kind, beans, environment);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder")
  static class BootClientsConfiguration {

    @Bean
    BootClients repriseBootClients(
        ConfigurableListableBeanFactory beans,
        ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder,
        Environment environment) {
      return new BootClients(new BootBuilders(beans, () -> null), builder, environment);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Conditional(OnCalling.class)
  @ConditionalOnClass(name = SENDER)
  static class SenderConfiguration {

    @Bean
    SenderParts repriseSenderParts(HttpClientKind kind) {
      return new SenderParts(kind);
    }

    private static WebServiceMessageSender sender(RepriseClients clients) {
      return clients.get(ClientNames.DEFAULT, WebServiceMessageSender.class);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = SENDER_FACTORY)
    static class FactoryConfiguration {

      @Bean
      @ConditionalOnMissingBean
      WebServiceMessageSenderFactory repriseWebServiceMessageSenderFactory(RepriseClients clients) {
        return () -> sender(clients);
      }
    }

    /** Before Boot 3.4 the builder itself has to know the sender. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
        name = "org.springframework.boot.webservices.client.WebServiceTemplateBuilder")
    @ConditionalOnMissingClass(SENDER_FACTORY)
    static class BuilderConfiguration {

      @Bean
      @ConditionalOnMissingBean
      WebServiceTemplateBuilder webServiceTemplateBuilder(
          RepriseClients clients, ObjectProvider<WebServiceTemplateCustomizer> customizers) {
        WebServiceMessageSender sender = sender(clients);
        return new WebServiceTemplateBuilder()
            .detectHttpMessageSender(false)
            .additionalMessageSenders(sender)
            .additionalCustomizers(template -> askLast(template, sender))
            .additionalCustomizers(
                customizers.orderedStream().toArray(WebServiceTemplateCustomizer[]::new));
      }

      /** Behind those that the application has added. */
      private static void askLast(WebServiceTemplate template, WebServiceMessageSender sender) {
        List<WebServiceMessageSender> senders =
            new ArrayList<>(Arrays.asList(template.getMessageSenders()));
        if (senders.remove(sender)) {
          senders.add(sender);
          template.setMessageSenders(senders.toArray(new WebServiceMessageSender[0]));
        }
      }
    }
  }
}
