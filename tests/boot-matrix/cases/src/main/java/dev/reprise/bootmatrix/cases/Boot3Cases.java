package dev.reprise.bootmatrix.cases;

import static dev.reprise.bootmatrix.cases.SoapCalls.builder;
import static dev.reprise.bootmatrix.cases.SoapCalls.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.ws.client.core.WebServiceTemplate;

/** What Boot 2.7 does not have. */
public final class Boot3Cases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("own sender factory bean", this::ownSenderFactory);
    cases.put("own sender factory on the builder", this::ownSenderFactoryOnBuilder);
    cases.put("RestClient", this::restClient);
    return cases;
  }

  private void ownSenderFactory(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start(WithSenderFactory.class)) {
      OwnSender own = context.getBean(OwnSender.class);
      WebServiceTemplate template = builder(context).build();
      call(trial, template);
      assertThat(template.getMessageSenders()).containsExactly(own);
      trial.assertPassedBy(context);
    }
  }

  private void ownSenderFactoryOnBuilder(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      OwnSender own = new OwnSender();
      WebServiceTemplate template = builder(context).httpMessageSenderFactory(() -> own).build();
      call(trial, template);
      assertThat(template.getMessageSenders()).containsExactly(own);
      trial.assertPassedBy(context);
    }
  }

  private void restClient(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      RestClient client =
          RestClient.builder()
              .requestFactory(context.getBean(ClientHttpRequestFactory.class))
              .build();
      for (int i = 0; i < Trial.CALLS; i++) {
        String response =
            client
                .post()
                .uri(trial.provider().soapUrl())
                .contentType(MediaType.TEXT_XML)
                .body(Provider.ENVELOPE)
                .retrieve()
                .body(String.class);
        assertThat(response).contains("QuoteResponse");
      }
      trial.assertResumed(context);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithSenderFactory {

    @Bean
    OwnSender ownSender() {
      return new OwnSender();
    }

    @Bean
    WebServiceMessageSenderFactory ownSenderFactory(OwnSender sender) {
      return () -> sender;
    }
  }
}
