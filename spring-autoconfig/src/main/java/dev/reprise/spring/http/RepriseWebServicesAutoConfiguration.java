package dev.reprise.spring.http;

import dev.reprise.spring.RepriseProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.http.client.HttpClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * The Spring-WS part: the default sender of every WebServiceTemplate that Boot's builder builds,
 * which is the bean {@code repriseMessageSender}. A sender set on the builder, or the application's
 * own builder or (from Boot 3.4) WebServiceMessageSenderFactory, wins.
 */
@AutoConfiguration(
    after = RepriseHttpClientAutoConfiguration.class,
    beforeName = {
      "org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration",
      "org.springframework.boot.webservices.autoconfigure.client.WebServiceTemplateAutoConfiguration"
    })
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@ConditionalOnClass(
    name = {"org.apache.http.impl.client.CloseableHttpClient", HttpClientFactory.SpringWs.SENDER})
@Conditional(OnHttpClient4.class)
class RepriseWebServicesAutoConfiguration {

  static final String SENDER = "repriseMessageSender";

  private static final String SENDER_FACTORY =
      "org.springframework.boot.webservices.client.WebServiceMessageSenderFactory";

  @Bean(SENDER)
  @Fallback
  @ConditionalOnMissingBean(name = SENDER)
  WebServiceMessageSender repriseMessageSender(
      @Qualifier(RepriseHttpClientAutoConfiguration.CLIENT) HttpClient client) {
    return new HttpComponentsMessageSender(client);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = SENDER_FACTORY)
  static class SenderFactoryConfiguration {

    @Bean
    @ConditionalOnMissingBean
    WebServiceMessageSenderFactory repriseWebServiceMessageSenderFactory(
        @Qualifier(SENDER) WebServiceMessageSender sender) {
      return () -> sender;
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
        @Qualifier(SENDER) WebServiceMessageSender sender,
        ObjectProvider<WebServiceTemplateCustomizer> customizers) {
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
