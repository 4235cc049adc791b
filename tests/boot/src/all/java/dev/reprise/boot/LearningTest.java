package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.TlsSettingsCustomizer;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;

/** A web application that learns which of its requests lead to calls. */
class LearningTest extends Applications {

  LearningTest() {
    super(KNOWN);
  }

  @Test
  void theTenthRequestFindsAConnection() {
    try (ConfigurableApplicationContext context =
        builder(Shop.class)
            .web(WebApplicationType.SERVLET)
            .properties("server.port=0", "there=" + provider.uri())
            .properties("reprise.preconnect.max-per-peer=1", "reprise.preconnect.learn=true")
            .run()) {
      RepriseClient client = context.getBean(RepriseClient.class);
      String port = context.getEnvironment().getProperty("local.server.port");
      for (int number = 1; number <= 10; number++) {
        // The calls so far are no demand for preconnected connections.
        client.socketFactory().closePreconnections();
        String url = "http://localhost:" + port + "/pay/" + number;
        assertThat(new RestTemplate().getForObject(url, String.class)).contains("pong");
      }
      assertThat(client.statistics().total().preconnections())
          .containsEntry(PreconnectionOutcome.USED, 1L);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {

    @Bean
    TlsSettingsCustomizer longLived() {
      return (client, settings) -> settings.preconnectionLifetime(Duration.ofSeconds(60));
    }

    @Bean
    Till till(RepriseClients clients, @Value("${there}") URI there) {
      return new Till(clients, there);
    }
  }

  @RestController
  static class Till {

    private final RepriseClients clients;
    private final URI there;

    Till(RepriseClients clients, URI there) {
      this.clients = clients;
      this.there = there;
    }

    /** Before its tenth call it does what takes until the connection is ready. */
    @GetMapping("/pay/{number}")
    public String pay(@PathVariable("number") int number) throws InterruptedException {
      ResumingSslSocketFactory sockets = clients.get("default").socketFactory();
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (number == 10 && !isReady(sockets) && System.nanoTime() - deadline < 0) {
        Thread.sleep(1);
      }
      return new RestTemplate(clients.get("default", ClientHttpRequestFactory.class))
          .getForObject(there, String.class);
    }

    /** One that reads its ticket cannot be taken. */
    private static boolean isReady(ResumingSslSocketFactory sockets) {
      return sockets.readyPreconnections() == 1
          && sockets.laneCounts().leased() == 0
          && sockets.readyPreconnections() == 1;
    }
  }
}
