package dev.reprise.subject.compare;

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.springframework.ws.transport.http.HttpComponents5ClientFactory;
import org.springframework.ws.transport.http.SimpleHttpComponents5MessageSender;

/** WebServiceTemplate over Apache HttpClient 5. */
final class SpringOverHttpClient5 {

  private SpringOverHttpClient5() {}

  static ComparedClient create(ClientSettings settings, HttpClientBuilder builder) {
    CloseableHttpClient client =
        builder
            .addRequestInterceptorFirst(
                new HttpComponents5ClientFactory.RemoveSoapHeadersInterceptor())
            .build();
    return new WebServiceTemplateClient(
        settings, new SimpleHttpComponents5MessageSender(client), client);
  }
}
