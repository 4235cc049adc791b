package dev.reprise.spring;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/** Makes the HttpClient parts of each client. Named clients' beans are made by its methods. */
final class HttpClientBeans {

  private final Clients clients;
  private final boolean springWs;

  HttpClientBeans(Clients clients, ResourceLoader resources) {
    this.clients = clients;
    this.springWs = ClassUtils.isPresent(SpringWsSupport.SENDER, resources.getClassLoader());
  }

  ResumingConnectionManager connectionManager(
      RepriseClient client, ResumingSslSocketFactory sockets) {
    ResumingConnectionManager manager = factory(client.name()).connectionManager(sockets);
    TlsSource tls = clients.tls(client.name());
    if (tls.isLoaded(sockets.settings())) {
      tls.follow(manager::reloadTls);
    }
    return manager;
  }

  CloseableHttpClient httpClient(String client, HttpClientConnectionManager manager) {
    HttpClientBuilder builder = factory(client).client(manager);
    if (springWs) {
      SpringWsSupport.prepare(builder);
    }
    return builder.build();
  }

  private HttpClientFactory factory(String client) {
    return new HttpClientFactory(clients.configuration(client));
  }
}
