package dev.reprise.clients;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.subject.Session;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.util.EntityUtils;

final class Apache4 {

  private Apache4() {}

  static Session open(Equipment given, String url) {
    CloseableHttpClient client = HttpClients.custom().setConnectionManager(manager(given)).build();
    return Session.of(
        () -> {
          try (CloseableHttpResponse response = client.execute(new HttpGet(url))) {
            return EntityUtils.toString(response.getEntity());
          }
        },
        client);
  }

  private static HttpClientConnectionManager manager(Equipment given) {
    if (given.resuming() != null) {
      return ResumingConnectionManager.builder()
          .socketFactory(given.resuming().socketFactory())
          .maxPerRoute(Equipment.MOST_CONNECTIONS)
          .maxTotal(Equipment.MOST_CONNECTIONS)
          .build();
    }
    PoolingHttpClientConnectionManager manager =
        new PoolingHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register("https", new SSLConnectionSocketFactory(given.context()))
                .build());
    manager.setDefaultMaxPerRoute(Equipment.MOST_CONNECTIONS);
    manager.setMaxTotal(Equipment.MOST_CONNECTIONS);
    return manager;
  }
}
