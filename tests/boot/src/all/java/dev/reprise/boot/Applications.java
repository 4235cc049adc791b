package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.reprise.junit.ClosingServer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.testkit.Answer;
import dev.reprise.tls.PeerStatistics;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** Starts applications that call a closing server, and looks at what both sides counted. */
abstract class Applications {

  /** Calls of a test. One full handshake is the least that they can do with. */
  static final int CALLS = 5;

  /**
   * The JVM's own trust store knows this server alone. It is read once, so all classes share it.
   */
  static final ClosingServer KNOWN = server();

  /** A server that only the application's own properties can trust. */
  static final ClosingServer STRANGER = server();

  /** Of the slices, in which nothing is loaded. */
  static final String TRUST = "reprise.ssl.trust-store=/nowhere/trust.p12";

  static final String KEYS = "reprise.clients.bank.ssl.key-store=/nowhere/client.p12";
  static final String PASSWORD = "reprise.clients.bank.ssl.key-store-password=${BANK_PASSWORD}";

  static {
    System.setProperty("javax.net.ssl.trustStore", KNOWN.trustStore().toString());
    System.setProperty("javax.net.ssl.trustStorePassword", ClosingServer.PASSWORD);
  }

  /** They end with the last class of the JVM. */
  @RegisterExtension
  static final BeforeAllCallback SERVERS =
      context -> {
        KNOWN.beforeAll(context.getRoot());
        STRANGER.beforeAll(context.getRoot());
      };

  final ClosingServer provider;

  Applications(ClosingServer provider) {
    this.provider = provider;
  }

  @BeforeEach
  void forgetCounts() {
    provider.reset();
  }

  static ClosingServer server() {
    return ClosingServer.tls().answering(answer());
  }

  static Answer answer() {
    return Answer.ok(
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                + "<s:Body><pong xmlns='urn:test'/></s:Body></s:Envelope>")
        .with("Content-Type", "text/xml");
  }

  static void assumeBoot(double since) {
    assumeThat(boot()).isGreaterThanOrEqualTo(since);
  }

  static double boot() {
    return Double.parseDouble(
        SpringBootVersion.getVersion().replaceFirst("^(\\d+\\.\\d+).*", "$1"));
  }

  static ConfigurableApplicationContext start(String... properties) {
    return start(Plain.class, properties);
  }

  static ConfigurableApplicationContext start(Class<?> application, String... properties) {
    return builder(application).properties(properties).run();
  }

  static SpringApplicationBuilder builder(Class<?> application) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .logStartupInfo(false);
  }

  String[] trusting(String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    all.add("reprise.ssl.trust-store=" + provider.trustStore());
    all.add("reprise.ssl.trust-store-password=" + ClosingServer.PASSWORD);
    return all.toArray(new String[0]);
  }

  void call(ClientHttpRequestFactory requests) {
    RestTemplate template = new RestTemplate(requests);
    for (int i = 0; i < CALLS; i++) {
      assertThat(template.postForObject(provider.uri(), "<ping/>", String.class)).contains("pong");
    }
  }

  void assertResumed(ApplicationContext context) {
    assertResumed(context.getBean(RepriseClient.class));
  }

  /** Calls went through Reprise: both sides counted one full handshake, all others resumed. */
  void assertResumed(RepriseClient client) {
    // What an engine has resumed is known when its lane is next looked at.
    client.sslContext().laneCounts();
    PeerStatistics seen = client.statistics().total();
    assertThat(seen.full()).as("full handshakes by the client's count").isEqualTo(1);
    assertThat(seen.resumed()).as("resumed by the client's count").isEqualTo(CALLS - 1);
    assertThat(provider.requests()).as("requests by the server's count").hasSize(CALLS);
    assertThat(provider.fullHandshakes()).as("full handshakes by the server's").isEqualTo(1);
    assertThat(provider.resumedHandshakes()).as("resumed by the server's").isEqualTo(CALLS - 1);
  }

  /** Calls reached the provider, and not through Reprise. */
  void assertPassedBy(ApplicationContext context) {
    PeerStatistics seen = context.getBean(RepriseClient.class).statistics().total();
    assertThat(provider.requests()).as("requests by the server's count").hasSize(CALLS);
    assertThat(seen.full() + seen.resumed()).as("handshakes by Reprise's count").isZero();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Plain {}
}
