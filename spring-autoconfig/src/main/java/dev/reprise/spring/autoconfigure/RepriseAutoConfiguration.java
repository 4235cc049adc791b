package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.HttpClient5Customizer;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.LearningConfiguration;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PartSource;
import dev.reprise.spring.http.HttpClient5Factory;
import dev.reprise.spring.http.HttpClientFactory;
import dev.reprise.tls.TlsStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.LogFactory;
import org.apache.http.client.HttpClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.ClientHttpRequestMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * Provides the clients, the HTTP libraries that they call through, and the default sender of Boot's
 * {@code WebServiceTemplateBuilder}. A sender set on the builder, or the application's own builder
 * or (from Boot 3.4) WebServiceMessageSenderFactory, wins. All other beans are of Reprise's own
 * types, and each gives way to one of the application's. A child context uses those of its parent.
 *
 * @since 0.1.0
 */
@AutoConfiguration(
    beforeName = {
      "org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration",
      "org.springframework.boot.webservices.autoconfigure.client.WebServiceTemplateAutoConfiguration"
    })
@Conditional(RepriseAutoConfiguration.Enabled.class)
@ConditionalOnMissingBean(RepriseClients.class)
@EnableConfigurationProperties(RepriseProperties.class)
@Import(LearningConfiguration.class)
public class RepriseAutoConfiguration {

  private static final String FOUR = "org.apache.http.impl.client.CloseableHttpClient";
  private static final String SENDER_FACTORY =
      "org.springframework.boot.webservices.client.WebServiceMessageSenderFactory";

  @Bean
  @ConditionalOnMissingBean
  TlsStatistics repriseTlsStatistics() {
    return new TlsStatistics();
  }

  @Bean
  Clients repriseClients(ApplicationContext context) {
    return new Clients(context);
  }

  /** The default client, which can be injected by its type. */
  @Bean
  @ConditionalOnMissingBean
  RepriseClient repriseClient(Clients clients) {
    return clients.get(RepriseClients.DEFAULT);
  }

  @Bean
  @ConditionalOnClass(name = FOUR)
  PartSource repriseHttpClientFactory(ObjectProvider<HttpClientCustomizer> customizers) {
    return new HttpClientFactory(customizers);
  }

  @Bean
  @ConditionalOnClass(
      name = {
        "org.apache.hc.client5.http.ssl.TlsSocketStrategy",
        "org.apache.hc.client5.http.impl.classic.HttpClients"
      })
  PartSource repriseHttpClient5Factory(ObjectProvider<HttpClient5Customizer> customizers) {
    return new HttpClient5Factory(customizers);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.ws.transport.http.ClientHttpRequestMessageSender")
  @Conditional(HasLibrary.class)
  static class SenderConfiguration {

    @Bean
    PartSource repriseSenders() {
      PartSource.Maker four =
          (client, clients) ->
              new HttpComponentsMessageSender(clients.get(client, HttpClient.class));
      PartSource.Maker five =
          (client, clients) ->
              new ClientHttpRequestMessageSender(
                  clients.get(client, ClientHttpRequestFactory.class));
      return inForce ->
          Map.of(WebServiceMessageSender.class, inForce == Library.HTTPCLIENT4 ? four : five);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = SENDER_FACTORY)
    static class FactoryConfiguration {

      @Bean
      @ConditionalOnMissingBean
      WebServiceMessageSenderFactory repriseWebServiceMessageSenderFactory(RepriseClients clients) {
        return () -> sender(clients);
      }

      /** What installs a default context later is not seen; Boot looks at the same time. */
      private static WebServiceMessageSender sender(RepriseClients clients) {
        if (clients.get(RepriseClients.DEFAULT).trustOrigin().equals("the JVM")
            && !Library.defaultIsOfJdk()) {
          LogFactory.getLog(RepriseAutoConfiguration.class)
              .warn(
                  "The default SSLContext is not the JDK's own, but WebServiceTemplate calls through client"
                      + " default, which does not use it. Set reprise.ssl.trust-store instead");
        }
        return clients.get(RepriseClients.DEFAULT, WebServiceMessageSender.class);
      }
    }

    /** Before Boot 3.4 the builder itself has to know the sender. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
        name = {"org.springframework.boot.webservices.client.WebServiceTemplateBuilder", FOUR})
    @ConditionalOnMissingClass(SENDER_FACTORY)
    static class BuilderConfiguration {

      @Bean
      @ConditionalOnMissingBean
      WebServiceTemplateBuilder webServiceTemplateBuilder(
          RepriseClients clients, ObjectProvider<WebServiceTemplateCustomizer> customizers) {
        WebServiceMessageSender sender =
            clients.get(RepriseClients.DEFAULT, WebServiceMessageSender.class);
        return new WebServiceTemplateBuilder()
            .detectHttpMessageSender(false)
            .additionalMessageSenders(sender)
            .additionalCustomizers(
                template -> {
                  // Behind those that the application has added.
                  List<WebServiceMessageSender> senders =
                      new ArrayList<>(Arrays.asList(template.getMessageSenders()));
                  if (senders.remove(sender)) {
                    senders.add(sender);
                    template.setMessageSenders(senders.toArray(new WebServiceMessageSender[0]));
                  }
                })
            .additionalCustomizers(
                customizers.orderedStream().toArray(WebServiceTemplateCustomizer[]::new));
      }
    }
  }

  /**
   * Matches unless Boot's binder reads the property as false. ConditionalOnProperty knows only one
   * word for that.
   */
  static final class Enabled extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata type) {
      String property = RepriseProperties.PREFIX + ".enabled";
      boolean enabled =
          Binder.get(context.getEnvironment()).bind(property, Boolean.class).orElse(true);
      return new ConditionOutcome(enabled, property + ": " + enabled);
    }
  }

  /** Without any, WebServiceTemplate keeps Boot's own sender. */
  static final class HasLibrary implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata type) {
      return Library.of(context.getEnvironment(), context.getClassLoader()) != Library.NONE;
    }
  }
}
