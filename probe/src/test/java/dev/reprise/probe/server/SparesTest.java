package dev.reprise.probe.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.SpareEnded;
import dev.reprise.tls.SpareOutcome;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spares at servers that wait for a request for a short time only, or take few connections. */
class SparesTest {

  @TempDir Path folder;
  private final List<SpareEnded> ended = new CopyOnWriteArrayList<>();
  private Site site;
  private ResumingSslSocketFactory factory;

  @BeforeEach
  void makeSite() {
    site = Site.in(folder);
  }

  @AfterEach
  void closeSpares() {
    if (factory != null) {
      factory.closeSpares();
    }
  }

  private void factory(int spares) {
    factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .trustManagers(site.trust())
                .maxSparesPerPeer(spares)
                .spareLifetime(Duration.ofSeconds(60))
                .addListener(
                    new TlsListener() {
                      @Override
                      public void spareEnded(SpareEnded event) {
                        ended.add(event);
                      }
                    })
                .build());
  }

  private String call(String url) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) new URL(url).openConnection();
    connection.setSSLSocketFactory(factory);
    connection.setConnectTimeout(60_000);
    connection.setReadTimeout(60_000);
    connection.setRequestProperty("Connection", "close");
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private List<SpareEnded> unused() {
    return ended.stream().filter(event -> event.outcome() != SpareOutcome.USED).toList();
  }

  private void callUntilOneWaits(String url) throws IOException {
    for (int i = 0; i < 3 || factory.readySpares() == 0; i++) {
      assertThat(i).as(ended::toString).isLessThan(1000);
      assertThat(call(url)).contains("<ok/>");
    }
  }

  private void learnsTheLimit(String url) throws Exception {
    factory(1);
    callUntilOneWaits(url);
    Eventually.holds(() -> !unused().isEmpty());
    SpareEnded first = unused().get(0);
    assertThat(first.outcome()).as(first::toString).isEqualTo(SpareOutcome.ENDED_BY_PEER);
    callUntilOneWaits(url);
    Eventually.holds(() -> unused().size() > 1);
    SpareEnded second = unused().get(1);
    assertThat(second.outcome()).as(second::toString).isEqualTo(SpareOutcome.EXPIRED);
    assertThat(second.age()).isLessThan(first.age());
  }

  @Test
  void nginx() throws Exception {
    try (Server server = Server.nginx(site, "client_header_timeout 2s;")) {
      learnsTheLimit(server.url());
    }
  }

  @Test
  void haproxy() throws Exception {
    try (Server server = Server.haproxy(site, "", "timeout http-request 2s")) {
      learnsTheLimit(server.url());
    }
  }

  @Test
  void apache() throws Exception {
    try (Server server = Server.apache(site, "RequestReadTimeout handshake=10 header=2")) {
      learnsTheLimit(server.url());
    }
  }

  @Test
  void tomcat() throws Exception {
    try (EmbeddedTomcat server =
        new EmbeddedTomcat(site, "TLSv1.3", Map.of("connectionTimeout", "2000"))) {
      learnsTheLimit(server.url());
    }
  }

  @Test
  void go() throws Exception {
    try (Server server = Server.go(site, "wait close")) {
      learnsTheLimit(server.url());
    }
  }

  /** Spares would keep all its places, until their time is over. */
  @Test
  void aTomcatThatTakesTwoConnectionsAtATimeKeepsNobodyWaiting() throws Exception {
    try (EmbeddedTomcat server =
        new EmbeddedTomcat(
            site, "TLSv1.3", Map.of("maxConnections", "2", "connectionTimeout", "60000"))) {
      factory(4);
      ExecutorService threads = Executors.newFixedThreadPool(3);
      try {
        Callable<Integer> calls =
            () -> {
              for (int i = 0; i < 10; i++) {
                assertThat(call(server.url())).contains("<ok/>");
              }
              return 10;
            };
        for (Future<Integer> done : threads.invokeAll(List.of(calls, calls, calls))) {
          assertThat(done.get(120, TimeUnit.SECONDS)).isEqualTo(10);
        }
        assertThat(unused())
            .allSatisfy(e -> assertThat(e.age()).isLessThan(Duration.ofSeconds(48)));
      } finally {
        threads.shutdownNow();
      }
    }
  }
}
