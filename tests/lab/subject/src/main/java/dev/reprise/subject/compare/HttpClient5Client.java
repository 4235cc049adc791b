package dev.reprise.subject.compare;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;

/** Apache HttpClient 5. */
final class HttpClient5Client implements ComparedClient {

  private final ClientSettings settings;
  private final CloseableHttpClient client;
  private final byte[] body;
  private final ContentType contentType;

  HttpClient5Client(ClientSettings settings, CloseableHttpClient client) {
    this.settings = settings;
    this.client = client;
    body = settings.body();
    contentType = ContentType.parse(settings.contentType());
  }

  static HttpClientBuilder stock(ClientSettings settings) throws GeneralSecurityException {
    return builder(
        settings,
        PoolingHttpClientConnectionManagerBuilder.create()
            .setTlsSocketStrategy(new DefaultClientTlsStrategy(settings.newSslContext())));
  }

  /** A builder with this connection manager. */
  static HttpClientBuilder builder(
      ClientSettings settings, PoolingHttpClientConnectionManagerBuilder manager) {
    Timeout read = Timeout.of(ClientSettings.READ_TIMEOUT);
    return HttpClientBuilder.create()
        .setConnectionManager(
            manager
                .setDefaultSocketConfig(
                    SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(read).build())
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(ClientSettings.CONNECT_TIMEOUT))
                        .setSocketTimeout(read)
                        .build())
                .setMaxConnPerRoute(settings.threads())
                .setMaxConnTotal(settings.threads())
                .build())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setResponseTimeout(read)
                .setConnectionRequestTimeout(read)
                .build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement();
  }

  @Override
  public void exchange(int worker) throws IOException {
    HttpPost post = new HttpPost(settings.uri());
    post.setEntity(new ByteArrayEntity(body, contentType));
    settings.headers().forEach(post::setHeader);
    client.execute(
        post,
        response -> {
          byte[] answer = EntityUtils.toByteArray(response.getEntity());
          ComparedClient.check(response.getCode(), answer.length);
          return null;
        });
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
