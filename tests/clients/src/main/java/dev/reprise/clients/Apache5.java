package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;

final class Apache5 {

  private Apache5() {}

  static Session asynchronous(Equipment given, String url) {
    CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .setConnectionManager(
                PoolingAsyncClientConnectionManagerBuilder.create()
                    .setTlsStrategy(new DefaultClientTlsStrategy(given.context()))
                    .setMaxConnPerRoute(given.connections)
                    .setMaxConnTotal(given.connections)
                    .build())
            .build();
    client.start();
    return Session.of(
        () -> {
          SimpleHttpRequest request = SimpleRequestBuilder.get(url).build();
          // Where an I/O thread has died, nobody else would tell.
          return client.execute(request, null).get(60, TimeUnit.SECONDS).getBodyText();
        },
        client);
  }
}
