package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClients;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

class WithoutSpringWsTest extends Applications {

  WithoutSpringWsTest() {
    super(KNOWN);
  }

  @Test
  void theRegistryHasTheHttpClient() throws Exception {
    assertThat(ClassUtils.isPresent("org.springframework.ws.client.core.WebServiceTemplate", null))
        .isFalse();
    try (ConfigurableApplicationContext context = start()) {
      CloseableHttpClient client =
          (CloseableHttpClient)
              context.getBean(RepriseClients.class).get("default", HttpClient.class);
      for (int i = 0; i < CALLS; i++) {
        try (CloseableHttpResponse response = client.execute(new HttpGet(provider.uri()))) {
          assertThat(EntityUtils.toString(response.getEntity())).contains("pong");
        }
      }
      assertResumed(context);
    }
  }
}
