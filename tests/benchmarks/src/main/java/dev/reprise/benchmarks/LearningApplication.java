package dev.reprise.benchmarks;

import dev.reprise.benchmarks.calls.Clients;
import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.PacedLoop;
import dev.reprise.benchmarks.calls.Prepared;
import dev.reprise.benchmarks.calls.Target;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.TlsSettingsCustomizer;
import dev.reprise.subject.Session;
import dev.reprise.testkit.CountingTrustManager;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.util.EntityUtils;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The paced loop in an application of Spring MVC that learns which of its requests lead to calls:
 * each call is made by the handler of a request, which measures it. The handlers are alike.
 */
@EnableAutoConfiguration
@RestController
public class LearningApplication {

  /** From when the application is ready until its first request comes, in milliseconds. */
  private static final int IDLE = 1_000;

  private static final Map<Kind, Session> CALLS = new EnumMap<>(Kind.class);
  private static volatile int port;
  private static volatile int query;

  public static void main(String[] args) {
    PacedLoop.hold(LearningApplication::open);
  }

  /** A client whose calls are those of a handler, in one application for all kinds. */
  static Session open(Kind kind, Target target, CountingTrustManager trust) throws Exception {
    query = target.queryMillis;
    if (!kind.isReprise()) {
      CALLS.put(kind, Clients.open(kind, target, trust));
      return Session.of(() -> request(kind));
    }
    ConfigurableApplicationContext application = start(target, trust);
    port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    RepriseClients clients = application.getBean(RepriseClients.class);
    HttpClient http = clients.get(RepriseClients.DEFAULT, HttpClient.class);
    CALLS.put(kind, Session.of(() -> post(http, target)));
    Thread.sleep(IDLE);
    RepriseClient client = application.getBean(RepriseClient.class);
    return new Prepared(
        Session.of(() -> request(kind), application),
        client.socketFactory(),
        client.statistics(),
        target.url);
  }

  private static String post(HttpClient http, Target target) throws IOException {
    HttpPost post = new HttpPost(target.url);
    post.setEntity(new StringEntity(Target.envelope(), ContentType.parse(target.type)));
    return http.execute(
        post,
        response ->
            Session.checked(
                response.getStatusLine().getStatusCode(),
                EntityUtils.toString(response.getEntity())));
  }

  private static ConfigurableApplicationContext start(Target target, CountingTrustManager trust) {
    TlsSettingsCustomizer customizer = (client, settings) -> settings.trustManagers(trust);
    return new SpringApplicationBuilder(LearningApplication.class)
        .initializers(
            context ->
                ((GenericApplicationContext) context)
                    .registerBean(TlsSettingsCustomizer.class, () -> customizer))
        .properties(
            "server.port=0",
            "reprise.pool.max-per-route=" + target.threads,
            "reprise.http-client=httpclient4",
            "reprise.preconnect.learn=true",
            "reprise.preconnect.max-per-peer=1",
            "reprise.preconnect.at-start=" + (target.atStart ? target.url : ""))
        .run();
  }

  private static String request(Kind kind) throws Exception {
    URI uri = URI.create("http://localhost:" + port + "/" + kind);
    try (InputStream answer = uri.toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @GetMapping("/httpclient4")
  String without() throws Exception {
    return nanos(Kind.HTTPCLIENT4);
  }

  @GetMapping("/reprise-httpclient4")
  String learned() throws Exception {
    return nanos(Kind.REPRISE_HTTPCLIENT4);
  }

  @GetMapping("/keep-alive")
  String kept() throws Exception {
    return nanos(Kind.KEEP_ALIVE);
  }

  private static String nanos(Kind kind) throws Exception {
    Thread.sleep(query);
    long start = System.nanoTime();
    CALLS.get(kind).call();
    return String.valueOf(System.nanoTime() - start);
  }
}
