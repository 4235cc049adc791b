package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClients;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Clients of REST over the request factory of Reprise. */
class RestTest extends Applications {

  RestTest() {
    super(KNOWN);
  }

  /** RestClient, where Boot has it, else RestTemplate. */
  @Test
  void whatABuilderOfBootMakesResumes() {
    try (ConfigurableApplicationContext context =
        start(Rest.class, "reprise.clients.bank.read-timeout=3s")) {
      @SuppressWarnings("unchecked")
      UnaryOperator<String> get = context.getBean("get", UnaryOperator.class);
      for (int i = 0; i < CALLS; i++) {
        assertThat(get.apply(provider.uri().toString())).contains("pong");
      }
      assertResumed(context.getBean(RepriseClients.class).get("bank"));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Rest extends WithRest {}
}
