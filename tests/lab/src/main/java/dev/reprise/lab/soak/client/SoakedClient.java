package dev.reprise.lab.soak.client;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.subject.Authority;
import dev.reprise.subject.faults.PeerControl;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.config.SocketConfig;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** HttpClient 4.5 over Reprise with default TLS settings; counts how calls end. Thread-safe. */
final class SoakedClient {

  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int SPARE_MILLIS = 500;
  private static final long SPARES_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int STALL_TIMEOUT_MILLIS = 500;
  private static final String BODY = "<quote>" + "<item/>".repeat(80) + "</quote>";
  private static final RequestConfig PATIENT =
      RequestConfig.custom()
          .setConnectTimeout(TIMEOUT_MILLIS)
          .setConnectionRequestTimeout(TIMEOUT_MILLIS)
          .setSocketTimeout(TIMEOUT_MILLIS)
          .build();
  private static final RequestConfig IMPATIENT =
      RequestConfig.copy(PATIENT).setSocketTimeout(STALL_TIMEOUT_MILLIS).build();

  private final PeerControl server;
  private final boolean withSpares;
  private final TlsStatistics statistics = new TlsStatistics();
  private final Map<String, Map<String, LongAdder>> endings = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> unexpected = new ConcurrentHashMap<>();
  private final ResumingConnectionManager manager;
  private final CloseableHttpClient http;

  SoakedClient(Setup setup) throws GeneralSecurityException, IOException {
    server = new PeerControl(setup.controlPort(), setup.tls());
    withSpares = setup.spares() > 0;
    manager =
        ResumingConnectionManager.builder()
            .tls(
                TlsSettings.builder()
                    .trustManagers(
                        Authority.trust(
                            new ByteArrayInputStream(
                                Base64.getDecoder().decode(server.authority()))))
                    .addListener(statistics)
                    .maxSparesPerPeer(setup.spares())
                    .spareLifetime(Duration.ofMillis(SPARE_MILLIS))
                    .build())
            .maxTotal(setup.connections())
            .maxPerRoute(setup.connections())
            .build();
    manager.setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(TIMEOUT_MILLIS).build());
    http =
        HttpClients.custom()
            .setConnectionManager(manager)
            .setDefaultRequestConfig(PATIENT)
            .disableAutomaticRetries()
            .build();
  }

  void call(int request) {
    Fault fault = FaultMix.of(request, withSpares);
    HttpPost post = new HttpPost(server.url());
    post.setEntity(new StringEntity(BODY, ContentType.TEXT_XML));
    post.setHeader(TlsPeer.FAULT, fault.label());
    if (fault == Fault.STALL) {
      post.setConfig(IMPATIENT);
    }
    try (CloseableHttpResponse response = http.execute(post)) {
      EntityUtils.toByteArray(response.getEntity());
      int status = response.getStatusLine().getStatusCode();
      count(fault, status == 200 ? Ending.RESPONSE : Ending.OTHER, "status " + status);
    } catch (IOException e) {
      count(fault, Ending.of(e), e.toString());
    }
  }

  private void count(Fault fault, Ending ending, String words) {
    endings
        .computeIfAbsent(fault.label(), f -> new ConcurrentHashMap<>())
        .computeIfAbsent(ending.label(), e -> new LongAdder())
        .increment();
    if (!FaultMix.accountsFor(fault, ending)) {
      unexpected.computeIfAbsent(fault.label() + ": " + words, w -> new LongAdder()).increment();
    }
  }

  Map<String, Map<String, Long>> endings() {
    Map<String, Map<String, Long>> sums = new TreeMap<>();
    endings.forEach((fault, by) -> sums.put(fault, sums(by)));
    return sums;
  }

  Map<String, Long> unexpected() {
    return sums(unexpected);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> adders) {
    Map<String, Long> sums = new TreeMap<>();
    adders.forEach((key, adder) -> sums.put(key, adder.sum()));
    return sums;
  }

  PeerStatistics statistics() {
    return statistics.total();
  }

  String url() {
    return server.url();
  }

  LaneCounts lanes() {
    return manager.socketFactory().laneCounts();
  }

  int spares() {
    return manager.socketFactory().readySpares();
  }

  /** With no request under way: until the spares have ended of themselves, and their threads. */
  void awaitEndOfSpares() throws InterruptedException {
    long deadline = System.nanoTime() + SPARES_PATIENCE_NANOS;
    while (withSpares
        && (spares() > 0 || lanes().leased() > 0 || new PlatformThreads().hasNamed("reprise-spare"))
        && System.nanoTime() - deadline < 0) {
      Thread.sleep(10);
    }
  }

  int leases() {
    return manager.getTotalStats().getLeased();
  }

  void close() throws IOException {
    http.close();
    server.close();
  }
}
