package dev.reprise.bootmatrix.cases;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.http.client.HttpClient;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.web.client.AutoConfigureMockRestServiceServer;
import org.springframework.boot.test.autoconfigure.web.client.RestClientTest;
import org.springframework.boot.test.autoconfigure.webservices.client.WebServiceClientTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.test.client.MockWebServiceServer;
import org.springframework.ws.transport.WebServiceMessageSender;

/** Test slices of the Boots that have RestClient. */
public final class SliceCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("@RestClientTest", this::restSlice);
    cases.put("@WebServiceClientTest", this::webServiceSlice);
    cases.put("@AutoConfigureMockRestServiceServer", this::mockedApplication);
    return cases;
  }

  private void restSlice(Trial trial) throws Exception {
    RestSlice test = Slices.prepared(RestSlice.class);
    Slices.assertAnswered(test.mock, uri -> test.rest.get().uri(uri).retrieve().body(String.class));
    Slices.assertRefused(test.anything);
  }

  private void webServiceSlice(Trial trial) throws Exception {
    WebServiceSlice test = Slices.prepared(WebServiceSlice.class);
    Slices.assertAnswered(test.mock, test.template);
    Slices.assertRefused(test.anything);
  }

  private void mockedApplication(Trial trial) throws Exception {
    MockedApplication test = Slices.prepared(MockedApplication.class);
    Slices.assertAnswered(test.mock, uri -> test.rest.get().uri(uri).retrieve().body(String.class));
  }

  @RestClientTest(properties = {Slices.TRUST, Slices.KEYS, Slices.PASSWORD})
  static class RestSlice {

    @Autowired private MockRestServiceServer mock;
    @Autowired private RestClient rest;

    @Autowired
    @Qualifier("bank")
    private HttpClient anything;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends WithRest {}
  }

  @WebServiceClientTest(properties = {Slices.TRUST, Slices.KEYS, Slices.PASSWORD})
  static class WebServiceSlice {

    @Autowired private MockWebServiceServer mock;
    @Autowired private WebServiceTemplate template;

    @Autowired
    @Qualifier("bank")
    private HttpClient anything;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

      @Bean
      WebServiceTemplate template(
          WebServiceTemplateBuilder builder, @Qualifier("bank") WebServiceMessageSender sender) {
        return builder.messageSenders(sender).build();
      }
    }
  }

  @SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = Slices.BANK)
  @AutoConfigureMockRestServiceServer
  static class MockedApplication {

    @Autowired private MockRestServiceServer mock;
    @Autowired private RestClient rest;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends WithRest {}
  }

  static class WithRest {

    @Bean
    RestClient rest(
        RestClient.Builder builder, @Qualifier("bank") ClientHttpRequestFactory requests) {
      return builder.requestFactory(requests).build();
    }
  }
}
