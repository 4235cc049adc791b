package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClients;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.http.client.HttpClient;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** Templates as Boot builds them, whose sender they have, and calls with them. */
final class SoapCalls {

  private SoapCalls() {}

  static WebServiceTemplateBuilder builder(ApplicationContext context) {
    return context.getBean(WebServiceTemplateBuilder.class);
  }

  static void call(Trial trial, WebServiceTemplate template) {
    trial.note(
        "senders",
        Arrays.stream(template.getMessageSenders())
            .map(sender -> sender.getClass().getSimpleName())
            .collect(Collectors.toList()));
    for (int i = 0; i < Trial.CALLS; i++) {
      StringResult response = new StringResult();
      template.sendSourceAndReceiveToResult(
          trial.provider().soapUrl(), new StringSource(Provider.REQUEST), response);
      assertThat(response.toString()).contains("QuoteResponse");
    }
  }

  /** Calls of an application with these properties go through Reprise. */
  static void assertResumed(Trial trial, String... properties) throws Exception {
    try (ConfigurableApplicationContext context = trial.start(properties)) {
      call(trial, builder(context).build());
      trial.assertResumed(context);
    }
  }

  /** The only sender is one over the client of Reprise. */
  static void assertReprise(ApplicationContext context, WebServiceTemplate template) {
    assertThat(template.getMessageSenders())
        .singleElement()
        .satisfies(sender -> assertReprise(context, sender));
  }

  static void assertReprise(ApplicationContext context, WebServiceMessageSender sender) {
    assertThat(sender)
        .isInstanceOfSatisfying(
            HttpComponentsMessageSender.class,
            ours ->
                assertThat(ours.getHttpClient())
                    .isSameAs(
                        context.getBean(RepriseClients.class).get("default", HttpClient.class)));
  }
}
