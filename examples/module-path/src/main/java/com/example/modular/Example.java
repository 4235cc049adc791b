package com.example.modular;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** As on the class path. */
public final class Example {

  private Example() {}

  public static void main(String[] args) throws IOException {
    TlsStatistics statistics = new TlsStatistics();
    RequestConfig timeouts =
        RequestConfig.custom()
            .setConnectionRequestTimeout(5_000)
            .setConnectTimeout(5_000)
            .setSocketTimeout(30_000)
            .build();
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                ResumingConnectionManager.builder()
                    .tls(TlsSettings.builder().addListener(statistics).build())
                    .maxPerRoute(50)
                    .maxTotal(100)
                    .build())
            .setDefaultRequestConfig(timeouts)
            .build()) {
      for (int i = 0; i < 5; i++) {
        try (CloseableHttpResponse response = client.execute(new HttpGet(args[0]))) {
          EntityUtils.consume(response.getEntity());
        }
      }
    }
    System.out.println(Example.class.getModule() + " over " + TlsSettings.class.getModule());
    System.out.println(
        statistics.total().full() + " full, " + statistics.total().resumed() + " resumed");
  }
}
