package dev.reprise.httpclient4;

import dev.reprise.httpclient.Clients;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.tls.TlsSettings;
import java.util.function.Consumer;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.CredentialsProvider;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** The rule of the tests of both libraries, with what HttpClient 4.5 alone has. */
final class Callers extends Clients {

  /** The proxy as HttpClient names it. */
  static HttpHost host(HttpProxy proxy) {
    return new HttpHost("localhost", proxy.port(), proxy.scheme());
  }

  /** What a proxy that is called by this name lets in. */
  static CredentialsProvider credentials(HttpHost proxy) {
    CredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(proxy), new UsernamePasswordCredentials(HttpProxy.USER, HttpProxy.PASSWORD));
    return credentials;
  }

  /** HttpClient's own manager, or ours. */
  PoolingHttpClientConnectionManager manager(
      boolean stock, Consumer<ResumingConnectionManager.Builder> pool) throws Exception {
    if (stock) {
      return new PoolingHttpClientConnectionManager(
          RegistryBuilder.<ConnectionSocketFactory>create()
              .register("https", new SSLConnectionSocketFactory(stock()))
              .build());
    }
    ResumingConnectionManager.Builder builder =
        ResumingConnectionManager.builder().tls(trusting().build());
    pool.accept(builder);
    return builder.build();
  }

  Caller with(TlsSettings.Builder tls) {
    return with(tls, http -> {});
  }

  Caller with(TlsSettings.Builder tls, Consumer<HttpClientBuilder> http) {
    return with(tls, pool -> {}, http);
  }

  Caller with(
      TlsSettings.Builder tls,
      Consumer<ResumingConnectionManager.Builder> pool,
      Consumer<HttpClientBuilder> http) {
    Caller caller = new Caller(tls, pool, http);
    return watched(caller, caller.manager.socketFactory());
  }
}
