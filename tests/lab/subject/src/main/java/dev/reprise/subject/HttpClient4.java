package dev.reprise.subject;

import dev.reprise.httpclient4.ResumingConnectionManager;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.conn.SystemDefaultDnsResolver;
import org.apache.http.util.EntityUtils;

/**
 * HttpClient 4.5, as it is or over Reprise, alike but for that. Retries are off: they would hide
 * failures and multiply times.
 */
public final class HttpClient4 {

  public final CloseableHttpClient http;
  public final PoolingHttpClientConnectionManager pool;
  private final Equipment given;

  public HttpClient4(Equipment given) {
    this(given, HttpClientBuilder.create());
  }

  /** The same of a builder, in which something was set already. */
  public HttpClient4(Equipment given, HttpClientBuilder builder) {
    this.given = given;
    pool = pool(given);
    builder
        .setConnectionManager(pool)
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement();
    if (given.connections > 0) {
      int millis = (int) Equipment.TIMEOUT.toMillis();
      pool.setMaxTotal(given.connections);
      pool.setDefaultMaxPerRoute(given.connections);
      pool.setDefaultSocketConfig(
          SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(millis).build());
      builder.setDefaultRequestConfig(timeouts(millis));
    }
    http = builder.build();
  }

  private static PoolingHttpClientConnectionManager pool(Equipment given) {
    if (given.isReprise()) {
      return ResumingConnectionManager.builder()
          .socketFactory(given.resumingSockets())
          .dnsResolver(inTurn(given.addresses))
          .build();
    }
    return new PoolingHttpClientConnectionManager(
        RegistryBuilder.<ConnectionSocketFactory>create()
            .register("http", PlainConnectionSocketFactory.INSTANCE)
            .register(
                "https",
                new SSLConnectionSocketFactory(
                    given.context(),
                    given.protocol == null ? null : new String[] {given.protocol},
                    null,
                    SSLConnectionSocketFactory.getDefaultHostnameVerifier()))
            .build(),
        inTurn(given.addresses));
  }

  public static RequestConfig timeouts(int millis) {
    return RequestConfig.custom()
        .setConnectTimeout(millis)
        .setSocketTimeout(millis)
        .setConnectionRequestTimeout(millis)
        .build();
  }

  public static Session open(Equipment given, String url) {
    HttpClient4 client = new HttpClient4(given);
    return Session.of(() -> client.call(url), client::close);
  }

  private String call(String url) throws IOException {
    RequestBuilder request =
        given.body == null ? RequestBuilder.get(url) : RequestBuilder.post(url);
    if (given.body != null) {
      request.setEntity(new ByteArrayEntity(given.body, ContentType.parse(given.type)));
    }
    given.headers.forEach(request::setHeader);
    try (CloseableHttpResponse response = http.execute(request.build())) {
      String answer = EntityUtils.toString(response.getEntity());
      return Session.checked(response.getStatusLine().getStatusCode(), answer);
    }
  }

  public void close() throws IOException {
    http.close();
    if (given.isReprise()) {
      given.resumingSockets().closePreconnections();
    }
  }

  /** Gives one address after the other, as a DNS server that spreads load does. */
  private static DnsResolver inTurn(List<String> addresses) {
    if (addresses.isEmpty()) {
      return SystemDefaultDnsResolver.INSTANCE;
    }
    AtomicInteger turn = new AtomicInteger();
    return host -> {
      int next = Math.floorMod(turn.getAndIncrement(), addresses.size());
      InetAddress address = InetAddress.getByName(addresses.get(next));
      return new InetAddress[] {InetAddress.getByAddress(host, address.getAddress())};
    };
  }
}
