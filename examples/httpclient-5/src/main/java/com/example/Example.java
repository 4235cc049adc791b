package com.example;

import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;

/** Apache HttpClient 5, classic, with a connection manager that resumes. */
public final class Example {

  private Example() {}

  public static void main(String[] args) throws IOException {
    TlsStatistics statistics = new TlsStatistics();
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                ResumingConnectionManagerBuilder.create()
                    .tls(TlsSettings.builder().addListener(statistics).build())
                    .setMaxConnPerRoute(50)
                    .setMaxConnTotal(100)
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                            .setConnectTimeout(Timeout.ofSeconds(5))
                            .setSocketTimeout(Timeout.ofSeconds(30))
                            .build())
                    .build())
            .build()) {
      for (int i = 0; i < 5; i++) {
        client.execute(
            new HttpGet(args[0]),
            response -> {
              EntityUtils.consume(response.getEntity());
              return null;
            });
      }
    }
    System.out.println(
        statistics.total().full() + " full, " + statistics.total().resumed() + " resumed");
  }
}
