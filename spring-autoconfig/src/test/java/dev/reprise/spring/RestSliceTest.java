package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.content;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import javax.net.ssl.SSLSocketFactory;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.web.client.RestClientTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;

/** A slice of an application that calls through the starter's beans. */
@RestClientTest(
    properties = {
      "reprise.ssl.trust-store=/nowhere/trust.p12",
      "reprise.clients.bank.ssl.key-store=/nowhere/client.p12",
      "reprise.clients.bank.ssl.key-store-password=${BANK_PASSWORD}"
    })
class RestSliceTest {

  @Autowired private MockRestServiceServer server;
  @Autowired private RestClient accounts;

  @Autowired private RepriseClients clients;

  @Test
  void theMockAnswersThoughARequestFactoryIsSet() {
    server
        .expect(requestTo("https://bank.invalid/accounts"))
        .andExpect(content().string("<ping/>"))
        .andRespond(withSuccess("<pong/>", MediaType.TEXT_XML));
    assertThat(accounts.post().uri("/accounts").body("<ping/>").retrieve().body(String.class))
        .isEqualTo("<pong/>");
    server.verify();
  }

  @Test
  void noRealHostIsCalled() {
    assertThatThrownBy(
            () ->
                clients
                    .get("default", HttpClient.class)
                    .execute(new HttpGet("http://localhost:1/")))
        .hasStackTraceContaining("A test slice calls no real host");
  }

  @Test
  void whatIsNoInterfaceIsNotThere() {
    assertThatThrownBy(() -> clients.get("bank", SSLSocketFactory.class))
        .hasMessage(
            "A test slice can stand in for interfaces, not for javax.net.ssl.SSLSocketFactory. Use"
                + " @SpringBootTest");
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
