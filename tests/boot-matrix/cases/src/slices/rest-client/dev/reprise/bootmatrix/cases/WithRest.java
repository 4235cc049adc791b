package dev.reprise.bootmatrix.cases;

import java.util.function.UnaryOperator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** GET of a URI in the Boots that have RestClient. */
class WithRest {

  @Bean
  UnaryOperator<String> get(
      RestClient.Builder builder, @Qualifier("bank") ClientHttpRequestFactory requests) {
    RestClient client = builder.requestFactory(requests).build();
    return uri -> client.get().uri(uri).retrieve().body(String.class);
  }
}
