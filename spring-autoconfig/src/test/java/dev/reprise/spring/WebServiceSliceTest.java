package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.ws.test.client.RequestMatchers.connectionTo;
import static org.springframework.ws.test.client.ResponseCreators.withPayload;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.webservices.client.WebServiceClientTest;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.test.client.MockWebServiceServer;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** A slice of an application that calls through a sender of the starter. */
@WebServiceClientTest(properties = "reprise.clients.bank.ssl.key-store=/nowhere/client.p12")
class WebServiceSliceTest {

  @Autowired private MockWebServiceServer server;
  @Autowired private WebServiceTemplate template;

  @Test
  void theMockAnswersThoughASenderIsSet() {
    server
        .expect(connectionTo("https://bank.invalid/"))
        .andRespond(withPayload(new StringSource("<pong xmlns='urn:test'/>")));
    StringResult result = new StringResult();
    template.sendSourceAndReceiveToResult(
        "https://bank.invalid/", new StringSource("<ping xmlns='urn:test'/>"), result);
    assertThat(result.toString()).contains("pong");
    server.verify();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    @Bean
    WebServiceTemplate template(WebServiceTemplateBuilder builder, RepriseClients clients) {
      return builder.messageSenders(clients.get("bank", WebServiceMessageSender.class)).build();
    }
  }
}
