package dev.reprise.lab.soak;

import dev.reprise.lab.soak.Reply.Setup;
import dev.reprise.subject.Authority;
import dev.reprise.subject.Equipment;
import dev.reprise.subject.HttpClient4;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import dev.reprise.tls.TruncatedStreamException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.http.ConnectionClosedException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.util.EntityUtils;

/** HttpClient 4.5 over Reprise with default TLS settings; counts how calls end. Thread-safe. */
final class SoakedClient {

  /** One of 20 requests has a fault, each in its turn. */
  static final List<Fault> FAULTS =
      List.of(
          Fault.CLOSE_WITHOUT_CLOSE_NOTIFY,
          Fault.RESET_AFTER_RESPONSE,
          Fault.HOLD_OPEN,
          Fault.STALL,
          Fault.TRUNCATE_LENGTH,
          Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY,
          Fault.DATA_AFTER_RESPONSE);

  private static final int ONE_OF = 20;

  /** How calls may end other than with the response. */
  private static final Map<Fault, Set<String>> ENDINGS =
      Map.of(
          // The reset may overtake the end of the response.
          Fault.RESET_AFTER_RESPONSE, Set.of("response", "reset"),
          Fault.STALL, Set.of("read timeout"),
          Fault.TRUNCATE_LENGTH, Set.of("truncated"),
          Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY, Set.of("truncated"));

  private static final String BODY = "<quote>" + "<item/>".repeat(80) + "</quote>";
  private static final RequestConfig IMPATIENT =
      RequestConfig.copy(HttpClient4.timeouts((int) Equipment.TIMEOUT.toMillis()))
          .setSocketTimeout(500)
          .build();

  final TlsStatistics statistics = new TlsStatistics();
  final Map<String, Map<String, Long>> endings = new ConcurrentSkipListMap<>();
  final Map<String, Long> unexpected = new ConcurrentSkipListMap<>();
  private final boolean withPreconnections;
  private final String url;
  private final Equipment given;
  private final HttpClient4 client;

  SoakedClient(Setup setup) throws GeneralSecurityException, IOException {
    withPreconnections = setup.variant().preconnections > 0;
    url = setup.url();
    X509ExtendedTrustManager trust =
        Authority.trust(setup.authority().getBytes(StandardCharsets.US_ASCII));
    given =
        new Equipment(
            trust,
            TlsSettings.builder()
                .trustManagers(trust)
                .addListener(statistics)
                .maxPreconnectionsPerPeer(setup.variant().preconnections)
                .preconnectionLifetime(Duration.ofMillis(500))
                .build());
    given.connections = setup.variant().connections;
    client = new HttpClient4(given);
  }

  void call(int request) {
    Fault fault = faultOf(request);
    HttpPost post = new HttpPost(url);
    post.setEntity(new StringEntity(BODY, ContentType.TEXT_XML));
    post.setHeader(TlsPeer.FAULT, fault.label());
    if (fault == Fault.STALL) {
      post.setConfig(IMPATIENT);
    }
    try (CloseableHttpResponse response = client.http.execute(post)) {
      EntityUtils.toByteArray(response.getEntity());
      int status = response.getStatusLine().getStatusCode();
      count(fault, status == 200 ? "response" : "other", "status " + status);
    } catch (IOException e) {
      count(fault, ending(e), e.toString());
    }
  }

  /**
   * With preconnected connections none stalls, for a call that times out on a preconnected
   * connection means none for a minute.
   */
  private Fault faultOf(int request) {
    Fault fault = request % ONE_OF == 0 ? FAULTS.get(request / ONE_OF % FAULTS.size()) : Fault.NONE;
    return withPreconnections && fault == Fault.STALL ? Fault.NONE : fault;
  }

  private static String ending(IOException failure) {
    if (failure instanceof TruncatedStreamException
        || failure instanceof ConnectionClosedException) {
      return "truncated";
    }
    if (failure.getClass() == SocketTimeoutException.class) {
      return "read timeout";
    }
    boolean reset = String.valueOf(failure.getMessage()).contains("reset");
    return failure instanceof SocketException && reset ? "reset" : "other";
  }

  private void count(Fault fault, String ending, String words) {
    endings
        .computeIfAbsent(fault.label(), f -> new ConcurrentHashMap<>())
        .merge(ending, 1L, Long::sum);
    if (!ENDINGS.getOrDefault(fault, Set.of("response")).contains(ending)) {
      unexpected.merge(fault.label() + ": " + words, 1L, Long::sum);
    }
  }

  LaneCounts lanes() {
    return given.resumingSockets().laneCounts();
  }

  int preconnections() {
    return given.resumingSockets().readyPreconnections();
  }

  int leases() {
    return client.pool.getTotalStats().getLeased();
  }

  void close() throws IOException {
    client.close();
  }
}
