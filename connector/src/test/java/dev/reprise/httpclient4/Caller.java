package dev.reprise.httpclient4;

import dev.reprise.httpclient.Recorded;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** An HttpClient over Reprise, and what its TLS connections told. */
final class Caller extends Recorded {

  /** Far above anything that a test waits for. */
  static final RequestConfig PATIENT =
      RequestConfig.custom().setConnectTimeout(30_000).setSocketTimeout(30_000).build();

  final ResumingConnectionManager manager;
  final CloseableHttpClient http;

  Caller(
      TlsSettings.Builder tls,
      Consumer<ResumingConnectionManager.Builder> pool,
      Consumer<HttpClientBuilder> client) {
    ResumingConnectionManager.Builder connections =
        ResumingConnectionManager.builder().tls(recorded(tls)).maxTotal(256).maxPerRoute(256);
    pool.accept(connections);
    manager = connections.build();
    HttpClientBuilder builder =
        HttpClients.custom()
            .setConnectionManager(manager)
            .setDefaultRequestConfig(PATIENT)
            .disableAutomaticRetries();
    client.accept(builder);
    http = builder.build();
  }

  String get(String url) throws IOException {
    return call(new HttpGet(url));
  }

  String post(String url, String body) throws IOException {
    HttpPost request = new HttpPost(url);
    request.setEntity(new StringEntity(body, ContentType.TEXT_XML));
    return call(request);
  }

  /** The body of the response, in full; empty if it has none. */
  String call(HttpUriRequest request) throws IOException {
    return http.execute(
        request,
        response -> response.getEntity() == null ? "" : EntityUtils.toString(response.getEntity()));
  }

  @Override
  public int leased() {
    return manager.getTotalStats().getLeased();
  }

  int available() {
    return manager.getTotalStats().getAvailable();
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
