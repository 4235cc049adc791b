package dev.reprise.boot;

import static dev.reprise.boot.RestSliceTest.HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.ws.test.client.RequestMatchers.connectionTo;
import static org.springframework.ws.test.client.ResponseCreators.withPayload;

import dev.reprise.spring.RepriseClients;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.test.client.MockWebServiceServer;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

@Slices.WebService
class WebServiceSliceTest {

  @Autowired private MockWebServiceServer mock;
  @Autowired private WebServiceTemplate template;
  @Autowired private RepriseClients clients;

  @Test
  void theMockAnswersAndNoRealHostIsCalled() {
    mock.expect(connectionTo(HOST))
        .andRespond(withPayload(new StringSource("<pong xmlns='urn:test'/>")));
    StringResult result = new StringResult();
    template.sendSourceAndReceiveToResult(
        HOST, new StringSource("<ping xmlns='urn:test'/>"), result);
    assertThat(result.toString()).contains("pong");
    mock.verify();
    OverHttpClient4.assertRefuses(clients, HOST);
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
