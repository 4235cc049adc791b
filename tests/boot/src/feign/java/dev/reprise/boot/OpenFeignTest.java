package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.junit.ClosingServer;
import dev.reprise.spring.RepriseClients;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.bind.annotation.PostMapping;

/** OpenFeign beside the starter: it keeps the client, the trust and the connections of its own. */
class OpenFeignTest extends Applications {

  OpenFeignTest() {
    super(KNOWN);
  }

  @Test
  void feignsOwnClientCalls() {
    try (ConfigurableApplicationContext context = run(KNOWN)) {
      assertThat(context.getBeanNamesForType(CloseableHttpClient.class))
          .singleElement()
          .satisfies(
              name ->
                  assertThat(context.getBeanFactory().getBeanDefinition(name).getFactoryBeanName())
                      .startsWith("org.springframework.cloud.openfeign."));
      for (int i = 0; i < CALLS; i++) {
        assertThat(context.getBean(Bank.class).ping("<ping/>")).contains("pong");
      }
      assertPassedBy(context);
      provider.reset();
      call(context.getBean(RepriseClients.class).get("default", ClientHttpRequestFactory.class));
      assertResumed(context);
    }
  }

  @Test
  void itIsNotLentTheTrustUnderReprise() {
    try (ConfigurableApplicationContext context = run(STRANGER)) {
      assertThatThrownBy(() -> context.getBean(Bank.class).ping("<ping/>"))
          .hasMessageContaining("PKIX")
          .hasCauseInstanceOf(SSLHandshakeException.class);
    }
  }

  /** Reprise trusts whom Feign calls. */
  private static ConfigurableApplicationContext run(ClosingServer server) {
    return start(
        WithFeign.class,
        "bank.url=" + server.uri(),
        "reprise.ssl.trust-store=" + server.trustStore(),
        "reprise.ssl.trust-store-password=" + ClosingServer.PASSWORD);
  }

  @FeignClient(name = "bank", url = "${bank.url}")
  interface Bank {
    @PostMapping("/")
    String ping(String body);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableFeignClients(clients = Bank.class)
  static class WithFeign {}
}
