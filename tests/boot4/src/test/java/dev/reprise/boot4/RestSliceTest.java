package dev.reprise.boot4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import dev.reprise.spring.RepriseClients;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;

/** A slice of an application of Spring Boot 4 that calls through the starter's beans. */
@RestClientTest(
    properties = {
      "reprise.ssl.trust-store=/nowhere/trust.p12",
      "reprise.clients.bank.ssl.key-store=/nowhere/client.p12",
      "reprise.clients.bank.ssl.key-store-password=${BANK_PASSWORD}"
    })
class RestSliceTest {

  @Autowired private MockRestServiceServer server;
  @Autowired private RestClient accounts;

  @Test
  void theMockAnswersThoughARequestFactoryIsSet() {
    server
        .expect(requestTo("https://bank.invalid/accounts"))
        .andRespond(withSuccess("<pong/>", MediaType.TEXT_XML));
    assertThat(accounts.get().uri("/accounts").retrieve().body(String.class)).isEqualTo("<pong/>");
    server.verify();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    @Bean
    RestClient accounts(RestClient.Builder builder, RepriseClients clients) {
      return builder
          .baseUrl("https://bank.invalid")
          .requestFactory(clients.get("bank", ClientHttpRequestFactory.class))
          .build();
    }
  }
}
