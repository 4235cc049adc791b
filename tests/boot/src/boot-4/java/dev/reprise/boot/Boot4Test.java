package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** What Boot has from 4 on. */
class Boot4Test extends Applications {

  Boot4Test() {
    super(KNOWN);
  }

  /** By Boot's own properties, as without Reprise. */
  @Test
  void groupsOfServicesResumeWithTheBundleOfTheirOwn() {
    try (ConfigurableApplicationContext context =
        start(
            WithServices.class,
            "spring.ssl.bundle.pem.strange.truststore.certificate=" + STRANGER.authorityFile(),
            "spring.http.serviceclient.bank.base-url=" + provider.uri(),
            "spring.http.serviceclient.other.base-url=" + provider.uri(),
            "spring.http.serviceclient.other.ssl.bundle=strange")) {
      Bank bank = context.getBean(Bank.class);
      for (int i = 0; i < CALLS; i++) {
        assertThat(bank.ping("<ping/>")).contains("pong");
      }
      assertThat(provider.requests()).hasSize(CALLS);
      assertThat(provider.fullHandshakes()).isEqualTo(1);
      assertThat(provider.resumedHandshakes()).isEqualTo(CALLS - 1);
      assertThatThrownBy(() -> context.getBean(Other.class).ping("<ping/>"))
          .hasStackTraceContaining("PKIX");
    }
  }

  @Test
  void bootsOwnRequestFactoryIsABeanAndResumes() {
    try (ConfigurableApplicationContext context = start("reprise.clients.bank.read-timeout=3s")) {
      assertThat(context.getBeanNamesForType(ClientHttpRequestFactory.class))
          .containsExactly("clientHttpRequestFactory");
      call(context.getBean(ClientHttpRequestFactory.class));
      assertThat(provider.fullHandshakes()).isEqualTo(1);
    }
  }

  interface Bank {
    @PostExchange
    String ping(@RequestBody String body);
  }

  interface Other {
    @PostExchange
    String ping(@RequestBody String body);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @ImportHttpServices(group = "bank", types = Bank.class)
  @ImportHttpServices(group = "other", types = Other.class)
  static class WithServices {}
}
