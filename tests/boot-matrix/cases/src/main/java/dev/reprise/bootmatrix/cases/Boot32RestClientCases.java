package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClients;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** RestClient, which Boot has from 3.2 on. */
public final class Boot32RestClientCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    return Map.of("RestClient", this::restClient);
  }

  private void restClient(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      RestClient client =
          RestClient.builder()
              .requestFactory(
                  context
                      .getBean(RepriseClients.class)
                      .get("default", ClientHttpRequestFactory.class))
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
}
