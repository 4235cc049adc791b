package dev.reprise.bootmatrix.cases;

import static dev.reprise.bootmatrix.cases.SoapCalls.builder;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Factories of senders, which Boot has from 3.4 on. */
public final class Boot34SenderCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("own sender factory bean", this::ownSenderFactory);
    cases.put("own sender factory on the builder", this::ownSenderFactoryOnBuilder);
    return cases;
  }

  private void ownSenderFactory(Trial trial) throws Exception {
    WebServiceCases.ownBean(trial, WithSenderFactory.class);
  }

  private void ownSenderFactoryOnBuilder(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      OwnSender own = new OwnSender();
      WebServiceCases.assertUsed(
          trial, context, builder(context).httpMessageSenderFactory(() -> own).build(), own);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithSenderFactory extends WebServiceCases.WithSender {

    @Bean
    WebServiceMessageSenderFactory ownSenderFactory(OwnSender sender) {
      return () -> sender;
    }
  }
}
