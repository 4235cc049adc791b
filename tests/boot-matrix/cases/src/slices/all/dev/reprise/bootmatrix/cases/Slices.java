package dev.reprise.bootmatrix.cases;

import dev.reprise.spring.RepriseClients;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.test.client.MockWebServiceServer;
import org.springframework.ws.transport.WebServiceMessageSender;

/** What the annotated test classes of all Boots have alike. */
final class Slices {

  static final String TRUST = "reprise.ssl.trust-store=/nowhere/trust.p12";
  static final String KEYS = "reprise.clients.bank.ssl.key-store=/nowhere/client.p12";
  static final String PASSWORD = "reprise.clients.bank.ssl.key-store-password=${BANK_PASSWORD}";
  static final String BANK = "reprise.clients.bank.read-timeout=5s";

  private Slices() {}

  static class RestTest {

    @Autowired MockRestServiceServer mock;

    /** What {@code WithRest} makes. */
    @Autowired UnaryOperator<String> get;
  }

  static class RestSliceTest extends RestTest {

    @Autowired RepriseClients clients;
  }

  static class WebServiceSliceTest {

    @Autowired MockWebServiceServer mock;
    @Autowired WebServiceTemplate template;

    @Autowired RepriseClients clients;
  }

  static class WithTemplate {

    @Bean
    WebServiceTemplate template(WebServiceTemplateBuilder builder, RepriseClients clients) {
      return builder.messageSenders(clients.get("bank", WebServiceMessageSender.class)).build();
    }
  }
}
