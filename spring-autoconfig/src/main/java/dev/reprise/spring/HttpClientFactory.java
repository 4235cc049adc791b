package dev.reprise.spring;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.springframework.util.StringUtils;

/** Makes the connection manager and the client from properties. */
final class HttpClientFactory {

  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(24);
  private static final int PORTS = 65_535;

  private final String prefix;
  private final ClientProperties properties;

  HttpClientFactory(ClientConfiguration client) {
    this.prefix = client.prefix();
    this.properties = client.properties();
  }

  ResumingConnectionManager connectionManager(ResumingSslSocketFactory sockets) {
    PoolProperties pool = properties.getPool();
    ResumingConnectionManager.Builder builder =
        ResumingConnectionManager.builder()
            .socketFactory(sockets)
            .maxTotal(Limits.within(prefix + ".pool.max-total", pool.getMaxTotal(), 1, PORTS))
            .maxPerRoute(
                Limits.within(prefix + ".pool.max-per-route", pool.getMaxPerRoute(), 1, PORTS))
            .validateAfterInactivity(
                Limits.within(
                    prefix + ".pool.validate-after-inactivity",
                    pool.getValidateAfterInactivity(),
                    Duration.ZERO,
                    LONGEST));
    if (pool.getTimeToLive() != null) {
      builder.timeToLive(
          Limits.within(prefix + ".pool.time-to-live", pool.getTimeToLive(), MILLISECOND, LONGEST));
    }
    ResumingConnectionManager manager = builder.build();
    if (proxy() != null) {
      // The answer to CONNECT is awaited before the request's own timeout is in force.
      manager.setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(readTimeout()).build());
    }
    return manager;
  }

  HttpClientBuilder client(HttpClientConnectionManager manager) {
    HttpClientBuilder builder =
        HttpClients.custom()
            .setConnectionManager(manager)
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectTimeout(
                        timeout(
                            "connect", properties.getTimeouts().getConnect(), Duration.ofHours(1)))
                    .setSocketTimeout(readTimeout())
                    .setConnectionRequestTimeout(
                        timeout("lease", properties.getTimeouts().getLease(), Duration.ofHours(1)))
                    .build());
    Duration idle =
        Limits.within(
            prefix + ".pool.evict-idle-after",
            properties.getPool().getEvictIdleAfter(),
            Duration.ZERO,
            LONGEST);
    if (!idle.isZero()) {
      builder.evictIdleConnections(Math.max(1, idle.toMillis()), TimeUnit.MILLISECONDS);
    }
    HttpHost proxy = proxy();
    if (proxy != null) {
      builder.setProxy(proxy);
      if (StringUtils.hasText(properties.getProxy().getUsername())) {
        builder.setDefaultCredentialsProvider(credentials(proxy));
      }
    }
    return builder;
  }

  private int readTimeout() {
    return timeout("read", properties.getTimeouts().getRead(), Duration.ofDays(1));
  }

  private int timeout(String name, Duration value, Duration most) {
    return (int) Limits.within(prefix + ".timeouts." + name, value, MILLISECOND, most).toMillis();
  }

  /** Null for none. */
  private HttpHost proxy() {
    ProxyProperties proxy = properties.getProxy();
    if (!StringUtils.hasText(proxy.getHost())) {
      if (proxy.getPort() != null
          || StringUtils.hasText(proxy.getUsername())
          || StringUtils.hasText(proxy.getPassword())) {
        throw new RepriseConfigurationException(
            prefix + ".proxy.host",
            "it is not set, but other properties of the proxy are",
            "Set it, or remove the other properties of " + prefix + ".proxy");
      }
      return null;
    }
    if (!isHost(proxy.getHost())) {
      throw new RepriseConfigurationException(
          prefix + ".proxy.host",
          "'" + proxy.getHost() + "' is not a host name",
          "Give the name or address alone, without a scheme, and the port in "
              + prefix
              + ".proxy.port");
    }
    if (proxy.getPort() == null) {
      throw new RepriseConfigurationException(
          prefix + ".proxy.port",
          "it is not set, but " + prefix + ".proxy.host is",
          "Set it to the port of the proxy, such as 3128");
    }
    if (StringUtils.hasText(proxy.getUsername()) != StringUtils.hasText(proxy.getPassword())) {
      boolean named = StringUtils.hasText(proxy.getUsername());
      throw new RepriseConfigurationException(
          prefix + (named ? ".proxy.password" : ".proxy.username"),
          "it is not set, but the " + (named ? "user name" : "password") + " is",
          "Set both, or neither");
    }
    return new HttpHost(
        proxy.getHost(), Limits.within(prefix + ".proxy.port", proxy.getPort(), 1, PORTS));
  }

  /** Neither a URL nor host:port; IPv6 addresses have several colons. */
  private static boolean isHost(String host) {
    int colon = host.indexOf(':');
    return host.indexOf('/') < 0 && (colon < 0 || colon != host.lastIndexOf(':'));
  }

  private BasicCredentialsProvider credentials(HttpHost proxy) {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(proxy),
        new UsernamePasswordCredentials(
            properties.getProxy().getUsername(), properties.getProxy().getPassword()));
    return credentials;
  }
}
