package dev.reprise.clients;

import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import dev.reprise.subject.Session;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;

final class Apache5 {

  private Apache5() {}

  static Session classic(Equipment given, String url) {
    CloseableHttpClient client = client(given);
    return Session.of(
        () ->
            client.execute(
                new HttpGet(url), response -> EntityUtils.toString(response.getEntity())),
        client);
  }

  static CloseableHttpClient client(Equipment given) {
    PoolingHttpClientConnectionManagerBuilder builder =
        given.resuming() != null
            ? ResumingConnectionManagerBuilder.create()
                .socketFactory(given.resuming().socketFactory())
            : PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(given.context()));
    return HttpClients.custom()
        .setConnectionManager(
            builder
                .setMaxConnPerRoute(Equipment.MOST_CONNECTIONS)
                .setMaxConnTotal(Equipment.MOST_CONNECTIONS)
                .build())
        .build();
  }

  static Session asynchronous(Equipment given, String url) {
    CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .setConnectionManager(
                PoolingAsyncClientConnectionManagerBuilder.create()
                    .setTlsStrategy(new DefaultClientTlsStrategy(given.context()))
                    .setMaxConnPerRoute(Equipment.MOST_CONNECTIONS)
                    .setMaxConnTotal(Equipment.MOST_CONNECTIONS)
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
