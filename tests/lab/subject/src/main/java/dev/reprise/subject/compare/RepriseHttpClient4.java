package dev.reprise.subject.compare;

import dev.reprise.httpclient4.ResumingConnectionManager;
import org.apache.http.impl.client.HttpClientBuilder;

/** HttpClient 4.5 as the stock one, but for the connection manager. */
final class RepriseHttpClient4 {

  private RepriseHttpClient4() {}

  static HttpClientBuilder builder(RepriseTls reprise, ClientSettings settings) {
    ResumingConnectionManager manager =
        ResumingConnectionManager.builder()
            .tls(reprise.settings())
            .maxTotal(settings.threads())
            .maxPerRoute(settings.threads())
            .build();
    reprise.uses(manager.socketFactory());
    manager.setDefaultSocketConfig(HttpClient4Client.socketConfig());
    return HttpClient4Client.builder().setConnectionManager(manager);
  }
}
