package dev.reprise.democlient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;

/** What any application that calls a SOAP service has. The starter is on the class path. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class CallerConfiguration {
  @Bean
  WebServiceTemplate webServiceTemplate(
      WebServiceTemplateBuilder builder,
      EagerMessageFactory messageFactory,
      ObjectProvider<WebServiceMessageSender> explicitSender) {
    WebServiceTemplateBuilder any = builder.setWebServiceMessageFactory(messageFactory);
    WebServiceMessageSender sender = explicitSender.getIfAvailable();
    return sender == null ? any.build() : any.messageSenders(sender).build();
  }

  @Bean
  EagerMessageFactory messageFactory() {
    return new EagerMessageFactory();
  }

  @Bean
  QuoteCalls quoteCalls(WebServiceTemplate template, Target target) {
    return new QuoteCalls(template, target);
  }
}
