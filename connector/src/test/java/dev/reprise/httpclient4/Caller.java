package dev.reprise.httpclient4;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
final class Caller implements AutoCloseable {

  /** Far above anything that a test waits for. */
  static final RequestConfig PATIENT =
      RequestConfig.custom().setConnectTimeout(30_000).setSocketTimeout(30_000).build();

  /** A close timeout that a server's close is sure to come within, on a slow machine too. */
  static final Duration LONG_WAIT = Duration.ofSeconds(20);

  /** Far above any work to be done, far below the waits and timeouts above. */
  static final Duration AT_ONCE = Duration.ofSeconds(5);

  final ResumingConnectionManager manager;
  final CloseableHttpClient http;
  final TlsStatistics statistics = new TlsStatistics();
  final List<CloseOutcome> closes = new CopyOnWriteArrayList<>();
  final List<Duration> closeTimes = new CopyOnWriteArrayList<>();
  final List<Handshake> handshakes = new CopyOnWriteArrayList<>();

  Caller(
      TlsSettings.Builder tls,
      Consumer<ResumingConnectionManager.Builder> pool,
      Consumer<HttpClientBuilder> client) {
    tls.addListener(statistics).addListener(new Recorder());
    ResumingConnectionManager.Builder connections =
        ResumingConnectionManager.builder().tls(tls.build()).maxTotal(256).maxPerRoute(256);
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

  int leased() {
    return manager.getTotalStats().getLeased();
  }

  int available() {
    return manager.getTotalStats().getAvailable();
  }

  @Override
  public void close() throws IOException {
    http.close();
  }

  /** How connections were closed, as soon as so many are told of, which another thread may do. */
  List<CloseOutcome> closes(int count) {
    while (closes.size() < count) {
      Thread.onSpinWait();
    }
    return closes;
  }

  private final class Recorder implements TlsListener {
    @Override
    public void handshakeCompleted(HandshakeCompleted event) {
      handshakes.add(event.handshake());
    }

    @Override
    public void closed(ConnectionClosed event) {
      closes.add(event.outcome());
      closeTimes.add(event.duration());
    }
  }
}
