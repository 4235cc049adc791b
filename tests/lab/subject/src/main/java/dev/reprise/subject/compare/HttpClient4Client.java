package dev.reprise.subject.compare;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.util.EntityUtils;

/** Apache HttpClient 4.5, with its own connection manager or any other one. */
final class HttpClient4Client implements ComparedClient {

  private final ClientSettings settings;
  private final CloseableHttpClient client;
  private final byte[] body;
  private final ContentType contentType;

  HttpClient4Client(ClientSettings settings, CloseableHttpClient client) {
    this.settings = settings;
    this.client = client;
    body = settings.body();
    contentType = ContentType.parse(settings.contentType());
  }

  /** A builder with all but the connection manager. */
  static HttpClientBuilder builder() {
    int read = (int) ClientSettings.READ_TIMEOUT.toMillis();
    return HttpClientBuilder.create()
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectTimeout((int) ClientSettings.CONNECT_TIMEOUT.toMillis())
                .setSocketTimeout(read)
                .setConnectionRequestTimeout(read)
                .build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement();
  }

  /** A builder with the stock connection manager. */
  static HttpClientBuilder stock(ClientSettings settings) throws GeneralSecurityException {
    return builder()
        .setSSLContext(settings.newSslContext())
        .setDefaultSocketConfig(socketConfig())
        .setMaxConnPerRoute(settings.threads())
        .setMaxConnTotal(settings.threads());
  }

  /** The stock one that offers the server's TLS version alone. */
  static HttpClientBuilder restricted(ClientSettings settings) throws GeneralSecurityException {
    return stock(settings)
        .setSSLSocketFactory(
            new SSLConnectionSocketFactory(
                settings.newSslContext(),
                new String[] {settings.tls()},
                null,
                SSLConnectionSocketFactory.getDefaultHostnameVerifier()));
  }

  static SocketConfig socketConfig() {
    return SocketConfig.custom()
        .setTcpNoDelay(true)
        .setSoTimeout((int) ClientSettings.READ_TIMEOUT.toMillis())
        .build();
  }

  @Override
  public void exchange(int worker) throws IOException {
    HttpPost post = new HttpPost(settings.uri());
    post.setEntity(new ByteArrayEntity(body, contentType));
    settings.headers().forEach(post::setHeader);
    try (CloseableHttpResponse response = client.execute(post)) {
      byte[] answer = EntityUtils.toByteArray(response.getEntity());
      ComparedClient.check(response.getStatusLine().getStatusCode(), answer.length);
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
