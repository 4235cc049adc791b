package dev.reprise.spring;

import static dev.reprise.spring.WithBoot.FOUR;
import static dev.reprise.spring.WithBoot.MOCKS;
import static dev.reprise.spring.WithBoot.callByWebClient;
import static dev.reprise.spring.WithBoot.statistics;
import static dev.reprise.spring.WithBoot.trusting;
import static dev.reprise.spring.WithBoot.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;

/** WebClient over the asynchronous HttpClient 5, beside what it is without Reprise. */
@EnabledIf("dev.reprise.spring.WithBoot#isThere")
public class WithReactiveHttpClient5Test extends AgainstPeer {

  private static final int CALLS = 4;

  private static ApplicationContextRunner runner(String... absent) {
    return without(absent)
        .withPropertyValues("spring.http.reactiveclient.connector=http-components");
  }

  private ApplicationContextRunner withBundle(boolean enabled) {
    return runner(MOCKS)
        .withPropertyValues(
            "reprise.enabled=" + enabled, "spring.http.reactiveclient.ssl.bundle=partner")
        .withPropertyValues(stores.bundle());
  }

  @Test
  void webClientsResume() {
    trusting(runner(FOUR, MOCKS), stores)
        .run(
            context -> {
              assertThat(context)
                  .getBean(ClientHttpConnector.class)
                  .isInstanceOf(HttpComponentsClientHttpConnector.class);
              callByWebClient(context, peer.uri("/answer"), CALLS + 1);
              assertThat(statistics(context).total().full()).isEqualTo(1);
              // The last one is known to be resumed when there is another.
              assertThat(statistics(context).total().resumed()).isEqualTo(CALLS - 1);
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBundleCounts(boolean enabled) {
    withBundle(enabled)
        .run(
            context -> {
              callByWebClient(context, peer.uri("/answer"), CALLS);
              if (enabled) {
                assertThat(statistics(context).total().full()).isEqualTo(1);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCertificateOfAnotherHostIsRefused(boolean enabled) {
    URI other = URI.create("https://127.0.0.2:" + peer.uri("/").getPort() + "/answer");
    withBundle(enabled)
        .run(
            context ->
                assertThatThrownBy(() -> callByWebClient(context, other, 1))
                    .hasStackTraceContaining("subject alternative names"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutABundleNobodyIsTrustedWhomTheJdkDoesNotTrust(boolean enabled) {
    runner(MOCKS)
        .withPropertyValues(
            "reprise.enabled=" + enabled,
            "reprise.ssl.trust-store=" + stores.trust(),
            "reprise.ssl.trust-store-password=" + Stores.PASSWORD)
        .run(
            context ->
                assertThatThrownBy(() -> callByWebClient(context, peer.uri("/answer"), 1))
                    .hasStackTraceContaining("PKIX"));
  }

  /** HttpClient as Boot makes it looks at the system property. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theProtocolsOfTheJvmCount(boolean enabled) {
    runner(MOCKS)
        .withSystemProperties("https.protocols=TLSv1.1")
        .withPropertyValues("reprise.enabled=" + enabled)
        .run(
            context ->
                assertThatThrownBy(() -> callByWebClient(context, peer.uri("/answer"), 1))
                    .hasStackTraceContaining("No appropriate protocol"));
  }
}
