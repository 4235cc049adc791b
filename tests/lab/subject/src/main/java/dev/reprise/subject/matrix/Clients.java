package dev.reprise.subject.matrix;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.subject.Authority;
import dev.reprise.subject.CountingTrustManager;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSession;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.SystemDefaultDnsResolver;
import org.apache.http.protocol.HttpCoreContext;

/** Makes the clients, each with a session cache of its own, alike but for what is compared. */
final class Clients {

  private static final int CONNECT_MILLIS = 20_000;
  private static final int READ_MILLIS = 30_000;

  /** Servers on this busy machine may be late to close; what is measured is who closes how. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

  private Clients() {}

  static HttpClientBuilder stock(
      ProbeRequest request, CountingTrustManager trust, Set<String> protocols)
      throws GeneralSecurityException {
    return common(protocols)
        .setSSLSocketFactory(
            new SSLConnectionSocketFactory(
                Authority.newContext(trust),
                orDefault(request.protocols),
                orDefault(request.cipherSuites),
                SSLConnectionSocketFactory.getDefaultHostnameVerifier()))
        .setDnsResolver(resolver(request))
        .setDefaultSocketConfig(socketConfig())
        .setMaxConnPerRoute(request.threads)
        .setMaxConnTotal(request.threads);
  }

  static HttpClientBuilder reprise(
      ProbeRequest request,
      CountingTrustManager trust,
      Set<String> protocols,
      TlsStatistics statistics) {
    TlsSettings.Builder tls =
        TlsSettings.builder().trustManagers(trust).closeWait(CLOSE_WAIT).addListener(statistics);
    if (request.protocols.length > 0) {
      tls.protocols(request.protocols).cipherSuites(request.cipherSuites);
    }
    ResumingConnectionManager manager =
        ResumingConnectionManager.builder()
            .tls(tls.build())
            .dnsResolver(resolver(request))
            .maxPerRoute(request.threads)
            .maxTotal(request.threads)
            .build();
    manager.setDefaultSocketConfig(socketConfig());
    return common(protocols).setConnectionManager(manager);
  }

  private static String[] orDefault(String[] names) {
    return names.length == 0 ? null : names;
  }

  private static HttpClientBuilder common(Set<String> protocols) {
    return HttpClients.custom()
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectTimeout(CONNECT_MILLIS)
                .setSocketTimeout(READ_MILLIS)
                .setConnectionRequestTimeout(READ_MILLIS)
                .build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .addInterceptorFirst(noteProtocol(protocols));
  }

  /** Gives one address to each who asks, in turn, as a DNS server that spreads load does. */
  private static DnsResolver resolver(ProbeRequest request) {
    if (request.addresses.isEmpty()) {
      return SystemDefaultDnsResolver.INSTANCE;
    }
    AtomicInteger turn = new AtomicInteger();
    return host -> {
      int next = Math.floorMod(turn.getAndIncrement(), request.addresses.size());
      InetAddress address = InetAddress.getByName(request.addresses.get(next));
      return new InetAddress[] {InetAddress.getByAddress(host, address.getAddress())};
    };
  }

  private static SocketConfig socketConfig() {
    return SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(READ_MILLIS).build();
  }

  private static HttpResponseInterceptor noteProtocol(Set<String> protocols) {
    return (response, context) -> {
      SSLSession session =
          HttpCoreContext.adapt(context)
              .getConnection(ManagedHttpClientConnection.class)
              .getSSLSession();
      if (session != null) {
        protocols.add(session.getProtocol());
      }
    };
  }
}
