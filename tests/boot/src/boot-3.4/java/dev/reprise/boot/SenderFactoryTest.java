package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;

/** Factories of senders, which Boot has from 3.4 on: that of the application wins. */
class SenderFactoryTest extends Applications {

  private static final HttpUrlConnectionMessageSender OWN = new HttpUrlConnectionMessageSender();

  SenderFactoryTest() {
    super(KNOWN);
  }

  @Test
  void aBeanWins() {
    try (ConfigurableApplicationContext context = start(WithSenderFactory.class)) {
      assertOwn(context, Soap.builder(context).build());
    }
  }

  @Test
  void oneOnTheBuilderWins() {
    try (ConfigurableApplicationContext context = start()) {
      assertOwn(context, Soap.builder(context).httpMessageSenderFactory(() -> OWN).build());
    }
  }

  private void assertOwn(ConfigurableApplicationContext context, WebServiceTemplate template) {
    Soap.call(provider, template);
    assertThat(template.getMessageSenders()).containsExactly(OWN);
    assertPassedBy(context);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithSenderFactory {

    @Bean
    WebServiceMessageSenderFactory ownSenderFactory() {
      return () -> OWN;
    }
  }
}
