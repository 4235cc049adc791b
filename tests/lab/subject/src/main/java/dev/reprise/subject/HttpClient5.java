package dev.reprise.subject;

import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.util.Timeout;

/** HttpClient 5, classic, as it is or over Reprise. */
public final class HttpClient5 {

  private HttpClient5() {}

  public static Session open(Equipment given, String url) {
    CloseableHttpClient client = client(given);
    return Session.of(
        () -> {
          ClassicRequestBuilder request =
              given.body == null ? ClassicRequestBuilder.get(url) : ClassicRequestBuilder.post(url);
          if (given.body != null) {
            request.setEntity(new ByteArrayEntity(given.body, ContentType.parse(given.type)));
          }
          given.headers.forEach(request::setHeader);
          return client.execute(
              request.build(),
              response ->
                  Session.checked(response.getCode(), EntityUtils.toString(response.getEntity())));
        },
        client);
  }

  public static CloseableHttpClient client(Equipment given) {
    Timeout timeout = Timeout.of(Equipment.TIMEOUT);
    PoolingHttpClientConnectionManagerBuilder builder =
        given.isReprise()
            ? ResumingConnectionManagerBuilder.create().socketFactory(given.resumingSockets())
            : PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(given.context()));
    return HttpClientBuilder.create()
        .setConnectionManager(
            builder
                .setDefaultSocketConfig(
                    SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(timeout).build())
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(timeout)
                        .setSocketTimeout(timeout)
                        .build())
                .setMaxConnPerRoute(given.connections)
                .setMaxConnTotal(given.connections)
                .build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .build();
  }
}
