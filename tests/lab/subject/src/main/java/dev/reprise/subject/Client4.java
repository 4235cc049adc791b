package dev.reprise.subject;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.conn.SystemDefaultDnsResolver;
import org.apache.http.util.EntityUtils;
import org.apache.http.util.VersionInfo;

/**
 * HttpClient 4.5 with a session cache of its own, as it is or over Reprise, alike but for that.
 * Retries are off: they would hide failures and multiply times.
 */
public final class Client4 {

  private static final String BODY = "<m/>".repeat(150);
  private static final int TIMEOUT_MILLIS = 30_000;

  /** Servers on a busy machine may be late to close; what is measured is who closes how. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

  /** The client. */
  public final CloseableHttpClient http;

  /** Its connections. */
  public final PoolingHttpClientConnectionManager pool;

  /** Those of Reprise, or null. */
  public final ResumingSslSocketFactory sockets;

  /**
   * A client.
   *
   * @param tls what Reprise is given; null for the client as it is
   * @param connections how many there may be; 0 for HttpClient's default
   * @param timeoutMillis all timeouts; 0 for HttpClient's defaults
   */
  public Client4(
      X509ExtendedTrustManager trust,
      TlsSettings.Builder tls,
      DnsResolver names,
      int connections,
      int timeoutMillis)
      throws GeneralSecurityException {
    if (tls == null) {
      sockets = null;
      pool =
          new PoolingHttpClientConnectionManager(
              RegistryBuilder.<ConnectionSocketFactory>create()
                  .register("https", new SSLConnectionSocketFactory(Authority.newContext(trust)))
                  .build(),
              names);
    } else {
      ResumingConnectionManager manager =
          ResumingConnectionManager.builder().tls(tls.build()).dnsResolver(names).build();
      sockets = manager.socketFactory();
      pool = manager;
    }
    if (connections > 0) {
      pool.setMaxTotal(connections);
      pool.setDefaultMaxPerRoute(connections);
    }
    HttpClientBuilder builder =
        HttpClients.custom().setConnectionManager(pool).disableAutomaticRetries();
    if (timeoutMillis > 0) {
      pool.setDefaultSocketConfig(
          SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(timeoutMillis).build());
      builder.setDefaultRequestConfig(timeouts(timeoutMillis));
    }
    http = builder.build();
  }

  /** The same for all timeouts. */
  public static RequestConfig timeouts(int millis) {
    return RequestConfig.custom()
        .setConnectTimeout(millis)
        .setSocketTimeout(millis)
        .setConnectionRequestTimeout(millis)
        .build();
  }

  static String httpCore() {
    return VersionInfo.loadVersionInfo("org.apache.http", Client4.class.getClassLoader())
        .getRelease();
  }

  /** The client of a load. */
  static Session open(Load load, LoadRequest request) throws GeneralSecurityException {
    Client4 client =
        new Client4(
            load.trust(),
            request.reprise ? load.settings().closeTimeout(CLOSE_WAIT) : null,
            inTurn(request.addresses),
            request.threads,
            TIMEOUT_MILLIS);
    return Session.of(() -> client.call(request), client.http);
  }

  private String call(LoadRequest request) throws IOException {
    HttpUriRequest message = new HttpGet(request.url);
    if (request.method.equals("POST")) {
      HttpPost post = new HttpPost(request.url);
      post.setEntity(new StringEntity(BODY, ContentType.TEXT_XML));
      message = post;
    }
    try (CloseableHttpResponse response = http.execute(message)) {
      String body = EntityUtils.toString(response.getEntity());
      int status = response.getStatusLine().getStatusCode();
      if (status != 200) {
        throw new IOException("status " + status);
      }
      return body;
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
