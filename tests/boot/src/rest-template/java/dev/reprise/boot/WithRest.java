package dev.reprise.boot;

import dev.reprise.spring.RepriseClients;
import java.util.function.UnaryOperator;
import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** GET of a URI in the Boots that have RestTemplate alone. */
class WithRest {

  @Bean
  UnaryOperator<String> get(RestTemplateBuilder builder, RepriseClients clients) {
    ClientHttpRequestFactory requests = clients.get("bank", ClientHttpRequestFactory.class);
    RestTemplate template = builder.requestFactory(() -> requests).build();
    return uri -> template.getForObject(uri, String.class);
  }
}
