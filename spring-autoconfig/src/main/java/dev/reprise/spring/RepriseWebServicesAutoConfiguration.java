package dev.reprise.spring;

import org.apache.http.client.HttpClient;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * The Spring-WS part: the default sender of every WebServiceTemplate that Boot's builder builds. A
 * sender set on the builder, or a WebServiceMessageSenderFactory bean of the application, wins.
 */
@AutoConfiguration(
    after = RepriseHttpClientAutoConfiguration.class,
    beforeName = {
      "org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration",
      "org.springframework.boot.webservices.autoconfigure.client.WebServiceTemplateAutoConfiguration"
    })
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@ConditionalOnClass(
    name = {
      "org.apache.http.impl.client.CloseableHttpClient",
      "org.springframework.boot.webservices.client.WebServiceMessageSenderFactory",
      SpringWsSupport.SENDER
    })
public class RepriseWebServicesAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  WebServiceMessageSenderFactory repriseWebServiceMessageSenderFactory(
      @Qualifier(RepriseHttpClientAutoConfiguration.CLIENT) HttpClient client) {
    return () -> new HttpComponentsMessageSender(client);
  }
}
