package dev.reprise.subject.compare;

import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** WebServiceTemplate over Apache HttpClient 4.5. */
final class SpringOverHttpClient4 {

  private SpringOverHttpClient4() {}

  static ComparedClient create(ClientSettings settings, HttpClientBuilder builder) {
    CloseableHttpClient client =
        builder
            .addInterceptorFirst(new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor())
            .build();
    return new WebServiceTemplateClient(settings, new HttpComponentsMessageSender(client), client);
  }
}
