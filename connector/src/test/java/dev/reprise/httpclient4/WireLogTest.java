package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.reprise.testkit.TlsPeer;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Who switches HttpClient's logs of the wire on sees what HttpClient by itself would log. */
@Tag("each-httpclient")
class WireLogTest {

  @RegisterExtension final Callers callers = new Callers();

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void startLog() {
    log.start();
  }

  @AfterEach
  void stopLog() {
    for (String name : List.of("org.apache.http.wire", "org.apache.http.headers")) {
      logger(name).setLevel(null);
      logger(name).setAdditive(true);
      logger(name).detachAppender(log);
    }
  }

  private static Logger logger(String name) {
    return (Logger) LoggerFactory.getLogger(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.apache.http.wire", "org.apache.http.headers"})
  void isThatOfTheStockFactory(String name) throws Exception {
    TlsPeer peer = callers.peer("TLSv1.3");
    logger(name).setLevel(Level.DEBUG);
    logger(name).setAdditive(false);
    logger(name).addAppender(log);

    try (CloseableHttpClient stock = HttpClients.custom().setSSLContext(callers.stock()).build()) {
      post(stock, peer.url());
    }
    List<String> expected = lines();
    log.list.clear();
    post(callers.with(callers.trusting()).http, peer.url());

    assertThat(expected).anyMatch(line -> line.contains("POST / HTTP/1.1"));
    assertThat(expected).anyMatch(line -> line.contains("HTTP/1.1 200 OK"));
    assertThat(lines()).isEqualTo(expected);
  }

  private static void post(CloseableHttpClient client, String url) throws Exception {
    HttpPost request = new HttpPost(url);
    request.setEntity(new StringEntity("<a/>", ContentType.TEXT_XML));
    String body = client.execute(request, response -> EntityUtils.toString(response.getEntity()));
    assertThat(body).isEqualTo(TlsPeer.BODY);
  }

  /** What was logged, without the connections' numbers. */
  private List<String> lines() {
    return log.list.stream()
        .map(event -> event.getFormattedMessage().replaceFirst("http-outgoing-\\d+", "connection"))
        .collect(Collectors.toList());
  }
}
