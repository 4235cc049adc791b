package dev.reprise.bootmatrix.cases;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** A stock HttpClient of the application's own, which counts what goes through it. */
final class OwnClient {

  private final AtomicInteger requests = new AtomicInteger();
  private final CloseableHttpClient client =
      HttpClients.custom()
          .useSystemProperties()
          .addInterceptorFirst(new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor())
          .addInterceptorLast(
              (HttpRequestInterceptor) (request, context) -> requests.incrementAndGet())
          .build();

  CloseableHttpClient client() {
    return client;
  }

  int requests() {
    return requests.get();
  }
}
