package dev.reprise.subject.compare;

import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/** HttpClient 5 as the stock one, but for the connection manager's sockets and connections. */
final class RepriseHttpClient5 {

  private RepriseHttpClient5() {}

  static HttpClientBuilder builder(RepriseTls reprise, ClientSettings settings) {
    return HttpClient5Client.builder(
        settings, ResumingConnectionManagerBuilder.create().tls(reprise.settings()));
  }
}
