package dev.reprise.boot;

import dev.reprise.spring.RepriseClients;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** GET of a URI in the Boots that have RestClient. */
class WithRest {

  @Bean
  UnaryOperator<String> get(RestClient.Builder builder, RepriseClients clients) {
    ClientHttpRequestFactory requests = clients.get("bank", ClientHttpRequestFactory.class);
    RestClient client = builder.requestFactory(requests).build();
    return uri -> client.get().uri(uri).retrieve().body(String.class);
  }
}
