package dev.reprise.spring.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.http.impl.client.HttpClientBuilder;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** What a client needs to serve Spring-WS; loaded only where Spring-WS is. */
final class SpringWsSupport {

  static final String SENDER = "org.springframework.ws.transport.http.HttpComponentsMessageSender";

  private SpringWsSupport() {}

  /** Spring-WS writes a Content-Length, which HttpClient refuses to find in a request. */
  static void prepare(HttpClientBuilder client) {
    client.addInterceptorFirst(new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor());
  }

  /** Puts the sender behind those that the application has added. */
  static void askLast(WebServiceTemplate template, WebServiceMessageSender sender) {
    List<WebServiceMessageSender> senders =
        new ArrayList<>(Arrays.asList(template.getMessageSenders()));
    if (senders.remove(sender)) {
      senders.add(sender);
      template.setMessageSenders(senders.toArray(new WebServiceMessageSender[0]));
    }
  }
}
