package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.junit.ClosingServer;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** Templates as Boot builds them, calls with them, and whose sender they have. */
final class Soap {

  private Soap() {}

  static WebServiceTemplateBuilder builder(ApplicationContext context) {
    return context.getBean(WebServiceTemplateBuilder.class);
  }

  /** As Boot builds it, where the application says nothing. */
  static void call(ClosingServer provider, ApplicationContext context) {
    call(provider, builder(context).build());
  }

  static void call(ClosingServer provider, WebServiceTemplate template) {
    for (int i = 0; i < Applications.CALLS; i++) {
      StringResult response = new StringResult();
      template.sendSourceAndReceiveToResult(
          provider.uri().toString(), new StringSource("<ping xmlns='urn:test'/>"), response);
      assertThat(response.toString()).contains("pong");
    }
  }
}
