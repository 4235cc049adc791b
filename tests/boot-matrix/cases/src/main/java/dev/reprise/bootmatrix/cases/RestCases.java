package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClients;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** RestTemplate over the request factory of Reprise, or of the application. */
public final class RestCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("RestTemplate", this::template);
    cases.put("own request factory", this::ownRequestFactory);
    return cases;
  }

  private void template(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      call(
          trial,
          context.getBean(RepriseClients.class).get("default", ClientHttpRequestFactory.class));
      trial.assertResumed(context);
    }
  }

  private void ownRequestFactory(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start(WithRequestFactory.class)) {
      ClientHttpRequestFactory requests = context.getBean(ClientHttpRequestFactory.class);
      call(trial, requests);
      assertThat(requests).isInstanceOf(SimpleClientHttpRequestFactory.class);
      trial.assertPassedBy(context);
    }
  }

  static void call(Trial trial, ClientHttpRequestFactory requests) {
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.CONTENT_TYPE, "text/xml; charset=utf-8");
    RestTemplate template = new RestTemplate(requests);
    for (int i = 0; i < Trial.CALLS; i++) {
      String response =
          template.postForObject(
              trial.provider().soapUrl(),
              new HttpEntity<>(Provider.ENVELOPE, headers),
              String.class);
      assertThat(response).contains("QuoteResponse");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithRequestFactory {

    @Bean
    ClientHttpRequestFactory ownRequestFactory() {
      return new SimpleClientHttpRequestFactory();
    }
  }
}
