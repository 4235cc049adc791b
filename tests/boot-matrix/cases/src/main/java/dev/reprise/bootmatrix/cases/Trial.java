package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsStatistics;
import java.util.Arrays;
import org.json.JSONObject;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** One run of a case: starts its applications, checks what was counted, and keeps what was seen. */
final class Trial {

  /** Calls of a trial. One full handshake is the least that they can do with. */
  static final int CALLS = 5;

  private final Provider provider;
  private final JSONObject seen = new JSONObject();

  Trial(Provider provider) {
    this.provider = provider;
  }

  Provider provider() {
    return provider;
  }

  JSONObject seen() {
    return seen;
  }

  /** Keeps an observation for the report. */
  void note(String name, Object value) {
    seen.put(name, value);
  }

  /** An application with Boot's auto-configuration and no configuration of its own. */
  ConfigurableApplicationContext start(String... properties) {
    return start(Application.class, properties);
  }

  ConfigurableApplicationContext start(Class<?> application, String... properties) {
    return quiet(application).properties(properties).run();
  }

  /** An application that logs nothing of its own start. */
  static SpringApplicationBuilder quiet(Class<?> application) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .logStartupInfo(false);
  }

  /** Properties by which Reprise trusts the provider, where the JVM's trust store does not. */
  String[] trusting(String... more) {
    String[] all = Arrays.copyOf(more, more.length + 2);
    all[more.length] = "reprise.ssl.trust-store=" + provider.trustStore();
    all[more.length + 1] = "reprise.ssl.trust-store-password=" + Provider.PASSWORD;
    return all;
  }

  /** What the server has counted, kept for the report with the client's count. */
  Counts serverCounts(Counts client) throws Exception {
    Counts server = provider.counts();
    note("client", client.toJson());
    note("server", server.toJson());
    return server;
  }

  /** Calls went through Reprise: both sides counted one full handshake, all others resumed. */
  void assertResumed(ApplicationContext context) throws Exception {
    assertResumed(Counts.of(context.getBean(TlsStatistics.class).total()));
  }

  void assertResumed(Counts client) throws Exception {
    Counts server = serverCounts(client);
    assertThat(client.full()).as("full handshakes by the client's count").isEqualTo(1);
    assertThat(client.resumed()).as("resumed by the client's count").isEqualTo(CALLS - 1);
    assertThat(server.requests()).as("requests by the server's count").isEqualTo(CALLS);
    assertThat(server.full()).as("full handshakes by the server's count").isEqualTo(1);
    assertThat(server.resumed()).as("resumed by the server's count").isEqualTo(CALLS - 1);
  }

  /** Calls reached the provider, and not through Reprise. */
  void assertPassedBy(ApplicationContext context) throws Exception {
    Counts client = Counts.of(context.getBean(TlsStatistics.class).total());
    Counts server = serverCounts(client);
    assertThat(server.requests()).as("requests by the server's count").isEqualTo(CALLS);
    assertThat(client.full() + client.resumed()).as("handshakes by Reprise's count").isZero();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}
}
